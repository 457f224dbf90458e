import { describe, expect, test, vi } from "vitest";
import { webCryptoSealer } from "./sealer.js";

const key = (letter: string): string => letter.repeat(32);

describe("sealing", () => {
  test.each(["", "hi", "ü\ud800 \0", "x".repeat(100_000)])(
    "%# what was sealed opens with the same binding",
    async (text) => {
      const sealer = webCryptoSealer([key("a")]);
      const wellFormed = Buffer.from(text).toString();
      expect(await sealer.open(await sealer.seal(text, "bound"), "bound")).toBe(wellFormed);
    },
  );

  test("two seals of one text differ, and show nothing of it", async () => {
    const sealer = webCryptoSealer([key("a")]);
    const [one, two] = [await sealer.seal("secret", "b"), await sealer.seal("secret", "b")];
    expect(one).not.toBe(two);
    expect(one).not.toContain(Buffer.from("secret").toString("base64url"));
  });

  test("another binding does not open it", async () => {
    const sealer = webCryptoSealer([key("a")]);
    expect(await sealer.open(await sealer.seal("x", "mine"), "yours")).toBeUndefined();
  });

  test("a token that differs in any character does not open", async () => {
    const sealer = webCryptoSealer([key("a")]);
    const token = await sealer.seal("x", "b");
    for (let at = 0; at < token.length; at += 1) {
      const other = token[at] === "A" ? "B" : "A";
      expect(
        await sealer.open(token.slice(0, at) + other + token.slice(at + 1), "b"),
        `at ${String(at)}`,
      ).toBeUndefined();
    }
  });

  test("a token that was cut or lengthened does not open", async () => {
    const sealer = webCryptoSealer([key("a")]);
    const token = await sealer.seal("x", "b");
    for (let length = 0; length < token.length; length += 1) {
      expect(await sealer.open(token.slice(0, length), "b")).toBeUndefined();
    }
    for (const tail of ["-TAMPERED", "A", "=", " ", "\0"]) expect(await sealer.open(token + tail, "b")).toBeUndefined();
  });

  test.each(["", "s1.", "s1.AAAA", "s2.AAAA", "garbage", "s1.é"])(
    "the foreign token %j does not open",
    async (token) => {
      expect(await webCryptoSealer([key("a")]).open(token, "b")).toBeUndefined();
    },
  );
});

describe("keys", () => {
  test("rotation: the first seals, each of them opens, a dropped one no longer does", async () => {
    const old = webCryptoSealer([key("a")]);
    const rotated = webCryptoSealer([key("b"), key("a")]);
    const dropped = webCryptoSealer([key("b")]);
    const [byOld, byNew] = [await old.seal("x", ""), await rotated.seal("x", "")];
    expect(await rotated.open(byOld, "")).toBe("x");
    expect(await dropped.open(byNew, "")).toBe("x");
    expect(await old.open(byNew, "")).toBeUndefined();
    expect(await dropped.open(byOld, "")).toBeUndefined();
  });

  test("bytes serve as well as text", async () => {
    const bytes = new TextEncoder().encode(key("a"));
    expect(await webCryptoSealer([bytes]).open(await webCryptoSealer([key("a")]).seal("x", ""), "")).toBe("x");
  });

  test("without keys each sealer has one of its own", async () => {
    const [one, two] = [webCryptoSealer(), webCryptoSealer()];
    const token = await one.seal("x", "");
    expect(await one.open(token, "")).toBe("x");
    expect(await two.open(token, "")).toBeUndefined();
  });

  test("a short key is refused at once", () => {
    expect(() => webCryptoSealer(["x".repeat(31)])).toThrow(/32 bytes/);
  });

  test("a host without WebCrypto is told so when something must be sealed, not before", async () => {
    vi.stubGlobal("crypto", undefined);
    const sealer = webCryptoSealer();
    vi.unstubAllGlobals();
    await expect(sealer.seal("x", "")).rejects.toThrow(/requestState\.sealer/);
  });
});
