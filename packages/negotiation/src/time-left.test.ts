import { afterEach, describe, expect, it, vi } from "vitest";
import {
  ScriptedTransport,
  legacyServer,
  modernServer,
  recordingHost,
  type Script,
} from "../test/scripted-transport.js";
import { openClient } from "./open-client.js";
import { timeLeft } from "./time-left.js";

describe("the total of a call", () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it.each([
    [100, 0, 100],
    [100, 40, 60],
    [100, 100, 1],
    [100, 500, 1],
    [0.5, 10, 0.5],
    [Infinity, 10, Infinity],
    // No durations: whoever makes the call refuses them.
    [0, 10, 0],
    [-5, 10, -5],
    [Number.NaN, 10, Number.NaN],
  ])("of %d ms, %d ms later, leaves %d", (total, spent, expected) => {
    expect(timeLeft(total, 1000, 1000 + spent)).toBe(expected);
  });

  const servers = [
    ["2025-11-25", legacyServer],
    ["2026-07-28", modernServer],
  ] as const;

  async function open(revision: string, serverOf: (rest: Script) => Script, rest: Script) {
    const transport = new ScriptedTransport("process", serverOf(rest));
    return openClient(transport, recordingHost(), { revisions: [revision] });
  }

  // 2025-11-25/basic/lifecycle#timeouts/5
  it.each(servers)("is not begun anew when a loss makes it be sent again: %s", async (revision, serverOf) => {
    let sent = 0;
    const era = await open(revision, serverOf, (x) => {
      if (sent++ === 0) setTimeout(() => x.lost("lost"), 80);
    });
    vi.useFakeTimers();
    const outcome = expect(era.request("tools/list", {}, { maxTotalMs: 100 })).rejects.toMatchObject({
      code: "timeout",
      data: { limit: "maxTotalMs" },
    });
    await vi.advanceTimersByTimeAsync(80);
    expect(sent).toBe(2);
    await vi.advanceTimersByTimeAsync(20);
    vi.useRealTimers();
    await outcome;
  });

  it.each(servers)("is refused where it is no duration: %s", async (revision, serverOf) => {
    const era = await open(revision, serverOf, (x) => x.result({}));
    for (const maxTotalMs of [0, -1, Number.NaN]) {
      await expect(era.request("tools/list", {}, { maxTotalMs })).rejects.toMatchObject({ code: "invalid-duration" });
    }
  });
});
