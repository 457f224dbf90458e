/**
 * What a protected endpoint reads from `Authorization`, and what it answers.
 * [2026-07-28 basic/authorization/index#error-handling] [2026-07-28 basic/authorization/index#runtime-insufficient-scope-errors]
 */
import type { HeaderMap } from "@mcpwire/jsonrpc";
import { isToken } from "./token.js";

export type Presented =
  | { readonly type: "none" }
  | { readonly type: "malformed" }
  | { readonly type: "token"; readonly scheme: "Bearer" | "DPoP"; readonly token: string };

/** A token in the query or in the body is no token. [2026-07-28 basic/authorization/index#token-requirements] */
export function readAuthorization(field: string | undefined): Presented {
  if (field === undefined || field.trim() === "") return { type: "none" };
  const found = /^\s*(\S+)(?:\s+(.*?))?\s*$/s.exec(field);
  const scheme = found?.[1]?.toLowerCase();
  const token = found?.[2] ?? "";
  // Another scheme is somebody else's: to us it is as if nothing had been shown.
  if (scheme !== "bearer" && scheme !== "dpop") return { type: "none" };
  if (!isToken(token) || token.includes(",")) return { type: "malformed" };
  return { type: "token", scheme: scheme === "dpop" ? "DPoP" : "Bearer", token };
}

export interface ChallengeFields {
  readonly error?: "invalid_request" | "invalid_token" | "insufficient_scope" | "invalid_dpop_proof" | "use_dpop_nonce";
  readonly description?: string;
  readonly scope?: string | undefined;
  readonly resourceMetadata: string;
}

/** Which schemes a resource takes, and with which algorithms proofs are signed. */
export interface Schemes {
  readonly bearer: boolean;
  readonly dpop: readonly string[] | undefined;
}

const statusOf = {
  invalid_request: 400,
  invalid_token: 401,
  insufficient_scope: 403,
  invalid_dpop_proof: 401,
  use_dpop_nonce: 401,
} as const;

export interface ChallengeResponse {
  readonly status: number;
  readonly headers: HeaderMap;
  readonly body: string;
}

/** The response to a request that is not let in. Without an error: nothing was shown, and no more than that is said. */
export function challengeResponse(fields: ChallengeFields, schemes: Schemes, nonce?: string): ChallengeResponse {
  const { error, description, scope, resourceMetadata } = fields;
  const params: readonly (readonly [string, string | undefined])[] = [
    ["error", error],
    ["error_description", description],
    ["scope", scope],
    ["resource_metadata", resourceMetadata],
  ];
  const offered: string[] = [];
  if (schemes.bearer && error !== "invalid_dpop_proof" && error !== "use_dpop_nonce") {
    offered.push(challengeOf("Bearer", params));
  }
  if (schemes.dpop !== undefined) offered.push(challengeOf("DPoP", [...params, ["algs", schemes.dpop.join(" ")]]));
  const body = {
    error: error ?? "unauthorized",
    ...(description === undefined ? {} : { error_description: description }),
  };
  return {
    status: error === undefined ? 401 : statusOf[error],
    headers: {
      "WWW-Authenticate": offered.join(", "),
      "Content-Type": "application/json",
      "Cache-Control": "no-store",
      ...(nonce === undefined ? {} : { "DPoP-Nonce": nonce }),
    },
    body: JSON.stringify(body),
  };
}

function challengeOf(scheme: string, params: readonly (readonly [string, string | undefined])[]): string {
  const given = params.filter(([, value]) => value !== undefined && value !== "");
  return `${scheme} ${given.map(([name, value]) => `${name}=${quote(value ?? "")}`).join(", ")}`;
}

/** Quotes and backslashes escaped; what no header may carry is left out. */
function quote(text: string): string {
  return `"${text.replace(/[^\x20-\x7e]/g, "").replace(/["\\]/g, "\\$&")}"`;
}
