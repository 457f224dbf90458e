/**
 * Sends the requests of one link: the user's headers, challenges, redirects, and what a failed `fetch` means. It knows nothing of
 * JSON-RPC. [2025-11-25 basic/authorization#access-token-usage]
 */
import { TransportError, isTransportError, type HeaderMap } from "@mcpwire/jsonrpc";
import { drain, release } from "./body.js";
import type { ChallengeHead, HttpSettings, RequestPurpose } from "./options.js";
import { undirected, undirectedPays, wasRedirected } from "./undirected.js";

export interface HttpRequest {
  readonly purpose: RequestPurpose;
  readonly method: "POST" | "GET" | "DELETE";
  /** Default: the server's URL. */
  readonly url?: string;
  /** The protocol's headers; they win over any other. */
  readonly headers: HeaderMap;
  /** The caller's headers for this request; they win over the user's for all. */
  readonly extra?: HeaderMap | undefined;
  readonly body?: string;
  readonly signal: AbortSignal;
  /** An answer to a challenge is waited for on this side, and no longer. */
  readonly held?: (isHeld: boolean) => void;
}

/** Redirects of one request that are followed. As browsers have it, less than their 20: an endpoint does not wander. */
const maxRedirects = 5;
/** Challenges to one request that are answered: a token that expired, then a scope that was missing. */
const maxChallenges = 2;
/** The same for an authorizer, which bounds itself: a nonce, a token, another nonce, and a step or two up. */
const maxAuthorizerChallenges = 6;

/** Causes that say that no byte of the request reached a server. */
const neverConnected: ReadonlySet<unknown> = new Set([
  "ECONNREFUSED",
  "ConnectionRefused",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
]);

export class HttpRequests {
  readonly #settings: HttpSettings;
  #hasAnswered = false;
  /** No request may be redirected, until the server shows that its requests are. */
  #isUndirected: boolean;

  constructor(settings: HttpSettings) {
    this.#settings = settings;
    this.#isUndirected = settings.isHostFetch;
  }

  /**
   * Resolves with the answer, whatever its status. Rejects with a `TransportError` alone: `unreachable`, `lost` (the connection
   * broke, and the request may have arrived), `http-status` for a redirect that is not followed, `aborted`.
   */
  async send(request: HttpRequest): Promise<Response> {
    const most = this.#settings.authorizer === undefined ? maxChallenges : maxAuthorizerChallenges;
    for (let attempt = 1; ; attempt++) {
      const { response, authorization } = await this.#follow(request);
      const { status } = response;
      if (status !== 401 && status !== 403) return response;
      if (attempt > most || !(await this.#isAnswered(request, response, { status, attempt, authorization }))) {
        return response;
      }
      await drain(response, request.signal);
    }
  }

  async #isAnswered(
    request: HttpRequest,
    { headers }: Response,
    { status, attempt, authorization }: { status: 401 | 403; attempt: number; authorization: string | undefined },
  ): Promise<boolean> {
    const { authorizer, challenged } = this.#settings;
    const { purpose, url = this.#settings.url } = request;
    if (purpose === "delete") return false;
    const sent = authorization === undefined ? {} : { authorization };
    const head: ChallengeHead = { status, headers, url, purpose, attempt, request, ...sent };
    try {
      const verdict = authorizer === undefined ? challenged?.(head) : authorizer.challenged(head);
      if (typeof verdict !== "object") return verdict === "retry";
      request.held?.(true);
      try {
        return (await verdict) === "retry";
      } finally {
        request.held?.(false);
      }
    } catch (error) {
      if (isTransportError(error)) throw error;
      throw new TransportError(
        "unauthorized",
        `The server answered HTTP ${status}, and the challenge could not be met`,
        {
          data: { status },
          cause: error,
        },
      );
    }
  }

  async #follow(
    request: HttpRequest,
  ): Promise<{ readonly response: Response; readonly authorization: string | undefined }> {
    let url = request.url ?? this.#settings.url;
    for (let redirects = 0; ;) {
      // Anew for each time and place: a proof of possession names them.
      const headers = await this.#headersOf(request, url);
      const response = await this.#fetch(url, request, headers);
      if (response === undefined) continue;
      this.#settings.authorizer?.answered?.({ url, headers: response.headers });
      if (!isRedirect(response)) return { response, authorization: headers["authorization"] };
      release(response);
      const target = targetOf(response, url);
      // 301 to 303 would turn a POST into a GET, and another origin would be handed the credentials and the message.
      const isSafe = (response.status === 307 || response.status === 308) && target?.origin === new URL(url).origin;
      if (target === undefined || !isSafe || redirects >= maxRedirects) {
        const where = target === undefined ? "" : ` to ${target.origin}`;
        throw new TransportError(
          "http-status",
          `The server answered with a redirect (HTTP ${response.status})${where}, which is not followed`,
          { data: { status: response.status, ...(target === undefined ? {} : { location: target.origin }) } },
        );
      }
      url = target.href;
      redirects++;
    }
  }

