import { describe, expect, it } from "vitest";
import { correlation } from "./compliance/vocabulary.js";
import { serveDuplex } from "./duplex-server.js";
import type { DuplexServerOptions } from "./duplex-server.js";
import { TransportError } from "./errors.js";
import { errorResponse, notification, request, resultResponse } from "./message.js";
import type { JSONRPCMessage, JSONRPCResponse, RequestId } from "./message.js";
import type { Pipe } from "./pipe.js";
import type { Acceptor, Report, Sent, ServerExchange, ServerLink, WireRules } from "./transport.js";

const withBatches: WireRules = {
  revision: "2025-03-26",
  batches: true,
  nullIds: true,
  versionHeader: false,
  primingEvent: false,
};
const withoutBatches: WireRules = { ...withBatches, revision: "2025-11-25", batches: false, nullIds: false };
const turn = () => new Promise((resolve) => setTimeout(resolve, 0));
const text = (message: unknown) => JSON.stringify(message);
const q = (id: RequestId, method = "work") => request(id, method);

/** A pipe that writes down what it is given, and refuses what JSON cannot say, as a real one does. */
class RecordingPipe implements Pipe {
  readonly sent: unknown[] = [];
  closes = 0;
  next: Sent = undefined;
  send(message: JSONRPCMessage | readonly JSONRPCMessage[]): Sent {
    this.sent.push(JSON.parse(JSON.stringify(message)));
    return this.next;
  }
  close(): void {
    this.closes++;
  }
}

function startServer(options: DuplexServerOptions & { accept?: (x: ServerExchange) => void } = {}) {
  const pipe = new RecordingPipe();
  const accepted: ServerExchange[] = [];
  const taken: string[] = [];
  const released: string[] = [];
  const reports: Report[] = [];
  const links: ServerLink[] = [];
  const acceptor: Acceptor = {
    facts: { revisions: [], correlation, headerParameters: () => [] },
    attach: (link) => links.push(link),
    accept(x) {
      accepted.push(x);
      options.accept?.(x);
    },
    take: (n) => taken.push(n.method),
    release: (_, how) => released.push(how),
  };
  const end = serveDuplex(pipe, acceptor, { report: (r) => reports.push(r), ...options });
  const codes = () => reports.map(({ code }) => code);
  return { ...end, pipe, accepted, taken, released, reports, codes, links };
}

describe("the server's end answers what is no message", () => {
  const idless = (code: number) => ({ jsonrpc: "2.0", error: { code } });
  // 2025-11-25/basic/index#error-responses/1
  it.each([
    ["no JSON", "hello", idless(-32700), "malformed-message"],
    [
      "a broken envelope, with the id that was readable",
      `{"id":0,"method":"m"}`,
      { id: 0, error: { code: -32600 } },
      "malformed-message",
    ],
    ["id null", `{"jsonrpc":"2.0","id":null,"method":"m"}`, idless(-32600), "malformed-message"],
    [
      "array params",
      `{"jsonrpc":"2.0","id":"","method":"m","params":[]}`,
      { id: "", error: { code: -32602 } },
      "malformed-message",
    ],
    [
      "a batch before any rules are agreed on",
      `[{"jsonrpc":"2.0","id":1,"method":"m"}]`,
      idless(-32600),
      "refused-batch",
    ],
  ])("%s", (_, line, answer, code) => {
    const { reader, pipe, codes, accepted } = startServer();
    reader.receiveText(line);
    expect(pipe.sent).toMatchObject([answer]);
    if (!("id" in answer)) expect(pipe.sent[0]).not.toHaveProperty("id");
    expect(codes()).toEqual([code]);
    expect(accepted).toHaveLength(0);
  });

  it.each([
    ["a broken notification", `{"jsonrpc":"2.0","method":"m","params":[]}`],
    ["a broken response", `{"jsonrpc":"2.0","id":1,"result":[]}`],
  ])("but never %s", (_, line) => {
    const { reader, pipe, codes } = startServer();
    reader.receiveText(line);
    expect(pipe.sent).toEqual([]);
    expect(codes()).toEqual(["malformed-message"]);
  });

  it("says id null only where the revision wants it", () => {
    const { reader, pipe, link } = startServer();
    link.settle(withBatches);
    reader.receiveText("hello");
    link.settle(withoutBatches);
    reader.receiveText("hello");
    expect(pipe.sent).toMatchObject([{ id: null }, { error: { code: -32700 } }]);
    expect(pipe.sent[1]).not.toHaveProperty("id");
  });

  it.each([
    ["too-long", -32600, "overlong-line"],
    ["not-utf8", -32700, "malformed-message"],
  ] as const)("a message that is %s", (reason, code, report) => {
    const { reader, pipe, codes } = startServer();
    reader.receiveUnreadable(reason);
    expect(pipe.sent).toMatchObject([{ error: { code } }]);
    expect(codes()).toEqual([report]);
  });
});

