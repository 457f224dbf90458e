/**
 * One HTTP request on its way in: guards, preflight, authorization, body, era. From there its exchange or stream owns the response.
 *
 * start → (authorizing) → GET, DELETE: decided by the head
 *                       → POST: reading → decided by the body
 */
import {
  INTERNAL_ERROR,
  INVALID_REQUEST,
  PARSE_ERROR,
  isRequest,
  parseMessage,
  type HeaderMap,
  type JSONRPCMessage,
  type Parsed,
  type ParsedMessage,
  type ParseFailure,
  type RequestId,
} from "@mcpwire/jsonrpc";
import { LAST_EVENT_ID_HEADER, PROTOCOL_VERSION_HEADER, SESSION_ID_HEADER, findRevision } from "@mcpwire/protocol";
import { Channel } from "./channel.js";
import { corsHeaders, preflightHeaders } from "./cors.js";
import type { HttpEndpoint } from "./create-endpoint.js";
import { guardRequest } from "./host-guard.js";
import { jsonHeaders, noHeaders, type Authorization, type HttpPort } from "./http-port.js";
import { Post } from "./legacy/post.js";
import type { Who } from "./legacy/session.js";
import { JSON_TYPE, STREAM_TYPE, isJsonContent, parseAccept, type Accepted } from "./media-types.js";
import { ASSUMED_REVISION, refuseVersion, selectEra } from "./select.js";
import type { Services } from "./services.js";
import { refuse, refusedResponse, type Refused } from "./status.js";

const versionHeader = PROTOCOL_VERSION_HEADER.toLowerCase();
const sessionHeader = SESSION_ID_HEADER.toLowerCase();
const lastEventHeader = LAST_EVENT_ID_HEADER.toLowerCase();

/** Why a body could not be taken. */
export type BodyProblem = "too-large" | "not-utf8" | "broken";

export class HttpTurn {
  readonly #port: HttpPort;
  readonly #endpoint: HttpEndpoint;
  readonly #services: Services;
  #extra: HeaderMap | undefined = undefined;
  #who: Who = undefined;
  #accepted: Accepted | undefined = undefined;
  #channel: Channel | undefined = undefined;
  #isOver = false;

  constructor(port: HttpPort, endpoint: HttpEndpoint, services: Services) {
    this.#port = port;
    this.#endpoint = endpoint;
    this.#services = services;
  }

  /** The response is not finished. A driver that sees this after `received` must watch the connection. */
  get isOpen(): boolean {
    return !this.#isOver && this.#channel?.phase !== "ended";
  }

  start(): void {
    const { options } = this.#endpoint;
    const port = this.#port;
    const origin = port.header("origin");
    const forbidden = guardRequest({ host: port.header("host"), origin }, options);
    if (forbidden !== undefined) {
      this.#refuse(refuse(403, INVALID_REQUEST, forbidden));
      return;
    }
    if (options.cors === true && origin !== undefined) {
      // Before authorization: a preflight carries no credentials.
      if (port.method === "OPTIONS") {
        const requested = port.header("access-control-request-headers");
        this.#answer(204, preflightHeaders(origin, requested, this.#endpoint.methods), "");
        return;
      }
      this.#extra = corsHeaders(origin);
    }
    if (options.authorize === undefined) this.#route();
    else this.#authorize(options.authorize);
  }

  /** The body, as text. */
  received(text: string): void {
    this.#parse(text);
  }

  /** The body, where something before us has parsed it already. */
  receivedValue(value: unknown): void {
    this.#parse(value);
  }

  /** There will be no body that can be read. */
  unreadable(problem: BodyProblem): void {
    if (problem === "too-large") {
      const most = this.#endpoint.limits.maxMessageBytes;
      this.#refuse(refuse(413, INVALID_REQUEST, `the body is larger than ${most} bytes`));
    } else if (problem === "not-utf8") this.#refuse(refuse(400, PARSE_ERROR, "the body is not UTF-8"));
    else this.#refuse(refuse(400, PARSE_ERROR, "the body could not be read"));
  }

  /** The connection is gone, or had to go: its reader was too slow. */
  closed(why: "disconnected" | "overload" = "disconnected"): void {
    this.#isOver = true;
    this.#channel?.gone(why);
  }

  /* ---------------------------------------------------------- authorization ------------------------------------------------ */

