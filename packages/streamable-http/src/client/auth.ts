/** Who authorizes requests: a token, a function that knows one, or something that can log in. */
import { UsageError, type HeaderMap } from "@mcpwire/jsonrpc";
import type { ChallengeHead } from "./options.js";

/** One sending of one request. */
export interface AuthorizedRequest {
  readonly method: string;
  readonly url: string;
}

/** An answer to one sending. */
export interface AnsweredHead {
  /** Where it was sent, which a redirect may have changed. */
  readonly url: string;
  readonly headers: Headers;
}

/** Authorizes the requests to one server. All may be called for many requests at once. */
export interface RequestAuthorizer {
  /** Headers for one sending; they win over the user's. A rejection fails the request. */
  headers(request: AuthorizedRequest): HeaderMap | Promise<HeaderMap>;
  /** Told of every answer, before it is looked at: a nonce may come with any. Must not throw. */
  answered?(head: AnsweredHead): void;
  /** A request was refused; see `HttpOptions.challenged`. Bounds itself; the client sends one request at most seven times. */
  challenged(head: ChallengeHead): "retry" | "fail" | Promise<"retry" | "fail">;
}

/** Can authorize requests to any server. */
export interface HttpAuth {
  authorizerFor(serverUrl: string): RequestAuthorizer;
}

/** Where a token comes from: itself, or a function that is asked before each request. Undefined: the request goes without. */
export type TokenSource = string | (() => string | undefined | Promise<string | undefined>);

/** Throws a `UsageError` (`invalid-option`) for a token that a header cannot carry. */
export function authorizerOf(
  auth: TokenSource | HttpAuth | undefined,
  serverUrl: string,
): RequestAuthorizer | undefined {
  if (auth === undefined) return undefined;
  if (typeof auth === "object") return auth.authorizerFor(serverUrl);
  if (typeof auth === "string") {
    const headers = bearer(auth);
    return { headers: () => headers, challenged: () => "fail" };
  }
  const headers = async (): Promise<HeaderMap> => bearer(await auth());
  return {
    headers,
    // A function may know a newer token by now, which is worth one more try.
    challenged: async ({ status, attempt, authorization }) => {
      if (status !== 401 || attempt > 1) return "fail";
      return (await headers())["authorization"] === authorization ? "fail" : "retry";
    },
  };
}

function bearer(token: string | undefined): HeaderMap {
  if (token === undefined) return {};
  if (!/^[\x21-\x7e]+$/.test(token)) {
    throw new UsageError("invalid-option", "A token is visible ASCII, without blanks and line ends");
  }
  return { authorization: `Bearer ${token}` };
}