describe("the server's end", () => {
  it("attaches its link before anything else, and gives the caller to every exchange", () => {
    const { reader, links, link, accepted } = startServer({ caller: "alice" });
    expect(links).toEqual([link]);
    reader.receiveValue(q(1));
    expect(accepted[0]).toMatchObject({ caller: "alice", link });
  });

  it("a request method sent without an id has no effect but a notification", () => {
    const { reader, pipe, accepted, taken } = startServer();
    reader.receiveText(text(notification("work")));
    expect([pipe.sent, accepted, taken]).toEqual([[], [], ["work"]]);
  });

  it("refuses a duplicate id in flight and runs it once; 1 and “1” are two", () => {
    const { reader, pipe, accepted } = startServer();
    for (const id of [1, "1", 1]) reader.receiveValue(q(id));
    expect(accepted.map((x) => x.request.id)).toEqual([1, "1"]);
    expect(pipe.sent).toMatchObject([{ id: 1, error: { code: -32600 } }]);
    accepted[0]?.end(resultResponse(1, {}));
    reader.receiveValue(q(1));
    expect(accepted).toHaveLength(3);
  });

  it("is busy beyond maxInFlight, and says so", () => {
    const { reader, pipe, accepted } = startServer({ limits: { maxInFlight: 2 } });
    for (const id of [1, 2, 3]) reader.receiveValue(q(id));
    expect(accepted).toHaveLength(2);
    expect(pipe.sent).toMatchObject([
      { id: 3, error: { code: -32603, message: expect.stringContaining("busy") as string } },
    ]);
  });

  it("a cancel that races the answer: at most one reply, no throw", () => {
    const { reader, pipe, accepted, codes } = startServer();
    const cancel = (id: RequestId) => notification("test/cancelled", { id });
    reader.receiveValue(q(0));
    reader.receiveValue(cancel(0));
    accepted[0]?.end(resultResponse(0, {}));
    void accepted[0]?.notify(notification("late"));
    expect(accepted[0]?.aborted).toEqual({ code: "cancelled" });
    reader.receiveValue(q(1));
    accepted[1]?.end(resultResponse(1, {}));
    reader.receiveValue(cancel(1));
    reader.receiveValue(cancel("unknown"));
    expect(pipe.sent).toMatchObject([{ id: 1 }]);
    expect(codes()).toEqual(["ignored-cancel", "ignored-cancel"]);
  });

  it("never cancels the handshake", () => {
    const { reader, accepted, codes } = startServer();
    reader.receiveValue(q(1, "test/handshake"));
    reader.receiveValue(notification("test/cancelled", { id: 1 }));
    expect(accepted[0]?.aborted).toBeUndefined();
    expect(codes()).toEqual(["ignored-cancel"]);
  });

  it("an acceptor that throws still gives one answer, without its words", () => {
    const { reader, pipe, codes } = startServer({
      accept() {
        throw new Error("secret");
      },
    });
    reader.receiveValue(q(1));
    expect(pipe.sent).toEqual([errorResponse(1, -32603, "internal error")]);
    expect(codes()).toEqual(["handler-error"]);
  });

  it("a result that JSON cannot say becomes one -32603, alone and in a batch", () => {
    const { reader, pipe, link, codes } = startServer({
      accept: (x) => x.end(resultResponse(x.request.id, { big: 10n })),
    });
    reader.receiveValue(q(1));
    link.settle(withBatches);
    reader.receiveValue([q(2)]);
    expect(pipe.sent).toMatchObject([{ id: 1, error: { code: -32603 } }, [{ id: 2, error: { code: -32603 } }]]);
    expect(codes()).toEqual(["handler-error", "handler-error"]);
  });
});

