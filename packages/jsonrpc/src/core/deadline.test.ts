import { describe, expect, it } from "vitest";
import { Deadline } from "./deadline.js";

describe("Deadline", () => {
  const limits = { timeoutMs: 100, maxTotalMs: 1000 };

  // 2025-11-25/basic/lifecycle#timeouts/4
  // 2025-11-25/basic/lifecycle#timeouts/5
  it.each([
    { title: "the first wait is the shorter of the two limits", signs: [], at: 100, gives: { expired: "timeoutMs" } },
    { title: "a sign of life extends the idle time", signs: [60], at: 100, gives: { waitMs: 60 } },
    { title: "only the last sign counts", signs: [10, 20, 90], at: 100, gives: { waitMs: 90 } },
    { title: "silence after a sign of life is a timeout", signs: [60], at: 160, gives: { expired: "timeoutMs" } },
    { title: "no sign extends the total", signs: [990], at: 1000, gives: { expired: "maxTotalMs" } },
    { title: "the last wait ends with the total", signs: [950], at: 960, gives: { waitMs: 40 } },
    { title: "a clock set back does not stretch a wait", signs: [60], at: -5000, gives: { waitMs: 100 } },
  ])("$title", ({ signs, at, gives }) => {
    const deadline = new Deadline(limits, 0);
    for (const sign of signs) deadline.extend(sign);
    expect(deadline.firstWaitMs).toBe(100);
    expect(deadline.timer(at)).toEqual(gives);
  });

  it("a timer that fires a moment early, or a clock set back, still is a timeout where nothing was heard", () => {
    expect(new Deadline(limits, 0).timer(99)).toEqual({ expired: "timeoutMs" });
    expect(new Deadline({ timeoutMs: Infinity, maxTotalMs: 5 }, 0).timer(-9)).toEqual({ expired: "maxTotalMs" });
  });
});
