import { notification, request, resultResponse } from "@mcpwire/jsonrpc";
import { describe, expect, it } from "vitest";
import { challengeResponse, readAuthorization, type ChallengeFields, type Schemes } from "./bearer.js";
import { parseChallenges } from "./challenge.js";
import { expandScopes, scopesOf, scopesOfClaims, type ScopeRules } from "./operation-scopes.js";

const resourceMetadata = "https://mcp.example.com/.well-known/oauth-protected-resource/mcp";

describe("Authorization", () => {
  it.each<[string, string | undefined, object]>([
    ["absent", undefined, { type: "none" }],
    ["empty", " ", { type: "none" }],
    ["of another scheme", "Basic abc", { type: "none" }],
    ["a bearer token", "Bearer abc", { type: "token", scheme: "Bearer", token: "abc" }],
    ["in capitals, with blanks", "  bEARER   abc== ", { type: "token", scheme: "Bearer", token: "abc==" }],
    ["a bound token", "DPoP abc", { type: "token", scheme: "DPoP", token: "abc" }],
    ["a scheme alone", "Bearer", { type: "malformed" }],
    ["two words", "Bearer a b", { type: "malformed" }],
    ["two headers", "Bearer a, Bearer b", { type: "malformed" }],
    ["two tokens", "Bearer a,b", { type: "malformed" }],
  ])("%s", (_title, field, expected) => {
    expect(readAuthorization(field)).toEqual(expected);
  });
});

describe("the challenge", () => {
  const bearer: Schemes = { bearer: true, dpop: undefined };
  // 2025-03-26/basic/authorization#error-handling/1 2025-06-18/basic/authorization#error-handling/1
  // 2025-11-25/basic/authorization#error-handling/1 2026-07-28/basic/authorization/index#error-handling/1
  // 2025-11-25/basic/authorization#runtime-insufficient-scope-errors/1
  // 2026-07-28/basic/authorization/index#runtime-insufficient-scope-errors/1
  it.each<[string, Partial<ChallengeFields>, Schemes, number, string]>([
    ["without a token", {}, bearer, 401, `Bearer resource_metadata="${resourceMetadata}"`],
    [
      "without a token, with scopes",
      { scope: "a b" },
      bearer,
      401,
      `Bearer scope="a b", resource_metadata="${resourceMetadata}"`,
    ],
    [
      "for a bad token",
      { error: "invalid_token", description: "x" },
      bearer,
      401,
      `Bearer error="invalid_token", error_description="x", resource_metadata="${resourceMetadata}"`,
    ],
    [
      "for a bad header",
      { error: "invalid_request" },
      bearer,
      400,
      `Bearer error="invalid_request", resource_metadata="${resourceMetadata}"`,
    ],
    [
      "for missing scopes",
      { error: "insufficient_scope", scope: "w" },
      bearer,
      403,
      `Bearer error="insufficient_scope", scope="w", resource_metadata="${resourceMetadata}"`,
    ],
    [
      "that offers both schemes",
      {},
      { bearer: true, dpop: ["ES256", "EdDSA"] },
      401,
      `Bearer resource_metadata="${resourceMetadata}", DPoP resource_metadata="${resourceMetadata}", algs="ES256 EdDSA"`,
    ],
    [
      "for a bad proof",
      { error: "invalid_dpop_proof" },
      { bearer: true, dpop: ["ES256"] },
      401,
      `DPoP error="invalid_dpop_proof", resource_metadata="${resourceMetadata}", algs="ES256"`,
    ],
  ])("%s", (_title, fields, schemes, status, header) => {
    const response = challengeResponse({ resourceMetadata, ...fields }, schemes);
    expect([response.status, response.headers["WWW-Authenticate"]]).toEqual([status, header]);
    expect(parseChallenges(response.headers["WWW-Authenticate"]).length).toBeGreaterThan(0);
  });

  it("carries nothing that a header must not", () => {
    const { headers } = challengeResponse(
      { resourceMetadata, error: "invalid_token", description: 'a"b\\c\r\nd: é' },
      bearer,
    );
    expect(headers["WWW-Authenticate"]).toContain(String.raw`error_description="a\"b\\cd: "`);
  });
});

describe("the scopes of an operation", () => {
  const rules: ScopeRules = {
    required: ["base"],
    tools: { write: ["w1", "w2"], plain: [] },
    of: ({ method, name }) => (method === "resources/read" && name === "secret://x" ? ["secrets"] : []),
  };

  // 2025-11-25/basic/authorization#runtime-insufficient-scope-errors/2
  // 2025-11-25/basic/authorization#runtime-insufficient-scope-errors/3
  // 2025-11-25/basic/authorization#runtime-insufficient-scope-errors/4
  // 2026-07-28/basic/authorization/index#runtime-insufficient-scope-errors/2
  // 2026-07-28/basic/authorization/index#runtime-insufficient-scope-errors/3
  // 2026-07-28/basic/authorization/index#runtime-insufficient-scope-errors/4
  it.each([
    ["a tool", request(1, "tools/call", { name: "write" }), ["base", "w1", "w2"]],
    ["a tool without scopes", request(1, "tools/call", { name: "plain" }), ["base"]],
    ["a tool named like a prototype's member", request(1, "tools/call", { name: "constructor" }), ["base"]],
    ["another method with the tool's name", request(1, "prompts/get", { name: "write" }), ["base"]],
    ["what only a function can tell", request(1, "resources/read", { uri: "secret://x" }), ["base", "secrets"]],
    [
      "a resource, whatever name is put beside its URI",
      request(1, "resources/read", { uri: "secret://x", name: "harmless" }),
      ["base", "secrets"],
    ],
    [
      "a tool, whatever URI is put beside its name",
      request(1, "tools/call", { name: "write", uri: "x" }),
      ["base", "w1", "w2"],
    ],
    ["a notification", notification("notifications/initialized"), ["base"]],
    ["an answer", resultResponse(1, {}), ["base"]],
  ])("all in one list: %s", (_title, message, scopes) => {
    expect(scopesOf(message, rules)).toEqual(scopes);
  });

  it.each([
    ["tools/call", { name: "n", uri: "u" }, "n"],
    ["prompts/get", { name: "n", uri: "u" }, "n"],
    ["resources/read", { name: "n", uri: "u" }, "u"],
    ["resources/subscribe", { name: "n", uri: "u" }, "u"],
    ["resources/read", { name: "n" }, undefined],
    ["example/both", { name: "n", uri: "u" }, undefined],
  ])("are asked for by the member that %s acts on: %j is %s", (method, params, name) => {
    const seen: (string | undefined)[] = [];
    scopesOf(request(1, method, params), { of: (operation) => (seen.push(operation.name), []) });
    expect(seen).toEqual([name]);
  });

  // 2026-07-28/basic/authorization/index#step-up-authorization-flow/7
  it("are held by a broader one, however many steps away, and in circles", () => {
    const implied = { admin: ["write"], write: ["read"], read: ["admin"] };
    expect([...expandScopes(["admin"], implied)].sort()).toEqual(["admin", "read", "write"]);
    expect([...expandScopes(["constructor"], implied)]).toEqual(["constructor"]);
  });

  it.each([
    [{ scope: "a  b" }, ["a", "b"]],
    [{ scope: ["a", 1] }, ["a"]],
    [{ scp: ["a"] }, ["a"]],
    [{ scp: "a b" }, ["a", "b"]],
    [{}, []],
  ])("are read from %j", (claims, scopes) => {
    expect(scopesOfClaims(claims)).toEqual(scopes);
  });
});
