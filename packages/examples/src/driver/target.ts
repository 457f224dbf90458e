/** From a `connect` command to a transport and the options of a client. */
import { createOAuthSession } from "@mcpwire/auth";
import type { OAuthSession } from "@mcpwire/auth";
import type { ClientOptions } from "@mcpwire/client";
import type { ClientTransport, Report } from "@mcpwire/jsonrpc";
import { credentialFile, stdio } from "@mcpwire/node";
import { http } from "@mcpwire/streamable-http";
import type { Answers } from "./answers.js";
import type { Of } from "./commands.js";
import { followedRedirect } from "./followed-redirect.js";
import { describeError } from "./output.js";
import type { Emit } from "./output.js";

type Connect = Of<"connect">;

export function transportOf({ target, options }: Connect, emit: Emit): ClientTransport {
  const { maxOpenStreams, maxReconnects, reconnectDelayMs, maxRetryMs, ...rest } = options.budgets ?? {};
  const { maxMessageBytes, maxDepth, maxInFlight, maxBatch } = rest;
  const limits = given({ maxMessageBytes, maxDepth, maxInFlight, maxBatch });
  if ("command" in target) {
    const { command, args, env } = target;
    return stdio(command, args, { env, limits, onStderr: (text) => emit({ event: "stderr", text }) });
  }
  return http(target.url, {
    ...given({ headers: options.headers, maxOpenStreams, maxReconnects, reconnectDelayMs, maxRetryMs }),
    limits,
    ...(options.auth !== undefined && { auth: sessionOf(options.auth) }),
    fetch: (url, init) => fetchAndTell(url, init, emit),
  });
}

function sessionOf(auth: NonNullable<Connect["options"]["auth"]>): OAuthSession {
  const { clientId, clientSecret, store, scopes, redirect } = auth;
  return createOAuthSession({
    ...(redirect === "follow" ? { redirect: followedRedirect } : { grant: { type: "client-credentials" } }),
    ...(clientId !== undefined && { client: { id: clientId, ...given({ secret: clientSecret }) } }),
    ...(store !== undefined && { store: credentialFile(store) }),
    ...(scopes !== undefined && { scope: typeof scopes === "string" ? scopes : scopes.join(" ") }),
  });
}

export function clientOptionsOf({ options }: Connect, answers: Answers, emit: Emit): ClientOptions {
  const { revisions, timeoutMs, maxTotalMs, probeTimeoutMs, verdict, capabilities = {}, budgets = {} } = options;
  const { maxPages, maxListItems, maxSchemaDepth, maxSubschemas, maxRounds } = budgets;
  return {
    info: { name: "mcpwire-driver", version: "1.0.0" },
    ...given({ revisions, timeoutMs, maxTotalMs, probeTimeoutMs, verdict }),
    capabilities,
    ...answers.handlers(capabilities),
    budgets: given({ maxPages, maxListItems, maxSchemaDepth, maxSubschemas, maxRounds }),
    report: (report) => emit(eventOf(report)),
  };
}

/** Reports that have an event of their own. */
const events = new Map([
  ["link-lost", "lost"],
  ["standalone-stream-lost", "lost"],
  ["session-renewed", "reinitialized"],
  ["respawned", "reinitialized"],
]);

function eventOf({ code, message, data }: Report): object {
  const event = events.get(code) ?? "report";
  return { event, code, message, ...(data instanceof Error && { error: describeError(data) }) };
}

/** A request for the rest of a stream names the last event that arrived. */
async function fetchAndTell(url: string, init: RequestInit, emit: Emit): Promise<Response> {
  const response = await fetch(url, init);
  const last = new Headers(init.headers).get("last-event-id");
  if (last !== null && response.ok) emit({ event: "resumed", lastEventId: last });
  return response;
}

type Given<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> };

/** Options that are absent, not undefined. */
function given<T extends object>(options: T): Given<T> {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Given<T>; // just filtered
}
