import { describe, expect, it } from "vitest";
import { correlation } from "./compliance/vocabulary.js";
import { openDuplexClient } from "./duplex-client.js";
import { TransportError, isUsageError } from "./errors.js";
import { errorResponse, notification, request, resultResponse } from "./message.js";
import type { JSONRPCMessage, RequestId } from "./message.js";
import type { Pipe } from "./pipe.js";
import type { AbortReason, ExchangeEvents, ExchangeHints, Inbound, LinkEvents, WireRules } from "./transport.js";

const withBatches: WireRules = {
  revision: "2025-03-26",
  batches: true,
  nullIds: true,
  versionHeader: false,
  primingEvent: false,
};
const turn = () => new Promise((resolve) => setTimeout(resolve, 0));
const text = (message: unknown) => JSON.stringify(message);
const q = (id: RequestId, method = "work") => request(id, method);

/** A pipe that writes down what it is given, and refuses what JSON cannot say, as a real one does. */
class RecordingPipe implements Pipe {
  readonly sent: unknown[] = [];
  closes = 0;
  send(message: JSONRPCMessage | readonly JSONRPCMessage[]): void {
    this.sent.push(JSON.parse(JSON.stringify(message)));
  }
  close(): void {
    this.closes++;
  }
}

function startClient() {
  const pipe = new RecordingPipe();
  const seen: unknown[] = [];
  const asked: Inbound[] = [];
  const aborts: AbortReason[] = [];
  const codes: string[] = [];
  const on: LinkEvents = {
    correlation,
    notified: (n) => seen.push(n.method),
    asked(x) {
      asked.push(x);
      x.onabort = (why) => aborts.push(why);
    },
    closed: (e) => seen.push(`closed ${e?.code ?? "by us"}`),
    report: (r) => codes.push(r.code),
  };
  const end = openDuplexClient(pipe, on, { limits: { maxInFlight: 3 } });
  const begin = (id: RequestId, hints?: ExchangeHints) => {
    const events: unknown[] = [];
    const listener: ExchangeEvents = {
      notified: (n) => events.push(n.method),
      asked: () => events.push("asked"),
      ended: (r) => events.push(r),
      lost: (e) => events.push(`lost ${e.code}`),
    };
    return { events, exchange: end.link.begin(q(id), listener, hints) };
  };
  return { ...end, pipe, seen, asked, aborts, codes, begin };
}

