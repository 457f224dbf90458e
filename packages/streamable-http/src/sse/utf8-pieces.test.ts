import { describe, expect, it } from "vitest";
import { Utf8Pieces } from "./utf8-pieces.js";

const bytesOf = (text: string) => new TextEncoder().encode(text);

function textOf(pieces: readonly Uint8Array[]): string {
  const text = new Utf8Pieces();
  return pieces.map((piece) => text.take(piece)).join("") + text.end();
}

describe("text in pieces", () => {
  const whole = new TextEncoder().encode("\ufeffa\ufeffbé\ufeff€😀\n\ufeff{}\ufeff");
  const expected = new TextDecoder().decode(whole);

  it("is the same wherever it is cut in two, but for one byte order mark at its start", () => {
    for (let at = 0; at <= whole.length; at++) {
      expect(textOf([whole.subarray(0, at), whole.subarray(at)])).toBe(expected);
    }
  });

  it("is the same wherever it is cut in three, and byte by byte", () => {
    for (let a = 0; a <= whole.length; a++) {
      for (let b = a; b <= whole.length; b++) {
        expect(textOf([whole.subarray(0, a), whole.subarray(a, b), whole.subarray(b)])).toBe(expected);
      }
    }
    expect(textOf([...whole].map((byte) => Uint8Array.of(byte)))).toBe(expected);
  });

  it.each([
    ["a byte that begins nothing", [0x61, 0xff, 0x62]],
    ["a character that is broken off", [0x61, 0xe2, 0x82]],
    ["one that is broken off before another", [0xe2, 0x82, 0x61]],
    ["a surrogate", [0xed, 0xa0, 0x80, 0x61]],
    ["nothing", []],
  ])("reads %s as TextDecoder does, however it is cut", (_what, values) => {
    const bytes = Uint8Array.from(values);
    const decoded = new TextDecoder().decode(bytes);
    for (let at = 0; at <= bytes.length; at++) {
      expect(textOf([bytes.subarray(0, at), bytes.subarray(at)])).toBe(decoded);
    }
  });

  it("says each piece at once where it ends with a character", () => {
    const text = new Utf8Pieces();
    expect([text.take(bytesOf("one ")), text.take(bytesOf("two ")), text.end()]).toEqual(["one ", "two ", ""]);
  });

  it("does not mix two texts", () => {
    const [a, b] = [new Utf8Pieces(), new Utf8Pieces()];
    const [start, end] = [bytesOf("é").subarray(0, 1), bytesOf("é").subarray(1)];
    expect([a.take(start), b.take(bytesOf("x")), a.take(end), b.end()]).toEqual(["", "x", "é", ""]);
  });
});
