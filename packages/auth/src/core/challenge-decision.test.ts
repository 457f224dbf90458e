import { describe, expect, it } from "vitest";
import { held } from "../../test/flow-bench.js";
import { decideChallenge, freshHistory, type ChallengeFacts } from "./challenge-decision.js";

const insufficient = { error: "insufficient_scope", scope: "write" };
const facts = (given: Partial<ChallengeFacts> = {}): ChallengeFacts => ({
  status: 401,
  challenge: {},
  sentToken: "at-0",
  held,
  currentToken: "at-0",
  history: freshHistory(),
  hasNonce: false,
  attempted: new Set(),
  maxStepUps: 2,
  ...given,
});

describe("a challenge leads to", () => {
  // 2026-07-28/basic/authorization/index#step-up-authorization-flow/1
  // 2026-07-28/basic/authorization/index#step-up-authorization-flow/2
  // 2026-07-28/basic/authorization/index#step-up-authorization-flow/4
  // 2026-07-28/basic/authorization/index#step-up-authorization-flow/5
  // 2026-07-28/basic/authorization/index#step-up-authorization-flow/6
  // 2025-11-25/basic/authorization#step-up-authorization-flow/1 2025-11-25/basic/authorization#step-up-authorization-flow/2
  // 2025-11-25/basic/authorization#step-up-authorization-flow/3 2025-11-25/basic/authorization#step-up-authorization-flow/4
  // 2025-11-25/basic/authorization#step-up-authorization-flow/5
  it.each<[string, Partial<ChallengeFacts>, object]>([
    ["a login without a token", { sentToken: undefined, held: undefined, currentToken: undefined }, { type: "login" }],
    ["a login when the token was refused", {}, { type: "login" }],
    ["a login when the token has ended", { sentToken: undefined, currentToken: undefined }, { type: "login" }],
    [
      "a retry when somebody has fetched another token meanwhile",
      { sentToken: "older" },
      { type: "retry", because: "other-token" },
    ],
    [
      "a login in the end when others keep fetching",
      { sentToken: "older", history: { ...freshHistory(), swaps: 3 } },
      { type: "login" },
    ],
    ["failure when the new token was refused, too", { history: { ...freshHistory(), logins: 1 } }, { type: "fail" }],
    [
      "a retry with the nonce that is wanted",
      { hasNonce: true, challenge: { error: "use_dpop_nonce" } },
      { type: "retry", because: "nonce" },
    ],
    [
      "failure when nonces never suit",
      { hasNonce: true, challenge: { error: "use_dpop_nonce" }, history: { ...freshHistory(), nonces: 2 } },
      { type: "fail" },
    ],
    [
      "a login when a nonce is wanted that was not sent along",
      { challenge: { error: "use_dpop_nonce" } },
      { type: "login" },
    ],
    ["a step up", { status: 403, challenge: insufficient }, { type: "step-up", key: "read write" }],
    [
      "failure when nothing is missing",
      { status: 403, challenge: { ...insufficient, scope: "read" } },
      { type: "fail" },
    ],
    [
      "failure when nobody says what is missing",
      { status: 403, challenge: { error: "insufficient_scope" } },
      { type: "fail" },
    ],
    [
      "failure when the same step was tried before",
      { status: 403, challenge: insufficient, attempted: new Set(["read write"]) },
      { type: "fail" },
    ],
    [
      "failure when one request steps up again and again",
      { status: 403, challenge: insufficient, history: { ...freshHistory(), stepUps: 2 } },
      { type: "fail" },
    ],
    ["failure when steps are switched off", { status: 403, challenge: insufficient, maxStepUps: 0 }, { type: "fail" }],
    ["failure for any other 403", { status: 403, challenge: { scope: "write" } }, { type: "fail" }],
    [
      "a step up to what was asked for but not granted",
      { status: 403, challenge: insufficient, held: { ...held, scope: "read write" } },
      { type: "step-up" },
    ],
  ])("%s", (_title, given, decision) => {
    expect(decideChallenge(facts(given))).toMatchObject(decision);
  });
});
