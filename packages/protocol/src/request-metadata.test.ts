import { describe, expect, it } from "vitest";

import {
  isClientCapabilities,
  progressTokenOf,
  readRequestMetadata,
  serverInfoOf,
  stampRequestMetadata,
  stampResult,
  subscriptionIdOf,
  tagSubscription,
} from "./request-metadata.js";

const version = "io.modelcontextprotocol/protocolVersion";
const info = "io.modelcontextprotocol/clientInfo";
const capabilities = "io.modelcontextprotocol/clientCapabilities";
const level = "io.modelcontextprotocol/logLevel";

const least = { [version]: "2026-07-28", [capabilities]: {} };
const read = (meta: unknown) => readRequestMetadata({ _meta: meta });

describe("reading", () => {
  it("takes the least that is required", () => {
    expect(read(least)).toEqual({ protocolVersion: "2026-07-28", clientCapabilities: {} });
  });

  it("takes everything, and leaves unknown keys alone", () => {
    const clientInfo = { name: "c", version: "1", extra: [1] };
    const clientCapabilities = { elicitation: { url: {} }, roots: {}, "com.example/x": 7 };
    const all = {
      [version]: "2026-07-28",
      [info]: clientInfo,
      [capabilities]: clientCapabilities,
      [level]: "warning",
      progressToken: 0,
      "com.example/key": null,
    };
    expect(read(all)).toEqual({
      protocolVersion: "2026-07-28",
      clientInfo,
      clientCapabilities,
      logLevel: "warning",
      progressToken: 0,
    });
  });

  it.each<[string, unknown, string]>([
    ["no version (2026-07-28/basic/index#meta/5, 2026-07-28/basic/index#meta/6)", { [capabilities]: {} }, version],
    ["a version that is no string", { ...least, [version]: 20260728 }, version],
    [
      "a version that only the prototype has",
      Object.assign(Object.create({ [version]: "2026-07-28" }), { [capabilities]: {} }),
      version,
    ],
    [
      "no capabilities (2026-07-28/basic/index#meta/5, 2026-07-28/basic/index#meta/6)",
      { [version]: "2026-07-28" },
      capabilities,
    ],
    ["null capabilities", { ...least, [capabilities]: null }, capabilities],
    ["a list of capabilities", { ...least, [capabilities]: [] }, capabilities],
    ["a capability that is true", { ...least, [capabilities]: { sampling: true } }, capabilities],
    ["a client without a version", { ...least, [info]: { name: "c" } }, info],
    ["a null client", { ...least, [info]: null }, info],
    ["a client that is only a name", { ...least, [info]: "c" }, info],
    ["a level nobody knows", { ...least, [level]: "loud" }, level],
    ["a level in capitals", { ...least, [level]: "Debug" }, level],
    ["a level by number", { ...least, [level]: 3 }, level],
    [
      "a fractional progress token (2026-07-28/basic/patterns/progress#progress-flow/1)",
      { ...least, progressToken: 1.5 },
      "progressToken",
    ],
    ["a null progress token", { ...least, progressToken: null }, "progressToken"],
    ["a list for _meta", [], "_meta"],
    ["null for _meta", null, "_meta"],
  ])("refuses %s with -32602, naming the key", (_title, meta, key) => {
    const problem = read(meta);
    expect(problem).toMatchObject({ code: -32602, key });
    expect(problem).toHaveProperty("problem", expect.stringContaining(key));
  });

  it("refuses a request without params", () => {
    expect(readRequestMetadata(undefined)).toMatchObject({ code: -32602, key: "_meta" });
    expect(readRequestMetadata({})).toMatchObject({ code: -32602, key: "_meta" });
  });

  it.each<[string, unknown, boolean]>([
    ["an empty declaration", {}, true],
    [
      "a full declaration",
      { roots: { listChanged: true }, sampling: { tools: {}, context: {} }, elicitation: { form: {}, url: {} } },
      true,
    ],
    ["extensions with settings", { extensions: { "com.example/x": { a: 1 } }, experimental: {} }, true],
    ["an unknown capability of any shape", { future: true }, true],
    ["roots that are true", { roots: true }, false],
    ["a flag that is a string", { roots: { listChanged: "yes" } }, false],
    ["a mode that is true", { elicitation: { url: true } }, false],
    ["sampling tools that are null", { sampling: { tools: null } }, false],
    ["an extension without an object", { extensions: { "com.example/x": true } }, false],
    ["nothing", undefined, false],
  ])("judges %s", (_title, value, verdict) => {
    expect(isClientCapabilities(value)).toBe(verdict);
  });
});

describe("stamping", () => {
  const metadata = { protocolVersion: "2026-07-28", clientCapabilities: { roots: {} } };

  it("keeps the caller's params and keys, and changes nothing in place", () => {
    const params = Object.freeze({ name: "t", _meta: Object.freeze({ "com.example/k": 1, traceparent: "00-…" }) });
    expect(stampRequestMetadata(params, metadata)).toEqual({
      name: "t",
      _meta: { "com.example/k": 1, traceparent: "00-…", [version]: "2026-07-28", [capabilities]: { roots: {} } },
    });
  });

  it("overwrites keys that are ours, and drops those that the metadata leaves out", () => {
    const _meta = { [version]: "1900-01-01", [info]: { name: "liar" }, [level]: "debug", progressToken: "mine" };
    expect(stampRequestMetadata({ _meta }, metadata)._meta).toEqual({
      [version]: "2026-07-28",
      [capabilities]: { roots: {} },
    });
  });

  it("reads back what it stamped, id 0 and empty token included", () => {
    for (const progressToken of [0, "", 7, "7"]) {
      const all = { ...metadata, clientInfo: { name: "c", version: "1" }, logLevel: "info", progressToken } as const;
      const params = stampRequestMetadata(undefined, all);
      expect(readRequestMetadata(params)).toEqual(all);
      expect(progressTokenOf(params)).toBe(progressToken);
    }
  });

  it("lets a key called __proto__ survive as a key", () => {
    const _meta: unknown = JSON.parse('{"__proto__":{"x":1}}');
    const stamped = JSON.stringify(stampRequestMetadata({ _meta }, metadata));
    expect(stamped).toContain('"__proto__":{"x":1}');
  });

  it("says who answered, and keeps the rest of a result", () => {
    const serverInfo = { name: "s", version: "2" };
    const result = stampResult({ tools: [], _meta: { a: 1 } }, serverInfo);
    expect(result).toEqual({ tools: [], _meta: { a: 1, "io.modelcontextprotocol/serverInfo": serverInfo } });
    expect(serverInfoOf(result)).toBe(serverInfo);
    const bare = { tools: [] };
    expect(stampResult(bare, undefined)).toBe(bare);
    expect(serverInfoOf(bare)).toBeUndefined();
  });

  // 2026-07-28/basic/index#meta/15
  it.each([0, "", 1, "1"])("tags with the subscription id %j, type and value unchanged", (id) => {
    const tagged = tagSubscription({ uri: "a:b", _meta: { k: 1 } }, id);
    expect(tagged).toEqual({ uri: "a:b", _meta: { k: 1, "io.modelcontextprotocol/subscriptionId": id } });
    expect(subscriptionIdOf(tagged)).toBe(id);
    expect(subscriptionIdOf(tagSubscription(undefined, id))).toBe(id);
  });

  it.each([undefined, {}, { _meta: null }, { _meta: { "io.modelcontextprotocol/subscriptionId": null } }])(
    "finds no subscription id in %j",
    (body) => {
      expect(subscriptionIdOf(body)).toBeUndefined();
    },
  );
});
