/**
 * One HTTP request to an MCP endpoint, once it may come in: which era and which session it belongs to. From there its exchange or its
 * stream owns the response.
 *
 * GET, DELETE: decided by the head. POST: decided by the body.
 */
import {
  INVALID_REQUEST,
  isRequest,
  parseMessage,
  type JSONRPCMessage,
  type ParseFailure,
  type Parsed,
  type ParsedMessage,
  type RequestId,
} from "@mcpwire/jsonrpc";
import { LAST_EVENT_ID_HEADER, PROTOCOL_VERSION_HEADER, SESSION_ID_HEADER, findRevision } from "@mcpwire/protocol";
import { Channel } from "./channel.js";
import type { HttpEndpoint } from "./create-endpoint.js";
import { noHeaders, type HttpPort } from "./http-port.js";
import { Post, isAnswered } from "./legacy/post.js";
import { JSON_TYPE, STREAM_TYPE, parseAccept, type Accepted } from "./media-types.js";
import { ASSUMED_REVISION, refuseVersion, selectEra } from "./select.js";
import type { Services } from "./services.js";
import { refuse, type Refused } from "./status.js";
import { Turn } from "./turn.js";

const versionHeader = PROTOCOL_VERSION_HEADER.toLowerCase();
const sessionHeader = SESSION_ID_HEADER.toLowerCase();
const lastEventHeader = LAST_EVENT_ID_HEADER.toLowerCase();

export class HttpTurn extends Turn {
  readonly #endpoint: HttpEndpoint;
  readonly #services: Services;
  #accepted: Accepted | undefined = undefined;

  constructor(port: HttpPort, endpoint: HttpEndpoint, services: Services) {
    super(port, endpoint);
    this.#endpoint = endpoint;
    this.#services = services;
  }

  /* --------------------------------------------------------------- head ---------------------------------------------------- */

