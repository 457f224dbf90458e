import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { withoutSecrets } from "./without-secrets.js";

const secret = "canary-1";
const ring: { self?: unknown; said?: string } = {};
ring.self = ring;

describe("an error that is reported", () => {
  it.each<[string, unknown]>([
    ["none", undefined],
    ["text", "down"],
    ["an error", new Error("down", { cause: new Error("ECONNREFUSED") })],
    ["an error with members", Object.assign(new Error("down"), { code: "X", at: { port: 1 } })],
    ["a ring", ring],
  ])("is what it was where it holds no secret: %s", (_title, error) => {
    expect(withoutSecrets(error, [secret, ""])).toBe(error);
  });

  it.each<[string, unknown]>([
    ["text", `down for ${secret}`],
    ["its message", new Error(`bad token ${secret}`)],
    ["its cause", new Error("down", { cause: new Error(secret) })],
    ["its members", Object.assign(new Error("down"), { config: { headers: { authorization: `Bearer ${secret}` } } })],
    ["a list", Object.assign(new Error("down"), { sent: [{ body: `token=${secret}` }] })],
    ["a hidden member", Object.defineProperty(new Error("down"), "token", { value: secret })],
    ["headers", Object.assign(new Error("down"), { headers: new Headers({ authorization: secret }) })],
    ["its class's own", Object.assign(new Error("down"), { map: new Map([["token", secret]]) })],
    ["a depth that nobody looks into", { a: { b: { c: { d: { e: { f: { g: secret } } } } } } }],
    ["a ring", { ...ring, said: secret }],
  ])("is another where a secret is in %s", (_title, error) => {
    const shown = withoutSecrets(error, [secret]);
    expect(inspect(shown, { depth: 20, showHidden: true })).not.toContain(secret);
    expect(shown).toBeInstanceOf(Error);
  });

  it("still says what happened", () => {
    expect(withoutSecrets(new Error(`GET /x?token=${secret} failed`), [secret])).toMatchObject({
      message: "GET /x?token=… failed",
    });
  });
});
