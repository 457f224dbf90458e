/** Every case runs with both majors of the parser, whole and cut at every position. */
import { isTransportError } from "@mcpwire/jsonrpc";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { SseDecoder as Decoder, SseEvent } from "./decoder.js";

type Seen = SseEvent | { readonly retry: number };

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const message = (data: string, id?: string): SseEvent => ({
  type: "message",
  data,
  ...(id === undefined ? {} : { id }),
});

const cases: readonly (readonly [title: string, stream: string, seen: readonly Seen[]])[] = [
  ["one event", "data: a\n\n", [message("a")]],
  ["an event without a blank after the colon", "data:a\n\n", [message("a")]],
  ["an event that ends in CRLF CRLF", "data: a\r\n\r\n", [message("a")]],
  ["an event that ends in CR CR", "data: a\r\r", [message("a")]],
  ["mixed line ends", "data: a\r\ndata: b\rdata: c\n\r\ndata: d\n\n", [message("a\nb\nc"), message("d")]],
  ["lines of data, joined with LF", "data: a\ndata:\ndata: b\n\n", [message("a\n\nb")]],
  ["data whose last line is empty", "data: a\ndata:\n\n", [message("a\n")]],
  ["an id and data", "id: 7\ndata: a\n\n", [message("a", "7")]],
  [
    "the priming event: its id is kept, though it has no data [2025-11-25/basic/transports#sending-messages-to-the-server/10]",
    "id: prime\ndata:\n\nid: next\ndata: a\n\n",
    [message("", "prime"), message("a", "next")],
  ],
  ["an id without any data line", "id: 8\n\ndata: a\n\n", [message("", "8"), message("a")]],
  ["an empty id, which takes the last one back", "id\ndata: a\n\n", [message("a", "")]],
  ["an id with NUL, which is none", "id: a\u0000b\ndata: a\n\n", [message("a")]],
  ["other types", "event: endpoint\ndata: /m\n\ndata: a\n\n", [{ type: "endpoint", data: "/m" }, message("a")]],
  ["a type that is empty: it is message", "event:\ndata: a\n\n", [message("a")]],
  ["a type that is message", "event: message\ndata: a\n\n", [message("a")]],
  ["a type without data, which is no event and does not stick", "event: x\n\ndata: a\n\n", [message("a")]],
  ["comments, fields of the future and bare words", ": hi\n:\nfuture: 1\nword\ndata: a\n\n", [message("a")]],
  ["retry, heard before its event", "retry: 1500\ndata: a\n\n", [{ retry: 1500 }, message("a")]],
  ["a retry that is no number, which raises nothing", "retry: soon\nretry: -1\nretry\ndata: a\n\n", [message("a")]],
  ["a huge retry, which is the business of others", "retry: 100000000000000000000\n\n", [{ retry: 1e20 }]],
  ["many blank lines", "\n\n\ndata: a\n\n\n\n\ndata: b\n\n\n", [message("a"), message("b")]],
  ["a byte order mark before the first event", "\uFEFFdata: a\n\n", [message("a")]],
  ["text beyond ASCII, and outside the basic plane", "data: grüße 你 🙂\n\n", [message("grüße 你 🙂")]],
  ["a U+FEFF inside the data, which stays", "data: a\uFEFFb\n\n", [message("a\uFEFFb")]],
  ["a line separator inside the data, which ends no line", "data: a\u2028b\u0085c\n\n", [message("a\u2028b\u0085c")]],
  ["the end inside an event, which discards it", "data: a\n\nid: 2\ndata: lost\n", [message("a")]],
  ["the end inside a line, which discards it", "data: a\n\ndata: lost", [message("a")]],
  ["nothing", "", []],
];

describe.each(["eventsource-parser", "eventsource-parser-4"])("the decoder on %s", (parser) => {
  let SseDecoder: typeof Decoder;

  beforeAll(async () => {
    vi.resetModules();
    vi.doMock("eventsource-parser", () => vi.importActual(parser));
    ({ SseDecoder } = await import("./decoder.js"));
  });
  afterAll(() => void vi.doUnmock("eventsource-parser"));

  function decode(chunks: Iterable<Uint8Array>, maxEventBytes = 1 << 20): Seen[] {
    const seen: Seen[] = [];
    const decoder = new SseDecoder(
      { event: (event) => seen.push(event), retry: (retry) => seen.push({ retry }) },
      { maxEventBytes },
    );
    for (const chunk of chunks) decoder.push(chunk);
    return seen;
  }

  it.each(cases)("reads %s, however the bytes are cut", (_title, stream, seen) => {
    const whole = bytes(stream);
    expect(decode([whole])).toEqual(seen);
    for (let cut = 0; cut <= whole.length; cut++) {
      expect(decode([whole.subarray(0, cut), whole.subarray(cut)]), `cut at ${cut}`).toEqual(seen);
    }
    expect(decode(Array.from(whole, (byte) => Uint8Array.of(byte))), "byte by byte").toEqual(seen);
  });

  it("gives an event whose last line ends in a bare CR at the end of a chunk at once", () => {
    expect(decode([bytes("data: a\r\r")])).toEqual([message("a")]);
  });

  it.each([
    ["an event just within the limit", `data: ${"x".repeat(94)}\n\n`, true],
    ["an event beyond the limit", `data: ${"x".repeat(200)}\n\n`, false],
    ["an event that never ends", `data: ${"x".repeat(200)}`, false],
    ["an event of many short lines beyond the limit", `${"data: x\n".repeat(30)}\n`, false],
    ["an event beyond the limit in bytes, not in characters", `data: ${"你".repeat(60)}\n\n`, false],
    ["a comment beyond the limit", `:${"x".repeat(200)}`, false],
    ["many events, each within the limit", `data: ${"x".repeat(60)}\n\n`.repeat(50), true],
    ["many comments, each within the limit", ": keep-alive\n\n".repeat(50), true],
  ])("%s: fails once, with a typed error, only beyond it", (_title, stream, isTaken) => {
    const whole = bytes(stream);
    for (const size of [1, 7, 64, whole.length]) {
      const chunks: Uint8Array[] = [];
      for (let at = 0; at < whole.length; at += size) chunks.push(whole.subarray(at, at + size));
      let error: unknown;
      try {
        decode(chunks, 102);
      } catch (caught) {
        error = caught;
      }
      if (isTaken) expect(error, `chunks of ${size}`).toBeUndefined();
      else {
        expect(isTransportError(error), `chunks of ${size}`).toBe(true);
        expect(error).toMatchObject({ code: "budget", data: { limit: "maxMessageBytes", max: 102 } });
      }
    }
  });

  it("takes a huge event in tiny chunks in linear time", () => {
    const feed = (megabytes: number): number => {
      const chunk = bytes("x".repeat(1024));
      const seen: number[] = [];
      const decoder = new SseDecoder(
        { event: ({ data }) => seen.push(data.length), retry: () => undefined },
        { maxEventBytes: 1 << 30 },
      );
      // CPU time, in ms: the machine may be busy with something else.
      const began = process.cpuUsage();
      decoder.push(bytes("data: "));
      for (let at = 0; at < megabytes * 1024; at++) decoder.push(chunk);
      decoder.push(bytes("\n\n"));
      expect(seen).toEqual([megabytes * 1024 * 1024]);
      const { user, system } = process.cpuUsage(began);
      return (user + system) / 1000;
    };
    feed(1);
    const small = Math.min(feed(2), feed(2));
    const large = Math.min(feed(16), feed(16));
    // 8 times the bytes; quadratic would be 64 times the time. The constant absorbs the collector.
    expect(large).toBeLessThan(small * 24 + 30);
  });
});