  #authorize(authorize: NonNullable<HttpEndpoint["options"]["authorize"]>): void {
    const failed = (error: unknown): void => {
      this.#endpoint.report({ code: "authorize-failed", message: "The authorize hook failed", data: error });
      this.#refuse(refuse(500, INTERNAL_ERROR, "internal error"));
    };
    try {
      const verdict = authorize(this.#port);
      if ("then" in verdict) verdict.then((later) => this.#authorized(later), failed);
      else this.#authorized(verdict);
    } catch (error) {
      failed(error);
    }
  }

  #authorized(verdict: Authorization): void {
    if (this.#isOver) return;
    if ("challenge" in verdict) {
      const { status, headers, body } = verdict.challenge;
      this.#answer(status, { ...headers, ...this.#extra }, body ?? "");
      return;
    }
    this.#who = verdict;
    this.#route();
  }

  /* --------------------------------------------------------------- head ---------------------------------------------------- */

  #route(): void {
    const { method } = this.#port;
    if (!this.#endpoint.isOpen) this.#refuse(this.#endpoint.closingRefusal());
    else if (method === "POST") this.#post();
    else if (this.#endpoint.hasSessions && method === "GET") this.#get();
    else if (this.#endpoint.hasSessions && method === "DELETE") this.#delete();
    else this.#refuse(this.#endpoint.methodRefusal(method));
  }

  #post(): void {
    const port = this.#port;
    if (!isJsonContent(port.header("content-type"))) {
      this.#refuse(refuse(415, INVALID_REQUEST, `Content-Type must be ${JSON_TYPE}`));
      return;
    }
    const coding = port.header("content-encoding");
    if (coding !== undefined && coding.trim().toLowerCase() !== "identity") {
      this.#refuse(refuse(415, INVALID_REQUEST, "Content-Encoding is not accepted here"));
      return;
    }
    const accepted = parseAccept(port.header("accept"));
    if (!accepted.json && (!accepted.stream || this.#services.mode === "json")) {
      this.#refuse(refuse(406, INVALID_REQUEST, `Accept must take ${JSON_TYPE} and ${STREAM_TYPE}`));
      return;
    }
    this.#accepted = accepted;
    port.readBody(this.#endpoint.limits.maxMessageBytes);
  }

  /** [2025-11-25 basic/transports#listening-for-messages-from-the-server] */
  #get(): void {
    const port = this.#port;
    const accepted = parseAccept(port.header("accept"));
    if (!accepted.stream) {
      this.#refuse(refuse(406, INVALID_REQUEST, `Accept must take ${STREAM_TYPE}`));
      return;
    }
    const session = this.#sessionOfHead();
    if ("status" in session) {
      this.#refuse(session);
      return;
    }
    const channel = new Channel(port, accepted, this.#services.heart, this.#extra);
    this.#channel = channel;
    session.listen(channel, port.header(lastEventHeader), (refused) => this.#refuse(refused));
  }

  /** [2025-11-25 basic/transports#session-management] */
  #delete(): void {
    const session = this.#sessionOfHead();
    if ("status" in session) {
      this.#refuse(session);
      return;
    }
    session.drop();
    this.#answer(204, this.#extra ?? noHeaders, "");
  }

  /** The session that a request without a body is about. */
  #sessionOfHead() {
    const port = this.#port;
    const version = port.header(versionHeader);
    // Only older revisions know these methods. [2026-07-28 basic/transports/streamable-http#earlier-streamable-http-revisions]
    if (version !== undefined && findRevision(version)?.era === "modern")
      return this.#endpoint.methodRefusal(port.method);
    const refused = version === undefined ? undefined : refuseVersion(version, this.#endpoint.served);
    if (refused !== undefined) return refused;
    const id = port.header(sessionHeader);
    if (id === undefined) return refuse(400, INVALID_REQUEST, `${SESSION_ID_HEADER} is missing`);
    return this.#endpoint.sessions.find(id, this.#who);
  }

  /* --------------------------------------------------------------- body ---------------------------------------------------- */

  #parse(body: unknown): void {
    if (this.#isOver) return;
    if (!this.#endpoint.isOpen) {
      this.#refuse(this.#endpoint.closingRefusal());
      return;
    }
    const port = this.#port;
    const version = port.header(versionHeader);
    const sessionId = port.header(sessionHeader);
    const parsed = parseMessage(body, this.#endpoint.parseOptions(sessionId, version));
    if (parsed.type === "failure") this.#refuseBody(parsed, sessionId);
    else if (parsed.type === "batch") this.#legacy(parsed, parsed.items, version, sessionId);
    else this.#single(parsed, version, sessionId);
  }

  #single(parsed: ParsedMessage, version: string | undefined, sessionId: string | undefined): void {
    const endpoint = this.#endpoint;
    const selected = selectEra(parsed.message, {
      versionHeader: version,
      hasSession: sessionId !== undefined,
      sessions: endpoint.hasSessions,
      served: endpoint.served,
    });
    switch (selected.type) {
      case "refused":
        this.#refuse(selected, idOf(parsed.message));
        return;
      case "legacy":
        this.#legacy(parsed, [parsed], version, sessionId);
        return;
      case "modern":
        this.#modern(parsed, selected.revision);
        return;
      default:
        selected satisfies never;
    }
  }

  #modern(parsed: ParsedMessage, revision: string | undefined): void {
    const endpoint = this.#endpoint;
    if (parsed.type === "notification") {
      // Sessions and cursors of a modern message mean nothing. [2026-07-28 basic/transports/streamable-http#earlier-streamable-http-revisions]
      endpoint.takeModern(parsed.message, this.#who?.caller);
      this.#answer(202, this.#extra ?? noHeaders, "");
      return;
    }
    if (parsed.type !== "request") return;
    const refused = endpoint.acceptModern({
      request: parsed.message,
      revision,
      isServed: revision !== undefined && endpoint.served.names.has(revision),
      port: this.#port,
      channel: this.#openChannel(),
      who: this.#who,
    });
    if (refused !== undefined) this.#refuse(refused, parsed.message.id);
  }

  #legacy(
    parsed: Parsed,
    items: readonly (ParsedMessage | ParseFailure)[],
    version: string | undefined,
    sessionId: string | undefined,
  ): void {
    const channel = this.#openChannel();
    const outcome = this.#legacyPost(parsed, items, channel, version, sessionId);
    if (!(outcome instanceof Post)) {
      this.#refuse(outcome, parsed.type === "batch" || parsed.type === "failure" ? undefined : idOf(parsed.message));
      return;
    }
    if (!items.some(({ type }) => type === "request" || type === "failure")) {
      this.#answer(202, this.#extra ?? noHeaders, "");
      return;
    }
    outcome.settleReader();
    if (channel.phase === "waiting") this.#endpoint.later(outcome);
  }

  #legacyPost(
    parsed: Parsed,
    items: readonly (ParsedMessage | ParseFailure)[],
    channel: Channel,
    version: string | undefined,
    sessionId: string | undefined,
  ): Post | Refused {
    const endpoint = this.#endpoint;
    const isBatch = parsed.type === "batch";
    if (!endpoint.hasSessions) {
      return endpoint.postStateless(items, isBatch, channel, this.#who, version ?? ASSUMED_REVISION);
    }
    if (sessionId === undefined) {
      // Only `initialize` comes here without a session.
      return parsed.type === "request"
        ? endpoint.sessions.open(parsed, channel, this.#who)
        : refuse(400, INVALID_REQUEST, `${SESSION_ID_HEADER} is missing`);
    }
    const session = endpoint.sessions.find(sessionId, this.#who);
    return "status" in session ? session : session.post(items, isBatch, channel, this.#who);
  }

  #openChannel(): Channel {
    const channel = new Channel(
      this.#port,
      this.#accepted ?? parseAccept(undefined),
      this.#services.heart,
      this.#extra,
    );
    this.#channel = channel;
    return channel;
  }

  #refuseBody(failure: ParseFailure, sessionId: string | undefined): void {
    const nulls = sessionId !== undefined && this.#endpoint.sessions.peek(sessionId)?.nullIds === true;
    this.#refuse(refuse(400, failure.code, failure.reason), failure.id ?? (nulls ? null : undefined));
  }

  #refuse(refused: Refused, id?: RequestId | null): void {
    const body = JSON.stringify(refusedResponse(refused, id));
    this.#answer(refused.status, { ...jsonHeaders, ...refused.headers, ...this.#extra }, body);
  }

  #answer(status: number, headers: HeaderMap, body: string): void {
    if (!this.isOpen) return;
    this.#isOver = true;
    this.#port.answer(status, headers, body);
  }
}

function idOf(message: JSONRPCMessage): RequestId | undefined {
  return isRequest(message) ? message.id : undefined;
}