  protected override route(): void {
    const { method } = this.port;
    if (this.#endpoint.isClosed) this.refuse(this.#endpoint.closingRefusal());
    else if (method === "POST") this.#post();
    else if (this.#endpoint.hasSessions && method === "GET") this.#get();
    else if (this.#endpoint.hasSessions && method === "DELETE") this.#delete();
    else this.refuse(this.methodRefusal());
  }

  #post(): void {
    const accepted = parseAccept(this.port.header("accept"));
    if (!accepted.json && (!accepted.stream || this.#services.mode === "json")) {
      this.refuse(refuse(406, INVALID_REQUEST, `Accept must take ${JSON_TYPE} and ${STREAM_TYPE}`));
      return;
    }
    this.#accepted = accepted;
    this.readJson();
  }

  /** [2025-11-25 basic/transports#listening-for-messages-from-the-server] */
  #get(): void {
    const port = this.port;
    const accepted = parseAccept(port.header("accept"));
    if (!accepted.stream) {
      this.refuse(refuse(406, INVALID_REQUEST, `Accept must take ${STREAM_TYPE}`));
      return;
    }
    const id = this.#sessionOfHead();
    if (id === undefined) return;
    this.#endpoint.sessions.find(id, this.who, (session) => {
      if (this.isOver) return;
      if ("status" in session) {
        this.refuse(session);
        return;
      }
      const channel = new Channel(port, accepted, this.#services.heart, this.extra);
      this.channel = channel;
      session.listen(channel, port.header(lastEventHeader), (refused) => this.refuse(refused));
    });
  }

  /** [2025-11-25 basic/transports#session-management] */
  #delete(): void {
    const id = this.#sessionOfHead();
    if (id === undefined) return;
    this.#endpoint.sessions.end(id, this.who, (refused) => {
      if (refused === undefined) this.answer(204, this.extra ?? noHeaders, "");
      else this.refuse(refused);
    });
  }

  /** The id of the session that a request without a body is about; undefined where it was refused. */
  #sessionOfHead(): string | undefined {
    const id = this.#idOfHead();
    if (typeof id === "string") return id;
    this.refuse(id);
    return undefined;
  }

  #idOfHead(): string | Refused {
    const port = this.port;
    const version = port.header(versionHeader);
    // Only older revisions know these methods. [2026-07-28 basic/transports/streamable-http#earlier-streamable-http-revisions]
    if (version !== undefined && findRevision(version)?.era === "modern") return this.methodRefusal();
    const refused = version === undefined ? undefined : refuseVersion(version, this.#endpoint.served);
    if (refused !== undefined) return refused;
    return port.header(sessionHeader) ?? refuse(400, INVALID_REQUEST, `${SESSION_ID_HEADER} is missing`);
  }

  /* --------------------------------------------------------------- body ---------------------------------------------------- */

  protected override take(body: unknown): void {
    if (this.isOver) return;
    const version = this.port.header(versionHeader);
    const sessionId = this.port.header(sessionHeader);
    const { sessions } = this.#endpoint;
    const parsed = parseMessage(body, this.#endpoint.parseOptions(sessionId, version));
    if (parsed.type === "failure" && sessionId !== undefined && sessions.mayBeElsewhere(sessionId)) {
      // The session may be one of a revision that has batches.
      sessions.find(sessionId, this.who, () => {
        this.#parsed(parseMessage(body, this.#endpoint.parseOptions(sessionId, version)), version, sessionId);
      });
    } else this.#parsed(parsed, version, sessionId);
  }

  #parsed(parsed: Parsed, version: string | undefined, sessionId: string | undefined): void {
    if (this.#isClosedTo(parsed)) {
      this.refuse(this.#endpoint.closingRefusal(), parsed.type === "request" ? parsed.message.id : undefined);
      return;
    }
    const objection = this.objectionTo(parsed);
    if (objection !== undefined) this.challenge(objection);
    else if (parsed.type === "failure") this.#refuseBody(parsed, sessionId);
    else if (parsed.type === "batch") this.#legacy(parsed, parsed.items, version, sessionId);
    else this.#single(parsed, version, sessionId);
  }

  /** What runs may need its answers and its cancellation to come to an end. */
  #isClosedTo(parsed: Parsed): boolean {
    return !this.#endpoint.isOpen && (this.#endpoint.isClosed || asks(parsed));
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
        this.refuse(selected, idOf(parsed.message));
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
      endpoint.takeModern(parsed.message, this.who?.caller);
      this.answer(202, this.extra ?? noHeaders, "");
      return;
    }
    if (parsed.type !== "request") return;
    const refused = endpoint.acceptModern({
      request: parsed.message,
      revision,
      isServed: revision !== undefined && endpoint.served.names.has(revision),
      port: this.port,
      channel: this.#openChannel(),
      who: this.who,
    });
    if (refused !== undefined) this.refuse(refused, parsed.message.id);
  }

  #legacy(
    parsed: Parsed,
    items: readonly (ParsedMessage | ParseFailure)[],
    version: string | undefined,
    sessionId: string | undefined,
  ): void {
    const endpoint = this.#endpoint;
    const channel = this.#openChannel();
    const isBatch = parsed.type === "batch";
    if (!endpoint.hasSessions) {
      const revision = version ?? ASSUMED_REVISION;
      this.#posted(endpoint.postStateless(items, isBatch, channel, this.who, revision), parsed, items, true);
    } else if (sessionId !== undefined) {
      endpoint.sessions.find(sessionId, this.who, (found) => {
        if ("status" in found) this.#posted(found, parsed, items, true);
        else if (this.#isClosedTo(parsed)) this.#posted(endpoint.closingRefusal(), parsed, items, true);
        else this.#posted(found.post(items, isBatch, channel, this.who), parsed, items, true);
      });
    } else if (parsed.type === "request") {
      // A handshake is no stream: its response carries the session.
      this.#posted(endpoint.sessions.open(parsed, channel, this.who), parsed, items, false);
    } else this.#posted(refuse(400, INVALID_REQUEST, `${SESSION_ID_HEADER} is missing`), parsed, items, false);
  }

  #posted(
    outcome: Post | Refused,
    parsed: Parsed,
    items: readonly (ParsedMessage | ParseFailure)[],
    mayStream: boolean,
  ): void {
    if (!(outcome instanceof Post)) {
      this.refuse(outcome, parsed.type === "batch" || parsed.type === "failure" ? undefined : idOf(parsed.message));
      return;
    }
    if (!items.some(isAnswered)) {
      this.answer(202, this.extra ?? noHeaders, "");
      return;
    }
    outcome.settleReader();
    if (mayStream && this.channel?.phase === "waiting") this.#endpoint.later(outcome);
  }

  #openChannel(): Channel {
    const channel = new Channel(this.port, this.#accepted ?? parseAccept(undefined), this.#services.heart, this.extra);
    this.channel = channel;
    return channel;
  }

  #refuseBody(failure: ParseFailure, sessionId: string | undefined): void {
    const nulls = sessionId !== undefined && this.#endpoint.sessions.peek(sessionId)?.nullIds === true;
    this.refuse(refuse(400, failure.code, failure.reason), failure.id ?? (nulls ? null : undefined));
  }
}

function idOf(message: JSONRPCMessage): RequestId | undefined {
  return isRequest(message) ? message.id : undefined;
}

function asks(parsed: Parsed): boolean {
  return parsed.type === "request" || (parsed.type === "batch" && parsed.items.some(({ type }) => type === "request"));
}
