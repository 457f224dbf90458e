/**
 * The trip of the user: the URL to open, and the checks on what comes back, all of them before the code is used.
 * [2026-07-28 basic/authorization/index#authorization-response-validation]
 */
import { decodeForm, withQuery, type FormFields } from "./form.js";
import { textIn } from "./json.js";
import { shorten } from "./metadata.js";

export interface AuthorizationRequest {
  readonly endpoint: string;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly state: string;
  readonly codeChallenge: string;
  readonly resource: string;
  readonly scope: string | undefined;
  /** More parameters of the user's own; those of the protocol win. */
  readonly extra: Readonly<Record<string, string>>;
}

export function authorizationUrl(request: AuthorizationRequest): string {
  const { scope, extra } = request;
  const fields: FormFields = [
    ["response_type", "code"],
    ["client_id", request.clientId],
    ["redirect_uri", request.redirectUri],
    ["state", request.state],
    ["code_challenge", request.codeChallenge],
    ["code_challenge_method", "S256"],
    ["resource", request.resource],
    ...(scope === undefined ? [] : [["scope", scope] as const]),
  ];
  const own = new Set(fields.map(([name]) => name).concat("scope"));
  // OpenID Connect gives a refresh token only to users who were asked.
  const hasPrompt = Object.hasOwn(extra, "prompt") || !(scope ?? "").split(" ").includes("offline_access");
  return withQuery(request.endpoint, [
    ...fields,
    ...Object.entries(extra).filter(([name]) => !own.has(name)),
    ...(hasPrompt ? [] : [["prompt", "consent"] as const]),
  ]);
}

/** What was noted before the user left. */
export interface Expected {
  readonly state: string;
  readonly issuer: string;
  /** The server promised to say who it is in every response. */
  readonly sendsIssuer: boolean;
}

type ResponseRefusal = "bad-response" | "state-mismatch" | "issuer-mismatch" | "access-denied";

export type AuthorizationResponse =
  { readonly code: string } | { readonly refused: ResponseRefusal; readonly message: string };

/**
 * `url` is the whole redirect URL, or its query. State first, then the issuer, both as plain strings, and on errors too: what a
 * stranger says of an error is neither shown nor followed.
 */
export function readAuthorizationResponse(url: string, expected: Expected): AuthorizationResponse {
  const fields = decodeForm(url.replace(/^[^?]*\?/s, "").replace(/#.*$/s, ""));
  if (fields === undefined)
    return { refused: "bad-response", message: "The redirect carries parameters twice or unreadably" };
  if (fields.get("state") !== expected.state) {
    return { refused: "state-mismatch", message: "The redirect does not belong to this login: its state is another" };
  }
  const issuer = fields.get("iss");
  if (issuer === undefined ? expected.sendsIssuer : issuer !== expected.issuer) {
    const who = issuer === undefined ? "nobody" : shorten(issuer);
    return {
      refused: "issuer-mismatch",
      message: `The redirect comes from ${who}, not from ${shorten(expected.issuer)}`,
    };
  }
  const error = fields.get("error");
  if (error !== undefined) {
    const why = textIn(Object.fromEntries(fields), "error_description");
    const detail = `${error.slice(0, 100)}${why === undefined ? "" : `: ${why.slice(0, 300)}`}`;
    return { refused: "access-denied", message: `The authorization server refused: ${detail}` };
  }
  const code = fields.get("code");
  return code === undefined || code === ""
    ? { refused: "bad-response", message: "The redirect carries neither a code nor an error" }
    : { code };
}
