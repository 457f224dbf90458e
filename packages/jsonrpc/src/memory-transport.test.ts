import { describe, expect, it } from "vitest";
import { transportCompliance } from "./compliance/index.js";
import { correlation } from "./compliance/vocabulary.js";
import { request, resultResponse } from "./message.js";
import type { JSONRPCMessage } from "./message.js";
import { memory, memoryPair } from "./memory.js";
import type { PipeReader } from "./pipe.js";
import type { Acceptor, LinkEvents, ServerExchange } from "./transport.js";

describe.each([{ serialize: false }, { serialize: true }])("the memory transport, $serialize", ({ serialize }) => {
  const cases = transportCompliance({
    name: serialize ? "memory as text" : "memory",
    open: (acceptor) => Promise.resolve({ transport: memory(acceptor, { serialize }), close: () => Promise.resolve() }),
    features: {
      asks: true,
      linkNotify: true,
      linkAsks: true,
      detach: false,
      closeAborts: true,
      serverCloses: true,
      ownLinks: true,
    },
    openHandles: () => process.getActiveResourcesInfo().filter((kind) => kind !== "Timeout").length,
  });
  // 2024-11-05/basic/transports#custom-transports/2 2025-03-26/basic/transports#custom-transports/2
  // 2025-06-18/basic/transports#custom-transports/2 2025-11-25/basic/transports#custom-transports/2
  // 2026-07-28/basic/transports/index#custom-transports/2
  it.each(cases)("$title", async ({ run }) => {
    await expect(run()).resolves.toBeUndefined();
  });
});

/** A reader that writes down what it is told. */
function recorder(): { readonly log: unknown[]; readonly reader: PipeReader } {
  const log: unknown[] = [];
  return {
    log,
    reader: {
      receiveText: (text) => log.push(text),
      receiveValue: (value) => log.push(value),
      receiveUnreadable: (reason) => log.push(reason),
      ended: (how) => log.push(how),
    },
  };
}

const deaf: LinkEvents = { correlation, notified: () => {}, asked: () => {}, closed: () => {}, report: () => {} };
const silent: Acceptor = {
  facts: { revisions: [], correlation, headerParameters: () => [] },
  attach: () => {},
  accept: () => {},
  take: () => {},
  release: () => {},
};
const turn = () => new Promise((resolve) => setTimeout(resolve, 0));
const q = (id: number) => request(id, "x");

describe("the memory transport as text", () => {
  it.each([
    ["the client's own", 100, undefined, "lost"],
    ["a smaller one of the link's owner", 1000, 100, "lost"],
    ["its own where the owner allows more", 100, 1000, "lost"],
    ["neither where both have room", 1000, 1000, "ended"],
  ] as const)("holds an answer to the limit of %s", async (_title, own, owner, outcome) => {
    const acceptor = { ...silent, accept: (x: ServerExchange) => x.end(resultResponse(1, { text: "ü".repeat(50) })) };
    const limits = { maxMessageBytes: own };
    const ended = new Promise<unknown>((resolve) => {
      const on = { ...deaf, limits: { maxMessageBytes: owner } };
      void memory(acceptor, { serialize: true, limits })
        .open(on)
        .then((link) =>
          link.begin(q(1), {
            notified: () => {},
            asked: () => {},
            ended: () => resolve("ended"),
            lost: ({ code, data }) => resolve({ code, data }),
          }),
        );
    });
    expect(await ended).toEqual(
      outcome === "ended" ? "ended" : { code: "budget", data: { limit: "maxMessageBytes", max: 100 } },
    );
  });
});

describe("memoryPair", () => {
  it("delivers in order, never inside send, and what came before read() waits", async () => {
    const [a, b] = memoryPair();
    const { log, reader } = recorder();
    void a.send(q(1));
    await turn();
    b.read(reader);
    void a.send(q(2));
    expect(log).toEqual([]);
    await turn();
    expect(log).toEqual([q(1), q(2)]);
  });

  it("passes the very object, or its JSON text", async () => {
    const values = memoryPair();
    const texts = memoryPair({ serialize: true });
    const [seen, text] = [recorder(), recorder()];
    values[1].read(seen.reader);
    texts[1].read(text.reader);
    const message: JSONRPCMessage = q(1);
    void values[0].send(message);
    void texts[0].send(message);
    await turn();
    expect(seen.log[0]).toBe(message);
    expect(text.log).toEqual([JSON.stringify(message)]);
  });

  it("asks a fast sender to wait, and lets it go on once the queue is empty", async () => {
    const [a, b] = memoryPair();
    const { log, reader } = recorder();
    b.read(reader);
    const sent = Array.from({ length: 100 }, (_, i) => a.send(q(i)));
    expect(sent.slice(0, 63).every((s) => s === undefined)).toBe(true);
    expect(sent[99]).toBeInstanceOf(Promise);
    await sent[99];
    expect(log).toHaveLength(100);
  });

  it("does not leave a sender waiting for an end that nobody ever read and that closed", async () => {
    const [a, b] = memoryPair();
    const sent = Array.from({ length: 100 }, (_, i) => a.send(q(i)));
    b.close();
    await sent[99];
    expect(a.send(q(1))).toBeUndefined();
  });

  it("tells both readers of the end, after what was sent before, once", async () => {
    const [a, b] = memoryPair();
    const [ra, rb] = [recorder(), recorder()];
    a.read(ra.reader);
    b.read(rb.reader);
    void a.send(q(1));
    a.close();
    a.close();
    b.close();
    void a.send(q(2));
    void b.send(q(3));
    await turn();
    expect(rb.log).toEqual([q(1), { cleanly: false }]);
    expect(ra.log).toEqual([{ cleanly: false }]);
  });
});
