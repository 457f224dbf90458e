import { describe, expect, it } from "vitest";

import { isProtocolError } from "@mcpwire/jsonrpc";

import {
  headerMismatch,
  isRecognizedModernError,
  isResourceNotFound,
  missingRequiredClientCapability,
  protocolErrorOf,
  resourceNotFound,
  supportedVersionsOf,
  unsupportedProtocolVersion,
  urlElicitationRequired,
} from "./error-codes.js";
import * as vocabulary from "./index.js";

// 2026-07-28/basic/index#error-codes/1 2026-07-28/basic/index#error-codes/2 2026-07-28/basic/index#error-codes/8
it("every error code of this package is one that a revision defines; none is new in the range of old servers", () => {
  const codes = Object.values(vocabulary).filter((value) => typeof value === "number" && value < 0);
  expect(codes.toSorted()).toEqual([-32002, -32020, -32021, -32022, -32042]);
});

describe("constructors", () => {
  // 2026-07-28/basic/index#error-codes/5
  it.each([
    ["header-mismatch", headerMismatch("Mcp-Name is missing"), -32020, undefined],
    [
      "missing-required-client-capability",
      // 2026-07-28/basic/index#meta/10
      missingRequiredClientCapability({ elicitation: { url: {} } }),
      -32021,
      { requiredCapabilities: { elicitation: { url: {} } } },
    ],
    [
      "unsupported-protocol-version",
      // 2026-07-28/basic/versioning#protocol-version-negotiation/1
      unsupportedProtocolVersion("1900-01-01", ["2026-07-28", "2025-11-25"]),
      -32022,
      { supported: ["2026-07-28", "2025-11-25"], requested: "1900-01-01" },
    ],
    ["resource-not-found", resourceNotFound("file:///x"), -32602, { uri: "file:///x" }],
    ["resource-not-found", resourceNotFound("file:///x", -32002), -32002, { uri: "file:///x" }],
    // 2025-11-25/client/elicitation#url-elicitation-required-error/3
    [
      "url-elicitation-required",
      urlElicitationRequired([{ mode: "url" }]),
      -32042,
      { elicitations: [{ mode: "url" }] },
    ],
  ])("%s has its number, its name and its data", (code, error, rpcCode, data) => {
    expect(isProtocolError(error)).toBe(true);
    expect(error).toMatchObject({ code, rpcCode });
    expect(error.data).toEqual(data);
    expect(error.message).not.toBe("");
  });

  it("shortens a foreign text in a message, but not in the data", () => {
    const requested = "9".repeat(5000);
    const error = unsupportedProtocolVersion(requested, ["2026-07-28"]);
    expect(error.message.length).toBeLessThan(300);
    expect(error.data).toMatchObject({ requested });
  });
});

describe("a peer's errors", () => {
  it.each([
    [-32020, "header-mismatch"],
    [-32021, "missing-required-client-capability"],
    [-32022, "unsupported-protocol-version"],
    [-32002, "resource-not-found"],
    [-32042, "url-elicitation-required"],
    [-32602, "invalid-params"],
    [-32000, "rpc-error"],
    [42, "rpc-error"],
  ])("%i is named %s", (rpcCode, code) => {
    expect(protocolErrorOf({ code: rpcCode, message: "m", data: 0 })).toMatchObject({
      code,
      rpcCode,
      message: "m",
      data: 0,
    });
  });

  it.each([
    [-32020, true],
    [-32021, true],
    [-32022, true],
    [-32601, false],
    [-32602, false],
    [-32000, false],
    [-32002, false],
    [-32042, false],
  ])("%i proves a modern server: %s", (code, verdict) => {
    expect(isRecognizedModernError(code)).toBe(verdict);
  });

  // 2026-07-28/basic/index#error-codes/7
  it.each([
    [{ rpcCode: -32002 }, true],
    [{ rpcCode: -32002, data: null }, true],
    [{ rpcCode: -32602, data: { uri: "a:b" } }, true],
    [{ rpcCode: -32602, data: {} }, false],
    [{ rpcCode: -32602 }, false],
    [{ rpcCode: -32603, data: { uri: "a:b" } }, false],
  ])("%j means that a resource does not exist: %s", (error, verdict) => {
    expect(isResourceNotFound(error)).toBe(verdict);
  });

  it.each<[unknown, readonly string[] | undefined]>([
    [{ supported: ["2025-11-25", 7, null] }, ["2025-11-25"]],
    [{ supported: [] }, []],
    [{ supported: "2025-11-25" }, undefined],
    [{}, undefined],
    [null, undefined],
    [Object.create({ supported: ["2025-11-25"] }), undefined],
  ])("data %j lists the versions %j", (data, versions) => {
    expect(supportedVersionsOf(data)).toEqual(versions);
  });
});
