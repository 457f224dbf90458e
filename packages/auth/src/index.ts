// For hosts that connect to protected servers.
export { createOAuthSession } from "./client/session.js";
export type { OAuthSession } from "./client/session.js";
export type {
  AssertionAnswer,
  AssertionRequest,
  AssertionSigner,
  OAuthClient,
  OAuthGrant,
  OAuthSessionOptions,
  ProofSigner,
  RedirectVisit,
  UserRedirect,
} from "./client/options.js";
export type { LogoutResult } from "./client/revoke.js";
export { memoryStore } from "./client/store.js";
export type { CredentialStore } from "./client/store.js";
export { createDpopKey } from "./client/dpop.js";
export type { DpopKeyOptions } from "./client/dpop.js";
export { privateKeyJwt } from "./client/private-key-jwt.js";
export type { PrivateKeyJwtOptions } from "./client/private-key-jwt.js";
export type { AuthMethod } from "./core/client-registration.js";
export type { FailureReason } from "./core/flow-contract.js";

// For those who build a client of their own: the rules without a network.
export { parseChallenges, readOAuthChallenge } from "./core/challenge.js";
export type { Challenge, OAuthChallenge } from "./core/challenge.js";
export { AuthorizationFlow } from "./core/flow.js";
export type {
  FlowGoal,
  FlowInput,
  FlowOutput,
  FlowRequest,
  FlowSettings,
  GrantKind,
  RequestPurpose,
} from "./core/flow-contract.js";
export type { ClientIdentity, ClientOptions, PreRegistered } from "./core/client-registration.js";
export type { Credential } from "./core/credential.js";
export type { UrlRules } from "./core/endpoint-url.js";
export type { ServerMetadata } from "./core/metadata.js";
export type { Answer, Tokens } from "./core/token.js";