  /** Undefined where it was redirected and must go out once more, as one that may be: it was not taken. */
  async #fetch(
    url: string,
    { method, body, signal }: HttpRequest,
    headers: Record<string, string>,
  ): Promise<Response | undefined> {
    const { fetch } = this.#settings;
    const init: RequestInit = { method, headers, signal, redirect: "manual" };
    if (body !== undefined) init.body = body;
    const isUndirected = this.#isUndirected && undirectedPays();
    if (isUndirected) Object.assign(init, undirected);
    try {
      const response = await fetch(url, init);
      this.#hasAnswered = true;
      return response;
    } catch (error) {
      if (isUndirected && wasRedirected(error)) {
        this.#isUndirected = false;
        return undefined;
      }
      throw this.#failure(error, signal);
    }
  }

  #failure(error: unknown, signal: AbortSignal): TransportError {
    if (isTransportError(error)) return error;
    if (signal.aborted) return new TransportError("aborted", "The request was given up", { cause: error });
    const why = reasonOf(error);
    const wasReached = this.#hasAnswered && !neverConnected.has(codeOf(error));
    return wasReached
      ? new TransportError("lost", `The connection to the server broke: ${why}`, { cause: error })
      : new TransportError("unreachable", `The server cannot be reached: ${why}`, { cause: error });
  }

  async #headersOf({ method, headers, extra }: HttpRequest, url: string): Promise<Record<string, string>> {
    let given: HeaderMap;
    let authorized: HeaderMap;
    try {
      given = await this.#settings.headers();
      authorized = (await this.#settings.authorizer?.headers({ method, url })) ?? {};
    } catch (error) {
      if (isTransportError(error)) throw error;
      throw new TransportError("unreachable", "The headers of the request could not be made", { cause: error });
    }
    // Names in lower case, so that a later one replaces an earlier one in any spelling.
    const merged: Record<string, string> = {};
    for (const map of [given, extra ?? {}, authorized, headers]) {
      for (const [name, value] of Object.entries(map)) merged[name.toLowerCase()] = value;
    }
    return merged;
  }
}

/** What a 401 or 403 leaves when nobody could answer it. */
export function unauthorized(response: Response): TransportError {
  const challenge = response.headers.get("www-authenticate");
  return new TransportError("unauthorized", `The server answered HTTP ${response.status}`, {
    data: { status: response.status, ...(challenge === null ? {} : { wwwAuthenticate: challenge }) },
  });
}

/** Browsers hide where a redirect leads, and give an opaque answer without a status. */
function isRedirect({ type, status }: Response): boolean {
  return type === "opaqueredirect" || (status >= 300 && status < 400 && status !== 304);
}

function targetOf(response: Response, base: string): URL | undefined {
  const location = response.headers.get("location");
  if (location === null) return undefined;
  try {
    return new URL(location, base);
  } catch {
    return undefined;
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return cause instanceof Error && cause.message !== "" ? `${error.message} (${cause.message})` : error.message;
}

function codeOf(error: unknown): unknown {
  const of = (value: unknown): unknown =>
    typeof value === "object" && value !== null && "code" in value ? value.code : undefined;
  return of(error) ?? of(error instanceof Error ? error.cause : undefined);
}
