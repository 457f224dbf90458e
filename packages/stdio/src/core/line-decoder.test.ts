import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { LineDecoder } from "./line-decoder.js";

const utf8 = new TextEncoder();
const TOO_LONG = { unreadable: "too-long" } as const;
const NOT_UTF8 = { unreadable: "not-utf8" } as const;
type Seen = string | typeof TOO_LONG | typeof NOT_UTF8;

function bytesOf(...parts: readonly (string | readonly number[])[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => (typeof part === "string" ? [...utf8.encode(part)] : part)));
}

function decode(chunks: readonly Uint8Array[], maxMessageBytes = 1 << 20): readonly Seen[] {
  const seen: Seen[] = [];
  const decoder = new LineDecoder(
    {
      receiveText: (text) => seen.push(text),
      receiveUnreadable: (reason) => seen.push(reason === "too-long" ? TOO_LONG : NOT_UTF8),
    },
    { maxMessageBytes },
  );
  for (const chunk of chunks) decoder.push(chunk);
  decoder.end();
  return seen;
}

function chunksOf(bytes: Uint8Array, size: number): readonly Uint8Array[] {
  const chunks: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += size) chunks.push(bytes.slice(at, at + size));
  return chunks;
}

interface Case {
  readonly title: string;
  readonly bytes: Uint8Array;
  readonly max?: number;
  readonly lines: readonly Seen[];
}

const cases: readonly Case[] = [
  { title: "several lines", bytes: bytesOf('{"a":1}\n{"b":2}\n'), lines: ['{"a":1}', '{"b":2}'] },
  { title: "CRLF endings, and mixed ones", bytes: bytesOf("1\r\n2\n3\r\n"), lines: ["1", "2", "3"] },
  { title: "a CR inside a line, which ends nothing", bytes: bytesOf("1\r2\n\r3\n"), lines: ["1\r2", "\r3"] },
  {
    title: "Unicode's line separators, which end nothing",
    bytes: bytesOf('"\u2028\u2029\u0085\u000b\u000c"\n'),
    lines: ['"\u2028\u2029\u0085\u000b\u000c"'],
  },
  { title: "characters of two, three and four bytes", bytes: bytesOf('"ü€😀"\n"😀"\n'), lines: ['"ü€😀"', '"😀"'] },
  { title: "blank lines, which the reader is told of", bytes: bytesOf("\n\r\n1\n"), lines: ["", "", "1"] },
  { title: "a byte order mark at the start", bytes: bytesOf("\uFEFF1\n2\n"), lines: ["1", "2"] },
  { title: "a byte order mark at a later line", bytes: bytesOf("1\n\uFEFF2\n"), lines: ["1", "2"] },
  { title: "a second byte order mark, which stays", bytes: bytesOf("\uFEFF\uFEFF1\n"), lines: ["\uFEFF1"] },
  { title: "a last line without ending", bytes: bytesOf("1\n2"), lines: ["1", "2"] },
  { title: "nothing", bytes: bytesOf(), lines: [] },
  {
    title: "invalid UTF-8, which harms only its own line",
    bytes: bytesOf("1\n", '"', [0xff], '"\n', "2\n", '"', [0xe2, 0x82], '"\n', "3\n"),
    lines: ["1", NOT_UTF8, "2", NOT_UTF8, "3"],
  },
  {
    title: "a character cut off by the end of its line",
    bytes: bytesOf("1\n", [0xf0, 0x9f, 0x98], "\n2\n"),
    lines: ["1", NOT_UTF8, "2"],
  },
  { title: "an encoded surrogate", bytes: bytesOf([0xed, 0xa0, 0x80], "\n1\n"), lines: [NOT_UTF8, "1"] },
  { title: "a line of exactly the limit", bytes: bytesOf("12345678\n1\n"), max: 8, lines: ["12345678", "1"] },
  {
    title: "a line of exactly the limit before CRLF",
    bytes: bytesOf("12345678\r\n1\n"),
    max: 8,
    lines: ["12345678", "1"],
  },
  { title: "a line one byte over the limit", bytes: bytesOf("1\n123456789\n2\n"), max: 8, lines: ["1", TOO_LONG, "2"] },
  {
    title: "an overlong line, reported once however long it is",
    bytes: bytesOf(`1\n${"x".repeat(500)}\n2\n${"x".repeat(12)}\r\n3\n`),
    max: 8,
    lines: ["1", TOO_LONG, "2", TOO_LONG, "3"],
  },
  { title: "an overlong line cut off by the end", bytes: bytesOf("1\n123456789x"), max: 8, lines: ["1", TOO_LONG] },
  { title: "a limit counted in bytes, not characters", bytes: bytesOf("€€€\n1\n"), max: 8, lines: [TOO_LONG, "1"] },
];

