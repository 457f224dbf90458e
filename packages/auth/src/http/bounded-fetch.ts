/** Requests to authorization servers: bounded in time and size, and led nowhere by a redirect that could not have been asked itself. */
import type { TimerPort } from "@mcpwire/jsonrpc";
import type { FetchFunction } from "@mcpwire/streamable-http";
import { checkEndpoint, parseUrl, type UrlRules } from "../core/endpoint-url.js";
import type { Answer } from "../core/token.js";

export interface FetchSettings {
  readonly fetch: FetchFunction;
  readonly timers: TimerPort;
  readonly requestTimeoutMs: number;
  readonly maxAnswerBytes: number;
  readonly now: () => number;
}

/** Looked up at each call: hosts and tests replace it. */
export const hostFetch: FetchFunction = (url, init) => fetch(url, init);

/** Redirects of one lookup. Documents of discovery move seldom, and never far. */
const maxRedirects = 3;

export interface OutgoingRequest {
  readonly method: "GET" | "POST";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

/** Rejects when there is no answer that fits the bounds. A POST carries credentials, so that its redirect is an answer like any. */
export async function boundedFetch(
  request: OutgoingRequest,
  settings: FetchSettings,
  rules: UrlRules,
): Promise<Answer> {
  const { timers, requestTimeoutMs } = settings;
  const giveUp = new AbortController();
  const timer = timers.set(requestTimeoutMs, () => giveUp.abort(new Error(`no answer within ${requestTimeoutMs} ms`)));
  try {
    return await follow(request, settings, rules, giveUp.signal);
  } catch (error) {
    // `fetch` reports its own abort; ours says why.
    throw giveUp.signal.aborted ? giveUp.signal.reason : error;
  } finally {
    timers.clear(timer);
  }
}

async function follow(
  { method, url: first, headers, body }: OutgoingRequest,
  settings: FetchSettings,
  rules: UrlRules,
  signal: AbortSignal,
): Promise<Answer> {
  let url = first;
  for (let redirects = 0; ; redirects++) {
    const init: RequestInit = { method, headers, redirect: "manual", signal, credentials: "omit", cache: "no-store" };
    if (body !== undefined) init.body = body;
    const response = await settings.fetch(url, init);
    if (response.type === "opaqueredirect") throw new Error("it answered with a redirect");
    const location = response.headers.get("location");
    const isRedirect = response.status >= 300 && response.status < 400 && location !== null;
    if (!isRedirect || method === "POST") {
      return {
        status: response.status,
        contentType: response.headers.get("content-type") ?? undefined,
        nonce: response.headers.get("dpop-nonce") ?? undefined,
        body: await textOf(response, settings.maxAnswerBytes),
        now: settings.now(),
      };
    }
    void response.body?.cancel().catch(() => {});
    const checked = checkEndpoint(parseUrl(location, url)?.href, rules);
    if ("refused" in checked) throw new Error(`it redirects to a place that ${checked.refused}`);
    if (redirects >= maxRedirects) throw new Error("it redirects again and again");
    url = checked.url.href;
  }
}

async function textOf(response: Response, maxBytes: number): Promise<string> {
  const tooLarge = (): Error => new Error(`its answer is larger than ${maxBytes} bytes`);
  const { body } = response;
  if (body === null || body === undefined) {
    const text = await response.text();
    if (text.length > maxBytes) throw tooLarge();
    return text;
  }
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    size += value.byteLength;
    if (size > maxBytes) {
      void reader.cancel().catch(() => {});
      throw tooLarge();
    }
    text += decoder.decode(value, { stream: true });
  }
}
