import { describe, expect, it } from "vitest";
import { objectionTo, type TokenFacts, type TokenRules } from "./token-objection.js";

const resource = "https://mcp.example.com/mcp";
const issuer = "https://as.example.com";
const now = 1_000;

const good: TokenFacts = { issuer, subject: "ann", clientId: "c", audience: resource, expiresAt: now + 1 };
const rules: TokenRules = { issuers: [issuer], audiences: new Set([resource, "urn:before"]), proofs: "none" };

const expired = "The token has expired";
const otherIssuer = "The token is of another issuer";
const otherResource = "The token is not for this resource";
const nobody = "The token names nobody";
const proofMissing = "A proof of possession is required";
const unproven = "The token is bound to a key, and there is no proof of it";
const unchecked = "Proofs are not checked here";

describe("a genuine token", () => {
  // 2025-06-18/basic/authorization#token-handling/2 2025-11-25/basic/authorization#token-handling/2
  // 2026-07-28/basic/authorization/index#token-handling/2
  it.each<[string, Partial<TokenFacts>, string | undefined]>([
    ["of this issuer, for this resource", {}, undefined],
    ["for a name that the resource had before", { audience: "urn:before" }, undefined],
    ["for several, of which this is one", { audience: ["a", resource] }, undefined],
    ["that names no issuer, since whoever verified it knows", { issuer: undefined }, undefined],
    ["that says nothing of its end", { expiresAt: undefined }, undefined],
    ["of a client without a user", { subject: undefined }, undefined],
    ["of a user whose client is not named", { clientId: undefined }, undefined],
    ["that ends this very moment", { expiresAt: now }, expired],
    ["that has ended", { expiresAt: 0 }, expired],
    ["of another issuer", { issuer: "https://evil.example.com" }, otherIssuer],
    ["of an issuer with a slash more", { issuer: `${issuer}/` }, otherIssuer],
    ["for another resource", { audience: "https://other.example.com/mcp" }, otherResource],
    ["for the resource above", { audience: "https://mcp.example.com" }, otherResource],
    ["for the resource with a slash more", { audience: `${resource}/` }, otherResource],
    ["for the resource in another spelling", { audience: resource.toUpperCase() }, otherResource],
    ["for several others", { audience: ["a", "b"] }, otherResource],
    ["for none of an empty list", { audience: [] }, otherResource],
    ["for nobody in particular", { audience: undefined }, otherResource],
    ["of nobody", { subject: undefined, clientId: undefined }, nobody],
  ])("%s: %j, %s", (_title, facts, objection) => {
    expect(objectionTo({ ...good, ...facts }, "Bearer", rules, now)).toBe(objection);
  });

  it.each<["Bearer" | "DPoP", TokenRules["proofs"], boolean, string | undefined]>([
    ["Bearer", "none", false, undefined],
    ["Bearer", "none", true, unproven],
    ["Bearer", "checked", false, undefined],
    ["Bearer", "checked", true, unproven],
    ["Bearer", "required", false, proofMissing],
    ["Bearer", "required", true, proofMissing],
    ["DPoP", "none", false, unchecked],
    ["DPoP", "none", true, unchecked],
    // Whether the key is the token's is the proof's check.
    ["DPoP", "checked", false, undefined],
    ["DPoP", "checked", true, undefined],
    ["DPoP", "required", false, undefined],
    ["DPoP", "required", true, undefined],
  ])("shown as %s where proofs are %s, bound to a key: %s: %s", (shownAs, proofs, isBound, objection) => {
    const token = isBound ? { ...good, keyThumbprint: "x" } : good;
    expect(objectionTo(token, shownAs, { ...rules, proofs }, now)).toBe(objection);
  });

  it("meets the first objection alone, so that nobody learns whose token it stole", () => {
    const all = { audience: "a", expiresAt: 0, issuer: "b" };
    expect(objectionTo(all, "DPoP", rules, now)).toBe(expired);
    expect(objectionTo({ ...all, expiresAt: undefined }, "DPoP", rules, now)).toBe(otherIssuer);
  });
});
