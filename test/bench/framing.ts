/** Framing alone: the cost of getting large messages out of small chunks, against keeping the chunks and joining them once. */
import { parseMessage } from "@mcpwire/jsonrpc";
import { LineDecoder } from "@mcpwire/stdio";
import { median } from "./table.js";

export interface FramingResult {
  readonly chunk: number;
  readonly floorMs: number;
  readonly oursMs: number;
  readonly ratio: number;
}

const messageBytes = 10 * 1024 * 1024;

export function framingRatios(reps: number): FramingResult[] {
  const line = Buffer.from(
    `${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "echo", arguments: { items: items() } } })}\n`,
  );
  return [4 * 1024, 64 * 1024].map((chunk) => {
    const floor: number[] = [];
    const ours: number[] = [];
    for (let rep = -1; rep < reps; rep++) {
      const floorMs = time(() => floorFraming(line, chunk));
      const oursMs = time(() => ourFraming(line, chunk));
      if (rep < 0) continue;
      floor.push(floorMs);
      ours.push(oursMs);
    }
    return {
      chunk,
      floorMs: median(floor),
      oursMs: median(ours),
      ratio: median(ours.map((ms, i) => ms / (floor[i] ?? Number.NaN))),
    };
  });
}

function* cut(line: Buffer, size: number): Generator<Buffer> {
  for (let at = 0; at < line.length; at += size) yield Buffer.from(line.subarray(at, at + size));
}

function floorFraming(line: Buffer, size: number): void {
  const kept: Buffer[] = [];
  for (const chunk of cut(line, size)) kept.push(chunk);
  const message: unknown = JSON.parse(Buffer.concat(kept).toString("utf8"));
  if (typeof message !== "object") throw new Error("the floor lost the message");
}

function ourFraming(line: Buffer, size: number): void {
  let messages = 0;
  const decoder = new LineDecoder(
    {
      receiveText(text) {
        if (parseMessage(text).type === "request") messages++;
      },
      receiveUnreadable(reason) {
        throw new Error(reason);
      },
    },
    { maxMessageBytes: 32 * 1024 * 1024 },
  );
  for (const chunk of cut(line, size)) decoder.push(chunk);
  if (messages !== 1) throw new Error("the decoder lost the message");
}

/** Objects as tools send them: many short strings and numbers, 10 MB of JSON in all. */
function items(): object[] {
  const item = {
    id: 123_456,
    name: "a record of the usual kind",
    tags: ["one", "two", "three"],
    score: 0.75,
    note: "x".repeat(100),
  };
  return Array.from({ length: Math.floor(messageBytes / JSON.stringify(item).length) }, () => item);
}

function time(run: () => void): number {
  const began = performance.now();
  run();
  return performance.now() - began;
}
