/** What goes into a flow and what comes out of it. */
import type { OAuthChallenge } from "./challenge.js";
import type { ClientIdentity, ClientOptions } from "./client-registration.js";
import type { Credential } from "./credential.js";
import type { UrlRules } from "./endpoint-url.js";
import type { Answer } from "./token.js";

export type GrantKind = "authorization-code" | "client-credentials" | "enterprise" | "workload";

export interface FlowSettings {
  readonly serverUrl: string;
  readonly grant: GrantKind;
  readonly client: ClientOptions;
  /** Asked for in any case. */
  readonly scope?: string | undefined;
  /** Asks for `offline_access` where the authorization server knows it. */
  readonly offlineAccess: boolean;
  /** Looks for the endpoints of 2025-03-26 where the server publishes no resource metadata. */
  readonly legacyFallback: boolean;
  readonly rules: UrlRules;
  /** More parameters of the authorization request. */
  readonly extra: Readonly<Record<string, string>>;
  /** Tokens must be bound to a key of ours, whose proofs have this algorithm. */
  readonly proofAlgorithm?: string | undefined;
  /** Where identity assertions are exchanged. */
  readonly identityProvider?: { readonly tokenEndpoint: string; readonly client: ClientIdentity };
}

export interface FlowGoal {
  /** `refresh` uses what is held and asks nobody; `login` finds out anew who issues, and refreshes where that is still the same. */
  readonly type: "refresh" | "login" | "step-up";
  readonly challenge: OAuthChallenge;
  readonly held?: Credential | undefined;
  /** The issuer that the server named before; what is held says it too. */
  readonly knownIssuer?: string | undefined;
}

export type FailureReason =
  | "discovery"
  | "resource-mismatch"
  | "no-pkce"
  | "issuer-changed"
  | "no-client"
  | "registration"
  | "client-authentication"
  | "bad-response"
  | "state-mismatch"
  | "issuer-mismatch"
  | "access-denied"
  | "cancelled"
  | "not-bound"
  | "refresh-rejected"
  | "token-rejected"
  | "unreachable";

export type RequestPurpose =
  "resource-metadata" | "server-metadata" | "registration" | "exchange" | "token" | "revocation";

export interface FlowRequest {
  readonly type: "request";
  readonly purpose: RequestPurpose;
  readonly method: "GET" | "POST";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Add a client assertion to the body, signed for this audience by this client. */
  readonly sign?: { readonly audience: string; readonly clientId: string };
  /** Add a proof of possession. */
  readonly isProven: boolean;
}

export type FlowOutput =
  | FlowRequest
  | { readonly type: "load-client"; readonly issuer: string }
  | { readonly type: "save-client"; readonly issuer: string; readonly client: ClientIdentity }
  | { readonly type: "forget-client"; readonly issuer: string }
  /** Make the redirect's address, a state and a code verifier. */
  | { readonly type: "prepare-redirect" }
  | { readonly type: "open"; readonly url: string; readonly redirectUri: string; readonly state: string }
  | {
      readonly type: "ask-assertion";
      readonly audience: string;
      readonly resource: string;
      readonly scope: string | undefined;
    }
  | { readonly type: "done"; readonly credential: Credential }
  | {
      readonly type: "failed";
      readonly reason: FailureReason;
      readonly message: string;
      /** What is held is of no more use. */
      readonly forget: boolean;
    };

export type FlowInput =
  | { readonly type: "begin"; readonly goal: FlowGoal }
  | { readonly type: "answer"; readonly answer: Answer }
  | { readonly type: "unreachable"; readonly message: string }
  | { readonly type: "client"; readonly client: ClientIdentity | undefined; readonly now: number }
  | {
      readonly type: "redirect";
      readonly uri: string;
      readonly state: string;
      readonly verifier: string;
      readonly challenge: string;
      readonly now: number;
    }
  | { readonly type: "returned"; readonly url: string }
  | { readonly type: "cancelled"; readonly message: string }
  | { readonly type: "assertion"; readonly token: string; readonly tokenType?: string | undefined };