describe("batches at the server's end", () => {
  // 2025-03-26/basic/index#batching/2
  it("answers go out together, without the cancelled, after the last one ended", () => {
    const { reader, pipe, link, accepted, taken } = startServer();
    link.settle(withBatches);
    reader.receiveText(text([q(1), notification("n"), q(2), 5, q(3)]));
    expect(taken).toEqual(["n"]);
    accepted[2]?.end(resultResponse(3, {}));
    accepted[0]?.end(resultResponse(1, {}));
    expect(pipe.sent).toEqual([]);
    reader.receiveValue(notification("test/cancelled", { id: 2 }));
    expect(pipe.sent).toMatchObject([[{ id: null, error: { code: -32600 } }, { id: 3 }, { id: 1 }]]);
  });

  it("an acceptor that ends at once still gives one batch", () => {
    const { reader, pipe, link } = startServer({ accept: (x) => x.end(resultResponse(x.request.id, {})) });
    link.settle(withBatches);
    reader.receiveText(text([q(1), q(2)]));
    expect(pipe.sent).toMatchObject([[{ id: 1 }, { id: 2 }]]);
  });

  it("notifications and answers alone get no answer", () => {
    const { reader, pipe, link, codes } = startServer();
    link.settle(withBatches);
    reader.receiveText(text([notification("n"), resultResponse(1, {})]));
    expect(pipe.sent).toEqual([]);
    expect(codes()).toEqual(["unknown-reply"]);
  });

  // 2025-03-26/basic/lifecycle#initialization/3
  it("nothing of a batch with the handshake inside runs", () => {
    const { reader, pipe, link, accepted } = startServer();
    link.settle(withBatches);
    reader.receiveText(text([q(1), q(2, "test/handshake")]));
    expect(accepted).toEqual([]);
    expect(pipe.sent).toMatchObject([{ id: 2, error: { code: -32600 } }]);
  });
});

