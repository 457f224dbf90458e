/** One timer for all responses, or one for each: when they beat, and that none is left behind. */
import { describe, expect, test } from "vitest";
import { ManualHost, RecordingPort } from "../../test/endpoint-bench.js";
import { Channel } from "./channel.js";
import { Heartbeat } from "./heartbeat.js";
import { parseAccept } from "./media-types.js";

function waiting(heart: Heartbeat) {
  const port = new RecordingPort("POST", {});
  const channel = new Channel(port, parseAccept("application/json, text/event-stream"), heart, undefined);
  channel.wait();
  return { port, channel };
}

describe.each([false, true])("timers that end with their request: %s", (timersEndWithRequest) => {
  function start() {
    const host = new ManualHost();
    return { host, heart: new Heartbeat({ timers: host.timers, timersEndWithRequest }, 8000, 8000) };
  }

  test("every response that is silent gets its comment in time, whenever it began", () => {
    const { host, heart } = start();
    const first = waiting(heart);
    host.advance(3000);
    const second = waiting(heart);
    host.advance(1000);
    expect([first.port.text, second.port.text]).toEqual(["", ""]);
    host.advance(4000);
    expect(first.port.text).toBe(":\n\n");
    host.advance(3000);
    expect(second.port.text).toMatch(/^:\n\n/);
  });

  test("no timer is left once nothing is open and the last beat is over", () => {
    const { host, heart } = start();
    const { channel } = waiting(heart);
    channel.answer(200, "{}");
    host.advance(8000);
    expect([heart.size, host.pendingTimers]).toEqual([0, 0]);
  });

  test("stopping lets go of every timer", () => {
    const { host, heart } = start();
    waiting(heart);
    waiting(heart);
    heart.stop();
    expect(host.pendingTimers).toBe(0);
  });
});

test("a response whose request ended takes no other's keep-alive with it, where timers end with their request", () => {
  const host = new ManualHost();
  const owned = new Map<string, unknown[]>();
  let current = "";
  const timers = {
    ...host.timers,
    set(ms: number, fired: () => void) {
      const request = current;
      const timer = host.timers.set(ms, () => {
        const outer = current;
        current = request;
        fired();
        current = outer;
      });
      owned.set(request, [...(owned.get(request) ?? []), timer]);
      return timer;
    },
  };
  const heart = new Heartbeat({ timers, timersEndWithRequest: true }, 8000, 8000);
  current = "short";
  const short = waiting(heart);
  current = "long";
  const long = waiting(heart);
  host.advance(1000);
  short.channel.answer(200, "{}");
  // What a worker does once the response of a request is out.
  for (const timer of owned.get("short") ?? []) host.timers.clear(timer);
  host.advance(7000);
  expect(long.port.text).toBe(":\n\n");
});
