import { describe, expect, it } from "vitest";
import { memory } from "../memory.js";
import type { Acceptor, ClientExchange, ClientLink, ClientTransport, ExchangeEvents } from "../transport.js";
import { transportCompliance } from "./transport-compliance.js";

/** A memory transport with one fault in how it begins exchanges. */
type Fault = (link: ClientLink, ...begin: Parameters<ClientLink["begin"]>) => ClientExchange;

function faulty(acceptor: Acceptor, fault: Fault): ClientTransport {
  const sound = memory(acceptor);
  return {
    ...sound,
    async open(on) {
      const link = await sound.open(on);
      return {
        begin: (q, on, hints) => fault(link, q, on, hints),
        settle: (rules, first) => link.settle(rules, first),
        notify: (n) => link.notify(n),
        close: () => link.close(),
      };
    },
  };
}

async function failures(fault: Fault, of: RegExp): Promise<readonly string[]> {
  const cases = transportCompliance({
    name: "faulty",
    open: (acceptor) => Promise.resolve({ transport: faulty(acceptor, fault), close: () => Promise.resolve() }),
    features: {
      asks: true,
      linkNotify: true,
      linkAsks: true,
      detach: false,
      closeAborts: true,
      serverCloses: true,
      ownLinks: true,
    },
  });
  const failed: string[] = [];
  for (const { title, run } of cases) {
    if (!of.test(title)) continue;
    await run().catch((error: unknown) => failed.push(`${title}: ${String(error)}`));
  }
  return failed;
}

/** Events that go somewhere else first. */
const wrap = (on: ExchangeEvents, changes: Partial<ExchangeEvents>): ExchangeEvents => ({
  notified: (n) => on.notified(n),
  asked: (x) => on.asked(x),
  ended: (r, e) => on.ended(r, e),
  lost: (e) => on.lost(e),
  ...changes,
});

const faults: Record<string, { readonly fault: Fault; readonly of: RegExp; readonly says: string }> = {
  "ends twice": {
    fault: (link, q, on, hints) =>
      link.begin(q, wrap(on, { ended: (r) => (on.ended(r), queueMicrotask(() => on.ended(r))) }), hints),
    of: /ends once|second end/,
    says: "ends: expected 1, got 2",
  },
  "fires inside begin": {
    fault(link, q, on, hints) {
      on.notified({ jsonrpc: "2.0", method: "early" });
      return link.begin(q, on, hints);
    },
    of: /inside accept/,
    says: "fired inside begin()",
  },
  "loses the notice of an abandoned exchange": {
    fault(link, q, on, hints) {
      const exchange = link.begin(q, on, hints);
      return { abandon: () => exchange.abandon() };
    },
    of: /while the server works/,
    says: "the abort",
  },
  "goes on after abandon": {
    fault: (link, q, on, hints) => (link.begin(q, on, hints), { abandon() {} }),
    of: /right after begin/,
    says: "notifications: expected 0, got 1",
  },
  "turns notifications round": {
    fault(link, q, on, hints) {
      const held: Parameters<ExchangeEvents["notified"]>[0][] = [];
      const ended: ExchangeEvents["ended"] = (r) => {
        for (const n of held.toReversed()) on.notified(n);
        on.ended(r);
      };
      return link.begin(q, wrap(on, { notified: (n) => held.push(n), ended }), hints);
    },
    of: /at once reach/,
    says: "order",
  },
  "changes what it carries": {
    fault: (link, q, on, hints) =>
      link.begin(q, wrap(on, { ended: (r) => on.ended("result" in r ? { ...r, result: { value: "x" } } : r) }), hints),
    of: /in flight at once/,
    says: "expected",
  },
};

describe("the suite finds a transport that", () => {
  it.each(Object.entries(faults))("%s", { timeout: 60_000 }, async (_, { fault, of, says }) => {
    expect((await failures(fault, of)).join("\n")).toContain(says);
  });
});