describe("the server's questions", () => {
  const collect = () => {
    const replies: string[] = [];
    const reply = (r: JSONRPCResponse | TransportError) =>
      void replies.push(r instanceof TransportError ? r.code : "result" in r ? "result" : "error");
    return { replies, reply };
  };

  it("live in a namespace of their own, within an exchange and on the link", () => {
    const { reader, pipe, link, accepted, codes } = startServer();
    const { replies, reply } = collect();
    reader.receiveValue(q(1));
    accepted[0]?.ask?.(q(1, "ask"), reply);
    link.ask?.(q(2, "ask"), reply);
    expect(pipe.sent).toEqual([q(1, "ask"), q(2, "ask")]);
    reader.receiveValue(resultResponse(1, {}));
    reader.receiveValue(errorResponse(2, -1, "no"));
    reader.receiveValue(resultResponse(1, {}));
    expect(replies).toEqual(["result", "error"]);
    expect(codes()).toEqual(["unknown-reply"]);
    expect(accepted[0]?.aborted).toBeUndefined();
  });

  it("that are abandoned are not replied to; the late answer is reported", () => {
    const { reader, pipe, link, codes } = startServer();
    const { replies, reply } = collect();
    const asked = link.ask?.(q(1, "ask"), reply);
    asked?.abandon(notification("test/cancelled", { id: 1 }));
    asked?.abandon(notification("test/cancelled", { id: 1 }));
    reader.receiveValue(resultResponse(1, {}));
    expect(pipe.sent).toHaveLength(2);
    expect([replies, codes()]).toEqual([[], ["late-reply"]]);
  });

  it.each(["end", "cancel", "disconnect", "end of input"] as const)("of an exchange close with it: %s", async (how) => {
    const { reader, accepted } = startServer();
    const { replies, reply } = collect();
    reader.receiveValue(q(1));
    accepted[0]?.ask?.(q("a", "ask"), reply);
    if (how === "end") accepted[0]?.end(resultResponse(1, {}));
    else if (how === "cancel") reader.receiveValue(notification("test/cancelled", { id: 1 }));
    else reader.ended({ cleanly: how === "end of input" });
    expect(replies).toEqual(["closed"]);
    accepted[0]?.ask?.(q("b", "ask"), reply);
    expect(replies).toHaveLength(1);
    await turn();
    expect(replies).toEqual(["closed", "closed"]);
  });

  it("a malformed answer is an answer that cannot be understood", () => {
    const { reader, link } = startServer();
    const { replies, reply } = collect();
    link.ask?.(q(1, "ask"), reply);
    reader.receiveText(`{"jsonrpc":"2.0","id":1,"result":5}`);
    expect(replies).toEqual(["malformed"]);
  });
});

describe("the end of the server's link", () => {
  it("at the end of input: exchanges end, everything is flushed, then the pipe closes", async () => {
    const { reader, pipe, drain, accepted, released } = startServer();
    reader.receiveValue(q(1));
    reader.ended({ cleanly: true });
    expect(released).toEqual(["drain"]);
    let flushed = () => {};
    pipe.next = new Promise((resolve) => (flushed = resolve));
    accepted[0]?.end(resultResponse(1, {}));
    await turn();
    expect([pipe.sent.length, pipe.closes]).toEqual([1, 0]);
    flushed();
    await drain();
    expect([pipe.closes, accepted[0]?.aborted, released]).toEqual([1, undefined, ["drain"]]);
  });

  it("a drain on an idle link closes at once; what comes during one is refused", async () => {
    const idle = startServer();
    await idle.drain();
    expect(idle.pipe.closes).toBe(1);
    const busy = startServer();
    busy.reader.receiveValue(q(1));
    const drained = busy.drain();
    busy.reader.receiveValue(q(2));
    expect(busy.pipe.sent).toMatchObject([{ id: 2, error: { code: -32603 } }]);
    busy.drop();
    await drained;
    expect([busy.released, busy.accepted[0]?.aborted]).toEqual([["drain"], { code: "closed" }]);
    // The peer of a drain that is cut short still reads, and is owed its answer.
    expect(busy.pipe.sent).toMatchObject([{ id: 2 }, { id: 1, error: { code: -32603 } }]);
  });

  it.each([
    ["drop", "closed"],
    ["close", "closed"],
    ["a broken channel", "disconnected"],
  ] as const)("%s aborts everything first, then releases, and swallows the rest", (how, code) => {
    const { reader, pipe, link, drop, accepted, released } = startServer();
    const order: string[] = [];
    reader.receiveValue(q(1));
    const x = accepted[0];
    if (x !== undefined) x.onabort = (why) => order.push(`abort ${why.code}, released ${released.length}`);
    if (how === "drop") drop();
    else if (how === "close") link.close();
    else reader.ended({ cleanly: false, error: new Error("EPIPE") });
    drop();
    x?.end(resultResponse(1, {}));
    void link.notify?.(notification("n"));
    reader.receiveValue(q(2));
    expect(order).toEqual([`abort ${code}, released 0`]);
    expect([released, pipe.sent, pipe.closes, accepted.length]).toEqual([["drop"], [], 1, 1]);
  });
});