describe("the client's end", () => {
  it("hands notifications to their exchange, the others to the link, and reports those of finished ones", () => {
    const { reader, begin, seen, codes } = startClient();
    const zero = begin(0);
    const one = begin("1");
    reader.receiveText(text(notification("of 0", { exchange: 0 })));
    reader.receiveText(text(notification("of “1”", { exchange: "1" })));
    reader.receiveText(text(notification("of 1", { exchange: 1 })));
    reader.receiveText(text(notification("of the link")));
    expect([zero.events, one.events, seen]).toEqual([["of 0"], ["of “1”"], ["of the link"]]);
    expect(codes).toEqual(["unknown-notification"]);
  });

  // 2025-11-25/basic/utilities/cancellation#behavior-requirements/6
  it("ignores and reports late and unknown answers", () => {
    const { reader, begin, codes, pipe } = startClient();
    const { events, exchange } = begin(1);
    exchange.abandon(notification("test/cancelled", { id: 1 }));
    exchange.abandon(notification("test/cancelled", { id: 1 }));
    reader.receiveValue(resultResponse(1, {}));
    reader.receiveValue(resultResponse("1", {}));
    expect([events, codes]).toEqual([[], ["late-reply", "unknown-reply"]]);
    expect(pipe.sent).toHaveLength(2);
  });

  it("skips and reports what is no message, and the link lives on", () => {
    const { reader, begin, codes, pipe, seen } = startClient();
    const { events } = begin(1);
    for (const line of ["Listening on 3000", "{}", "[]", `{"jsonrpc":"2.0","method":"m","params":1}`])
      reader.receiveText(line);
    reader.receiveUnreadable("not-utf8");
    reader.receiveUnreadable("too-long");
    reader.receiveValue(resultResponse(1, {}));
    expect(codes).toEqual([
      "skipped-line",
      "malformed-message",
      "refused-batch",
      "malformed-message",
      "skipped-line",
      "overlong-line",
    ]);
    expect([events.length, pipe.sent.length, seen]).toEqual([1, 1, []]);
  });

  it.each([
    ['{"jsonrpc":"2.0","id":1,"result":{"text":"xxx', [["lost budget"], []]],
    ['{"jsonrpc":"2.0","id":"1","result":{"text":"xxx', [[], ["lost budget"]]],
    ['{"id":1,"jsonrpc":"2.0","error":{"message":"xxx', [["lost budget"], []]],
    [' { "jsonrpc" : "2.0", "id" : 1, "result" : {', [["lost budget"], []]],
    // Two wait, and nothing says which of them this is for.
    ['{"result":{"text":"xxx', [[], []]],
    // Nobody's, or no answer at all.
    ['{"jsonrpc":"2.0","id":7,"result":{"text":"xxx', [[], []]],
    ['{"jsonrpc":"2.0","id":1,"method":"ask","params":{"result":1', [[], []]],
    ['{"jsonrpc":"2.0","method":"note","params":{"id":1,"result":1', [[], []]],
    ['[{"jsonrpc":"2.0","id":1,"result":{"text":"xxx', [[], []]],
    ["id 1 result", [[], []]],
  ])("an answer that is too long loses its exchange at once, instead of in a timeout: %s", (start, lost) => {
    const { reader, begin, codes } = startClient();
    const [number, text] = [begin(1), begin("1")];
    reader.receiveUnreadable("too-long", start);
    expect([number.events, text.events]).toEqual(lost);
    expect(codes).toEqual(["overlong-line"]);
  });

  it("an answer that is too long and names its id last is for the only one who waits", () => {
    const { reader, begin } = startClient();
    const { events } = begin(1);
    reader.receiveUnreadable("too-long", '{"result":{"text":"xxx');
    reader.receiveUnreadable("too-long", '{"result":{"text":"xxx');
    expect(events).toEqual(["lost budget"]);
  });

  it("loses an exchange whose answer is malformed at once, and answers a malformed question", () => {
    const { reader, begin, pipe } = startClient();
    const { events } = begin(1);
    reader.receiveText(`{"jsonrpc":"2.0","id":1,"result":{},"error":{"code":1,"message":""}}`);
    reader.receiveText(`{"jsonrpc":"2.0","id":7,"method":"m","params":[]}`);
    expect(events).toEqual(["lost malformed"]);
    expect(pipe.sent).toMatchObject([{ id: 1 }, { id: 7, error: { code: -32602 } }]);
  });

  it.each([
    {
      title: "ends the only exchange, if that one takes it",
      hints: { takesErrorWithoutId: true },
      others: [],
      ends: true,
    },
    { title: "ends nothing where two are in flight", hints: { takesErrorWithoutId: true }, others: [2], ends: false },
    { title: "ends nothing that did not ask for it", hints: {}, others: [], ends: false },
  ])("an error without a readable id $title, and is reported", ({ hints, others, ends }) => {
    for (const id of [null, undefined]) {
      const { reader, begin, codes, seen } = startClient();
      const { events } = begin(1, hints);
      for (const other of others) begin(other);
      reader.receiveText(text(errorResponse(id, -32600, "what?")));
      expect(events).toHaveLength(ends ? 1 : 0);
      expect([codes, seen]).toEqual([["error-without-id"], []]);
    }
  });

  it("a cancel goes to the server's question first, then to our exchange, then to the report", () => {
    const { reader, begin, asked, aborts, codes, pipe } = startClient();
    const { events } = begin(5);
    const cancel = text(notification("test/cancelled", { id: 5 }));
    reader.receiveValue(q(5, "ask"));
    reader.receiveText(cancel);
    expect([aborts, events]).toEqual([[{ code: "cancelled" }], []]);
    asked[0]?.end(resultResponse(5, {}));
    expect(pipe.sent).toHaveLength(1);
    reader.receiveText(cancel);
    expect([events, codes]).toEqual([["test/cancelled"], []]);
    reader.receiveValue(resultResponse(5, {}));
    reader.receiveText(cancel);
    expect(codes).toEqual(["ignored-cancel"]);
  });

  it("accepts batches once the revision has them, and answers the questions inside as one", () => {
    const { reader, link, begin, asked, pipe, seen } = startClient();
    const { events } = begin(1);
    link.settle(withBatches, notification("ready"));
    reader.receiveText(text([resultResponse(1, {}), notification("n"), q("a", "ask"), q("b", "ask")]));
    expect([events.length, seen]).toEqual([1, ["n"]]);
    for (const x of asked) x.end(resultResponse(x.request.id, {}));
    expect(pipe.sent).toMatchObject([{ id: 1 }, { method: "ready" }, [{ id: "a" }, { id: "b" }]]);
  });

  it("refuses an id in flight, is busy at its limit, and sends nothing that JSON cannot say", async () => {
    const { link, begin, pipe } = startClient();
    const code = (run: () => unknown) => {
      try {
        run();
        return "none";
      } catch (error) {
        return isUsageError(error) ? error.code : "thrown by JSON";
      }
    };
    begin(1);
    expect(code(() => begin(1))).toBe("id-in-use");
    const on: ExchangeEvents = { notified() {}, asked() {}, ended() {}, lost() {} };
    expect(code(() => link.begin(request(2, "m", { big: 1n }), on))).toBe("thrown by JSON");
    begin(2);
    begin(3);
    const { events } = begin(4);
    const withdrawn = begin(5);
    withdrawn.exchange.abandon();
    expect(events).toEqual([]);
    await turn();
    expect([events, withdrawn.events]).toEqual([["lost busy"], []]);
    expect(pipe.sent).toHaveLength(3);
  });

  it.each([
    ["the server's end", { cleanly: true }, "lost closed", "closed closed", "disconnected"],
    [
      "a pipe that knows why",
      { cleanly: false, error: new TransportError("budget", "too much") },
      "lost budget",
      "closed budget",
      "disconnected",
    ],
    ["a break", { cleanly: false, error: new Error("exit 1") }, "lost lost", "closed lost", "disconnected"],
  ] as const)(
    "%s: exchanges are told, questions aborted, the owner told, the pipe released",
    async (_, how, lost, closed, code) => {
      const { reader, link, begin, aborts, seen, pipe } = startClient();
      const { events } = begin(1);
      reader.receiveValue(q("a", "ask"));
      reader.ended(how);
      reader.ended(how);
      await link.close();
      expect([events, seen, aborts, pipe.closes]).toEqual([[lost], [closed], [{ code }], 1]);
    },
  );

  it("a listener that throws is reported, and the next message is read", () => {
    const { reader, link, begin, codes } = startClient();
    const thrower = () => {
      throw new Error("listener");
    };
    link.begin(q(1), { notified: thrower, asked: thrower, ended: thrower, lost: thrower });
    const { events } = begin(2);
    reader.receiveValue(resultResponse(1, {}));
    reader.receiveValue(resultResponse(2, {}));
    expect([codes, events.length]).toEqual([["handler-error"], 1]);
  });

  it("close waits for the pipe, and reports a pipe that cannot be closed", async () => {
    const codes: string[] = [];
    const broken: Pipe = { send: () => undefined, close: () => Promise.reject(new Error("stuck")) };
    const on: LinkEvents = { correlation, notified() {}, asked() {}, closed() {}, report: (r) => codes.push(r.code) };
    await openDuplexClient(broken, on).link.close();
    expect(codes).toEqual(["close-failed"]);
  });
});
