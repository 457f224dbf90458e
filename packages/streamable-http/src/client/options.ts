/** What a user of the client may set, and what holds otherwise. */
import {
  UsageError,
  linkLimits,
  systemTimers,
  type HeaderMap,
  type LinkBudget,
  type LinkLimits,
  type TimerPort,
} from "@mcpwire/jsonrpc";
import { authorizerOf, type HttpAuth, type RequestAuthorizer, type TokenSource } from "./auth.js";

/** The part of the Fetch API that is used. The host's `fetch` fits, and so does anything that wraps it. */
export type FetchFunction = (url: string, init: RequestInit) => Promise<Response>;

/** What one HTTP request is for. */
export type RequestPurpose = "post" | "resume" | "listen" | "delete";

/** A 401 or 403, as the hook `challenged` sees it. */
export interface ChallengeHead {
  readonly status: 401 | 403;
  /** `WWW-Authenticate` and the rest. */
  readonly headers: Headers;
  readonly url: string;
  /** `listen`: a GET for the standalone or the HTTP+SSE stream; `resume`: one that takes up a broken stream. */
  readonly purpose: Exclude<RequestPurpose, "delete">;
  /** 1 for the first challenge to this request. */
  readonly attempt: number;
  /** What the refused request carried as `Authorization`. */
  readonly authorization?: string;
  /** The same object at each challenge to one request. */
  readonly request: object;
}

export interface HttpOptions {
  /** Default: the host's `fetch`, looked up at each request. */
  readonly fetch?: FetchFunction;
  /**
   * Headers of every request; a function is asked before each. The protocol's own headers cannot be replaced. They never leave the
   * origin of the URL.
   */
  readonly headers?: HeaderMap | (() => HeaderMap | Promise<HeaderMap>);
  /**
   * A bearer token, a function that is asked for one before each request, or a session that logs in by itself. It wins over an
   * `Authorization` among `headers`, and answers challenges instead of `challenged`.
   */
  readonly auth?: TokenSource | HttpAuth;
  /** Default: `defaultLimits`, each. `maxMessageBytes` bounds a JSON body and an SSE event. */
  readonly limits?: Partial<LinkLimits>;
  /** Event streams open at once. Default 256. */
  readonly maxOpenStreams?: number;
  /** Reconnects of a stream in a row that bring no data; 0 for none. Default 5. */
  readonly maxReconnects?: number;
  /** The first wait before a reconnect, in ms; doubled each time, up to 30 s. A server's `retry` is a minimum. Default 500. */
  readonly reconnectDelayMs?: number;
  /** The longest `retry` of a server that is waited for, in ms; beyond it the stream is lost. Default 1 800 000. */
  readonly maxRetryMs?: number;
  /** Opens the standalone stream of a legacy session, where the server offers one. Default true. */
  readonly standaloneStream?: boolean;
  /** Falls back to HTTP+SSE of 2024-11-05 where `initialize` is answered as such a server does. Default true. */
  readonly httpSseFallback?: boolean;
  /** How long the first event of an HTTP+SSE server is waited for, in ms. Default 5 000. */
  readonly endpointTimeoutMs?: number;
  /** How long `close` waits for the end of the session to be taken, in ms. Default 2 000. */
  readonly closeTimeoutMs?: number;
  /**
   * A request was answered by 401 or 403. `retry` sends it again with fresh `headers`, at most twice; `fail` (and no hook) ends it
   * with `unauthorized`. May be called for several requests at once.
   */
  readonly challenged?: (head: ChallengeHead) => "retry" | "fail" | Promise<"retry" | "fail">;
  /** Default: the host's own timers. */
  readonly timers?: TimerPort;
  /** Numbers from 0 to below 1, for jitter. Default `Math.random`. */
  readonly random?: () => number;
}

export type HttpSettings = Required<Omit<HttpOptions, "headers" | "auth" | "challenged" | "limits">> & {
  readonly url: string;
  readonly headers: () => HeaderMap | Promise<HeaderMap>;
  readonly challenged: HttpOptions["challenged"];
  readonly authorizer: RequestAuthorizer | undefined;
  readonly limits: LinkLimits;
  /** The host's own `fetch` is used. */
  readonly isHostFetch: boolean;
};

const noHeaders: HeaderMap = {};

/** Checks and completes what the user gave. Throws a `UsageError` (`url`, `invalid-option`). */
export function httpSettings(url: string | URL, options: HttpOptions): HttpSettings {
  const { headers = noHeaders } = options;
  const endpoint = endpointUrl(url);
  const settings: HttpSettings = {
    url: endpoint,
    // Late, so that a host may replace its fetch; and called as a plain function, as some hosts insist.
    fetch: options.fetch ?? ((target, init) => fetch(target, init)),
    isHostFetch: options.fetch === undefined,
    headers: typeof headers === "function" ? headers : () => headers,
    limits: linkLimits(options.limits, undefined),
    maxOpenStreams: options.maxOpenStreams ?? 256,
    maxReconnects: options.maxReconnects ?? 5,
    reconnectDelayMs: options.reconnectDelayMs ?? 500,
    maxRetryMs: options.maxRetryMs ?? 1_800_000,
    standaloneStream: options.standaloneStream ?? true,
    httpSseFallback: options.httpSseFallback ?? true,
    endpointTimeoutMs: options.endpointTimeoutMs ?? 5_000,
    closeTimeoutMs: options.closeTimeoutMs ?? 2_000,
    challenged: options.challenged,
    authorizer: authorizerOf(options.auth, endpoint),
    timers: options.timers ?? systemTimers,
    random: options.random ?? (() => Math.random()),
  };
  for (const name of numeric) {
    const value = settings[name];
    if (!(value >= 0)) throw new UsageError("invalid-option", `${name} must not be negative, but is ${value}`);
  }
  return settings;
}

/** The settings of one link: no more than its owner allows. */
export function settingsWithin(settings: HttpSettings, budget: LinkBudget | undefined): HttpSettings {
  if (budget === undefined) return settings;
  return {
    ...settings,
    limits: linkLimits(settings.limits, budget),
    maxOpenStreams: Math.min(settings.maxOpenStreams, budget.maxOpenStreams ?? Infinity),
  };
}

const numeric = [
  "maxOpenStreams",
  "maxReconnects",
  "reconnectDelayMs",
  "maxRetryMs",
  "endpointTimeoutMs",
  "closeTimeoutMs",
] as const;

function endpointUrl(url: string | URL): string {
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch (error) {
    throw new UsageError("url", `Not a URL: ${String(url).slice(0, 200)}`, { cause: error });
  }
  if (parsed.protocol !== "https:" && parsed.protocol !== "http:") {
    throw new UsageError("url", `The server's URL must be http or https, not ${parsed.protocol}`);
  }
  if (parsed.username !== "" || parsed.password !== "") {
    throw new UsageError("url", "Credentials belong in a header, not in the server's URL");
  }
  parsed.hash = "";
  return parsed.href;
}
