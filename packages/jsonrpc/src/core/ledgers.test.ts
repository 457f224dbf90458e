import { describe, expect, it } from "vitest";
import { isUsageError } from "../errors.js";
import { InboundLedger } from "./inbound-ledger.js";
import { RequestLedger } from "./request-ledger.js";

/** What an input gives back, as one word. */
function word(run: () => unknown): string {
  try {
    const out = run();
    if (typeof out === "object" && out !== null && "type" in out) return String(out.type);
    return Array.isArray(out) ? `[${out.join()}]` : String(out);
  } catch (error) {
    return isUsageError(error) ? error.code : "threw something else";
  }
}

describe("RequestLedger: every input in every state of an id", () => {
  const states = {
    free: () => {},
    open: (l: RequestLedger<string>) => void l.open(0, "e"),
    abandoned: (l: RequestLedger<string>) => {
      l.open(0, "e");
      l.abandon(0, "e");
    },
    closed: (l: RequestLedger<string>) => void l.close(),
  };
  const inputs = {
    open: (l: RequestLedger<string>) => l.open(0, "f"),
    claim: (l: RequestLedger<string>) => l.claim(0),
    abandon: (l: RequestLedger<string>) => l.abandon(0, "e"),
    get: (l: RequestLedger<string>) => l.get(0),
    close: (l: RequestLedger<string>) => l.close(),
  };
  // 2026-07-28/basic/index#requests/3
  // 2025-11-25/basic/utilities/cancellation#behavior-requirements/6
  const table: Record<keyof typeof states, Record<keyof typeof inputs, string>> = {
    free: { open: "opened", claim: "unknown", abandon: "false", get: "undefined", close: "[]" },
    open: { open: "id-in-use", claim: "entry", abandon: "true", get: "e", close: "[e]" },
    abandoned: { open: "opened", claim: "late", abandon: "false", get: "undefined", close: "[]" },
    closed: { open: "closed", claim: "unknown", abandon: "false", get: "undefined", close: "[]" },
  };
  const rows = Object.entries(table).flatMap(([state, row]) =>
    Object.entries(row).map(([input, expected]) => ({ state, input, expected })),
  );
  it.each(rows)("$state, $input → $expected", ({ state, input, expected }) => {
    const ledger = new RequestLedger<string>({ maxInFlight: 2 });
    // Sound: both names are keys of the tables above.
    states[state as keyof typeof states](ledger);
    expect(word(() => inputs[input as keyof typeof inputs](ledger))).toBe(expected);
  });
});

describe("RequestLedger", () => {
  it("keeps 1 and “1”, 0 and “” apart", () => {
    const ledger = new RequestLedger<string>({ maxInFlight: 9 });
    for (const id of [1, "1", 0, ""]) ledger.open(id, `entry of ${JSON.stringify(id)}`);
    for (const id of [1, "1", 0, ""]) {
      expect(ledger.claim(id)).toEqual({ type: "entry", entry: `entry of ${JSON.stringify(id)}` });
    }
  });

  it("says busy at the limit, and takes more once one ended", () => {
    const ledger = new RequestLedger<string>({ maxInFlight: 1 });
    ledger.open(1, "a");
    expect(ledger.open(2, "b")).toBe("busy");
    ledger.claim(1);
    expect(ledger.open(2, "b")).toBe("opened");
  });

  it("reports a late answer once, and remembers a bounded number of abandoned ids", () => {
    const ledger = new RequestLedger<string>({ maxInFlight: 9, maxAbandoned: 2 });
    for (const id of [1, 2, 3]) {
      ledger.open(id, "e");
      ledger.abandon(id, "e");
    }
    expect([1, 2, 3, 3].map((id) => ledger.claim(id).type)).toEqual(["unknown", "late", "late", "unknown"]);
  });

  it("an id that was taken again is not abandoned by its former owner", () => {
    const ledger = new RequestLedger<string>({ maxInFlight: 9 });
    ledger.open(1, "first");
    ledger.claim(1);
    ledger.open(1, "second");
    expect(ledger.abandon(1, "first")).toBe(false);
    expect(ledger.get(1)).toBe("second");
  });

  it("knows its only request", () => {
    const ledger = new RequestLedger<string>({ maxInFlight: 9 });
    expect(ledger.only()).toBeUndefined();
    ledger.open(0, "e");
    expect(ledger.only()).toEqual({ id: 0, entry: "e" });
    ledger.open(1, "f");
    expect(ledger.only()).toBeUndefined();
  });
});

describe("InboundLedger: every input in every state of an id", () => {
  const states = {
    free: () => {},
    running: (l: InboundLedger<string>) => void l.admit(0, "e"),
    ended: (l: InboundLedger<string>) => {
      l.admit(0, "e");
      l.end(0, "e");
    },
    cancelled: (l: InboundLedger<string>) => {
      l.admit(0, "e");
      l.cancel(0);
    },
    closed: (l: InboundLedger<string>) => void l.close(),
  };
  const inputs = {
    admit: (l: InboundLedger<string>) => l.admit(0, "f"),
    end: (l: InboundLedger<string>) => l.end(0, "e"),
    cancel: (l: InboundLedger<string>) => l.cancel(0),
    get: (l: InboundLedger<string>) => l.get(0),
    close: (l: InboundLedger<string>) => l.close(),
  };
  // 2025-11-25/basic/utilities/cancellation#behavior-requirements/4
  // 2025-11-25/basic/utilities/cancellation#behavior-requirements/5
  // 2025-11-25/basic/utilities/cancellation#timing-considerations/1
  const table: Record<keyof typeof states, Record<keyof typeof inputs, string>> = {
    free: { admit: "admitted", end: "false", cancel: "undefined", get: "undefined", close: "[]" },
    running: { admit: "duplicate", end: "true", cancel: "e", get: "e", close: "[e]" },
    ended: { admit: "admitted", end: "false", cancel: "undefined", get: "undefined", close: "[]" },
    cancelled: { admit: "admitted", end: "false", cancel: "undefined", get: "undefined", close: "[]" },
    closed: { admit: "closed", end: "false", cancel: "undefined", get: "undefined", close: "[]" },
  };
  const rows = Object.entries(table).flatMap(([state, row]) =>
    Object.entries(row).map(([input, expected]) => ({ state, input, expected })),
  );
  it.each(rows)("$state, $input → $expected", ({ state, input, expected }) => {
    const ledger = new InboundLedger<string>({ maxInFlight: 2 });
    // Sound: both names are keys of the tables above.
    states[state as keyof typeof states](ledger);
    expect(word(() => inputs[input as keyof typeof inputs](ledger))).toBe(expected);
  });

  it("says busy at the limit, and admits again once one ended", () => {
    const ledger = new InboundLedger<string>({ maxInFlight: 1 });
    ledger.admit(1, "a");
    expect(ledger.admit(2, "b")).toBe("busy");
    ledger.end(1, "a");
    expect(ledger.admit(2, "b")).toBe("admitted");
  });

  it("an earlier owner of an id cannot end the request that has it now", () => {
    const ledger = new InboundLedger<string>({ maxInFlight: 9 });
    ledger.admit(1, "first");
    ledger.cancel(1);
    ledger.admit(1, "second");
    expect(ledger.end(1, "first")).toBe(false);
    expect(ledger.end(1, "second")).toBe(true);
  });
});
