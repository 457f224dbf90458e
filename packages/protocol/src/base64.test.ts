import { expect, test } from "vitest";
import { fromBase64, fromBase64URL, toBase64, toBase64URL } from "./base64.js";

const lengths = [0, 1, 2, 3, 4, 5, 255, 256, 0x6000 - 1, 0x6000, 0x6001, 0x6002, 100_000];

test.each(lengths)("%i bytes are spelled as the platform spells them, and read back", (length) => {
  const bytes = Uint8Array.from({ length }, (_, at) => (at * 7 + (at >> 8)) & 0xff);
  expect(toBase64(bytes)).toBe(Buffer.from(bytes).toString("base64"));
  expect(fromBase64(toBase64(bytes))).toEqual(bytes);
  expect(toBase64URL(bytes)).toBe(Buffer.from(bytes).toString("base64url"));
  expect(fromBase64URL(toBase64URL(bytes))).toEqual(bytes);
});

test.each(["A", "AA==", "A+", "A/AA", "é", "AB", "AAAAA", "A A"])("%j was written by nobody here, for URLs", (text) => {
  expect(fromBase64URL(text)).toBeUndefined();
});

test.each(["A", "AA", "AA=", "AA===", "A-==", "A_AA", "é===", "AB==", "AAAAA", "A A=", "=", "====", "AAA=AAA="])(
  "%j was written by nobody here",
  (text) => {
    expect(fromBase64(text)).toBeUndefined();
  },
);
