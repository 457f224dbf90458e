import { describe, expect, it } from "vitest";
import { Deadline } from "./deadline.js";

describe("Deadline", () => {
  // 2025-11-25/basic/lifecycle#timeouts/4
  // 2025-11-25/basic/lifecycle#timeouts/5
  it.each([
    { title: "without a sign of life it is the shorter of the two limits", signs: [], dueAt: 100, cause: "timeoutMs" },
    { title: "a sign of life extends the idle time", signs: [60], dueAt: 160, cause: "timeoutMs" },
    { title: "only the last sign counts", signs: [10, 20, 90], dueAt: 190, cause: "timeoutMs" },
    { title: "no sign extends the total", signs: [990], dueAt: 1000, cause: "maxTotalMs" },
    { title: "of two that end together the idle time is named", signs: [900], dueAt: 1000, cause: "timeoutMs" },
  ])("$title", ({ signs, dueAt, cause }) => {
    const deadline = new Deadline(100, 1000, 0);
    for (const sign of signs) deadline.extend(sign);
    expect([deadline.dueAt, deadline.cause]).toEqual([dueAt, cause]);
  });

  it("a limit may be infinite", () => {
    expect(new Deadline(Infinity, 5, 10)).toMatchObject({ dueAt: 15, cause: "maxTotalMs" });
    expect(new Deadline(Infinity, Infinity, 10).dueAt).toBe(Infinity);
  });

  it("time that is excluded counts for neither limit", () => {
    const deadline = new Deadline(100, 1000, 0);
    deadline.exclude(50, 5050);
    expect([deadline.dueAt, deadline.cause]).toEqual([5150, "timeoutMs"]);
    deadline.extend(5950);
    expect([deadline.dueAt, deadline.cause]).toEqual([6000, "maxTotalMs"]);
  });
});
