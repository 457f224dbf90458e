import { Writable } from "node:stream";
import { describe, expect, it } from "vitest";
import { LineWriter } from "./line-writer.js";

/** A stream that takes what it is given when the test says so. */
function slowStream(highWaterMark = 16_384) {
  const writes: string[] = [];
  const takers: ((error?: Error) => void)[] = [];
  const stream = new Writable({
    highWaterMark,
    decodeStrings: false,
    write(chunk: string, _encoding, taken) {
      writes.push(chunk);
      takers.push(taken);
    },
  });
  const failures: (Error | undefined)[] = [];
  const writer = new LineWriter(stream, { failed: (error) => failures.push(error) });
  return { stream, writer, writes, failures, take: (error?: Error) => takers.shift()?.(error) };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe("lines into a Node stream", () => {
  it("share one write when they come in one turn, in their order", async () => {
    const { writer, writes } = slowStream();
    for (const line of ["1\n", "2\n", "3\n"]) expect(writer.write(line)).toBeUndefined();
    expect(writes).toEqual([]);
    await turn();
    expect(writes).toEqual(["1\n2\n3\n"]);
  });

  it("do not wait for the turn's end once there are 16 KiB of them", () => {
    const { writer, writes } = slowStream();
    writer.write("x".repeat(16_384));
    expect(writes.length).toBe(1);
  });

  it("cost one promise for one stall, which the drain resolves", async () => {
    const { writer, take } = slowStream();
    const first = writer.write("x".repeat(20_000));
    expect(first).toBeInstanceOf(Promise);
    expect(writer.write("2\n")).toBe(first);
    expect(writer.queued).toBe(20_002);
    take();
    await turn();
    await first;
    expect(writer.write("3\n")).toBeUndefined();
  });

  it.each([
    ["an error", new Error("write EPIPE")],
    ["a close without one", undefined],
  ])("are swallowed after %s, told once, and nobody waits any more", async (_title, error) => {
    const { stream, writer, writes, failures } = slowStream();
    const stalled = writer.write("x".repeat(20_000));
    const flushed = writer.flushed();
    stream.destroy(error);
    await Promise.all([stalled, flushed]);
    expect(failures).toEqual([error]);
    expect(writer.write("more\n")).toBeUndefined();
    expect(writer.isGone).toBe(true);
    expect(writer.queued).toBe(writes.length === 0 ? 0 : stream.writableLength);
    await Promise.all([writer.flushed(), writer.end()]);
    await turn();
    expect(writes.length).toBe(1);
  });

  it("are all written before the end", async () => {
    const { stream, writer, writes, take } = slowStream();
    writer.write("1\n");
    const ended = writer.end();
    expect(writes).toEqual(["1\n"]);
    take();
    await ended;
    expect(stream.writableFinished).toBe(true);
    expect(writer.write("2\n")).toBeUndefined();
    await turn();
    expect(writes).toEqual(["1\n"]);
  });
});