describe("lines come out the same however the bytes are cut", () => {
  it.each(cases)("$title", ({ bytes, max, lines }) => {
    expect(decode([bytes], max), "in one piece").toEqual(lines);
    expect(decode(chunksOf(bytes, 1), max), "byte by byte").toEqual(lines);
    for (let at = 0; at <= bytes.length; at++) {
      const seen = decode([bytes.slice(0, at), bytes.slice(at)], max);
      expect(seen, `cut at ${at}`).toEqual(lines);
    }
  });

  it("in pieces around the size from which chunks are kept instead of copied", () => {
    const lines = [JSON.stringify("ü".repeat(30_000)), "1", JSON.stringify("x".repeat(70_000))];
    const bytes = bytesOf(lines.map((line) => `${line}\n`).join(""));
    for (const size of [7, 1000, 1023, 1024, 1025, 4096, 16_384, 65_536]) {
      expect(decode(chunksOf(bytes, size)), `${size} bytes each`).toEqual(lines);
    }
    // Small and large pieces in turn: the order of what is copied and what is kept must hold.
    const mixed: Uint8Array[] = [];
    for (let at = 0, turn = 0; at < bytes.length; turn++) {
      const size = turn % 3 === 0 ? 2000 : 3;
      mixed.push(bytes.slice(at, at + size));
      at += size;
    }
    expect(decode(mixed)).toEqual(lines);
  });

  it("from a caller that lets go of small chunks by overwriting them", () => {
    // Small pieces are copied, so a host that reuses a small buffer does no harm.
    const seen: string[] = [];
    const decoder = new LineDecoder(
      { receiveText: (text) => seen.push(text), receiveUnreadable: (reason) => expect.unreachable(reason) },
      { maxMessageBytes: 100 },
    );
    const buffer = new Uint8Array(1);
    for (const byte of bytesOf('"hello"\n')) {
      buffer[0] = byte;
      decoder.push(buffer);
    }
    expect(seen).toEqual(['"hello"']);
  });
});

describe("how an overlong line begins", () => {
  const line = `{"id":"ü","result":"${"x".repeat(600)}"}`;
  const bytes = bytesOf(line, "\n1\n");

  it.each([1, 2, 7, 100, 256, 257, bytes.length])("is told, cut into %i bytes", (size) => {
    const starts: unknown[] = [];
    const decoder = new LineDecoder(
      { receiveText: (text) => starts.push(text), receiveUnreadable: (reason, start) => starts.push(reason, start) },
      { maxMessageBytes: 300 },
    );
    for (const chunk of chunksOf(bytes, size)) decoder.push(chunk);
    // The umlaut is two bytes.
    expect(starts).toEqual(["too-long", line.slice(0, 255), "1"]);
  });
});

describe("what it costs", () => {
  function millisecondsFor(megabytes: number, chunk: number): number {
    const piece = new Uint8Array(chunk).fill(0x61);
    const decoder = new LineDecoder(
      { receiveText: () => {}, receiveUnreadable: (reason) => expect.unreachable(reason) },
      { maxMessageBytes: 1 << 30 },
    );
    // CPU time: the machine may be busy with something else.
    const start = process.cpuUsage();
    for (let at = 0; at < megabytes * 1_000_000; at += chunk) decoder.push(piece);
    decoder.push(bytesOf("\n"));
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  }

  it.each([64, 4096, 65_536])(
    "stays linear: a line of 16 MB in %i-byte chunks is not dearer per byte than one of 2 MB",
    (chunk) => {
      millisecondsFor(2, chunk);
      const small = Math.min(...[0, 1, 2].map(() => millisecondsFor(2, chunk)));
      const large = Math.min(...[0, 1].map(() => millisecondsFor(16, chunk)));
      // Eight times the bytes; a quadratic reader needs sixty-four times the time. The constant absorbs timer noise.
      expect(large).toBeLessThan(small * 24 + 30);
    },
  );

  it("lets a long line go once it has been handed over", async () => {
    setFlagsFromString("--expose-gc");
    const collect: unknown = runInNewContext("gc");
    if (typeof collect !== "function") return expect.unreachable("the collector cannot be called");
    let length = 0;
    const decoder = new LineDecoder(
      { receiveText: (text) => (length = text.length), receiveUnreadable: (reason) => expect.unreachable(reason) },
      { maxMessageBytes: 1 << 30 },
    );
    const piece = new Uint8Array(512).fill(0x61);
    const held = (): number => {
      collect();
      return process.memoryUsage().arrayBuffers;
    };
    // What earlier tests left behind goes first.
    for (let turns = 0; turns < 10; turns++) {
      held();
      await new Promise((go) => setImmediate(go));
    }
    const before = held();
    for (let at = 0; at < 60_000; at++) decoder.push(piece);
    expect(held() - before).toBeGreaterThan(30_000_000);
    decoder.push(bytesOf("\n"));
    // The collector may want a turn of the event loop before it gives memory back.
    for (let tries = 0; tries < 50 && held() - before >= 1_000_000; tries++)
      await new Promise((go) => setImmediate(go));
    expect(held() - before).toBeLessThan(1_000_000);
    expect(length).toBe(30_720_000);
    decoder.push(bytesOf("1\n"));
    expect(length).toBe(1);
  });

  it("holds no more than the limit of an endless line", () => {
    let reports = 0;
    const decoder = new LineDecoder(
      { receiveText: (text) => expect.unreachable(text), receiveUnreadable: () => reports++ },
      { maxMessageBytes: 100_000 },
    );
    // Small enough to be copied rather than kept, so what the decoder holds shows in the buffers of the process.
    const piece = new Uint8Array(512).fill(0x61);
    const before = process.memoryUsage().arrayBuffers;
    for (let at = 0; at < 100_000; at++) decoder.push(piece);
    expect(reports).toBe(1);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(5_000_000);
    decoder.push(bytesOf("\n1"));
  });
});
