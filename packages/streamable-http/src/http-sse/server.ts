/**
 * HTTP+SSE of 2024-11-05, the server's end: a GET whose stream says where to POST, and then carries every message of ours. Each such
 * pair is a pipe like any other, so that what it says is decided where pipes are served. Driver-independent.
 * [2024-11-05 basic/transports#http-with-sse]
 */
import {
  INTERNAL_ERROR,
  INVALID_REQUEST,
  parseMessage,
  serveDuplex,
  type Acceptor,
  type DuplexServer,
  type JSONRPCMessage,
  type Pipe,
  type ReportSink,
  type Sent,
} from "@mcpwire/jsonrpc";
import { Channel, type ChannelOwner } from "../core/channel.js";
import { Heartbeat } from "../core/heartbeat.js";
import { noHeaders, type HostPorts, type HttpPort } from "../core/http-port.js";
import { defaultHttpLimits, type HttpLimits } from "../core/limits.js";
import { STREAM_TYPE, parseAccept } from "../core/media-types.js";
import { refuse } from "../core/status.js";
import { requestGuard, type RequestGuard } from "../core/host-guard.js";
import { Turn, type Entry, type EntryOptions } from "../core/turn.js";
import { encodeEvent, encodeNamedEvent } from "../sse/encoder.js";

/** Options of an HTTP+SSE endpoint; none is needed. */
export interface HttpSseEndpointOptions extends EntryOptions {
  /** Where clients open the stream. Default `/sse`. */
  readonly ssePath?: string;
  /** Where clients POST. Default `/messages`. */
  readonly messagePath?: string;
  /** What clients are told to POST to, where a proxy or a mount point makes it differ from `messagePath`. */
  readonly announcedPath?: string;
  /** A stream that is silent for so long, in ms, gets a comment. Default 8 000. */
  readonly keepAliveMs?: number;
  /** `maxSessions` bounds the streams that are open. */
  readonly limits?: Partial<HttpLimits>;
  readonly report?: ReportSink;
}

const SESSION_PARAMETER = "sessionId";
const defaultKeepAliveMs = 8000;

/** Puts an acceptor behind HTTP+SSE. Each stream is a link of its own. */
export function createHttpSseEndpoint(
  acceptor: Acceptor,
  host: HostPorts,
  options: HttpSseEndpointOptions = {},
): HttpSseEndpoint {
  return new HttpSseEndpoint(acceptor, host, options);
}

export class HttpSseEndpoint implements Entry {
  readonly guard: RequestGuard;
  readonly options: HttpSseEndpointOptions;
  readonly limits: HttpLimits;
  readonly report: ReportSink;
  readonly methods = "GET, POST";
  readonly ssePath: string;
  readonly messagePath: string;
  readonly heart: Heartbeat;
  readonly #acceptor: Acceptor;
  readonly #host: HostPorts;
  readonly #links = new Map<string, HttpSseLink>();
  #isClosing = false;

  constructor(acceptor: Acceptor, host: HostPorts, options: HttpSseEndpointOptions) {
    this.options = options;
    this.limits = { ...defaultHttpLimits, ...options.limits };
    this.guard = requestGuard(options);
    this.report = options.report ?? ((): void => {});
    this.ssePath = options.ssePath ?? "/sse";
    this.messagePath = options.messagePath ?? "/messages";
    const keepAliveMs = options.keepAliveMs ?? defaultKeepAliveMs;
    this.heart = new Heartbeat(host, keepAliveMs, keepAliveMs);
    this.#acceptor = acceptor;
    this.#host = host;
  }

  /** Streams that are open. */
  get inFlight(): number {
    return this.#links.size;
  }

  open(port: HttpPort): Turn {
    return new HttpSseTurn(port, this);
  }

  /** Opens a link on this stream; undefined where there is no room or no time for it. */
  connect(channel: Channel, who: { readonly caller: unknown; readonly id: string } | undefined): boolean {
    if (this.#isClosing || this.#links.size >= this.limits.maxSessions) return false;
    const id = this.#host.randomId();
    const link = new HttpSseLink(channel, who?.id, () => void this.#links.delete(id));
    this.#links.set(id, link);
    const path = this.options.announcedPath ?? this.messagePath;
    void channel.event(encodeNamedEvent("endpoint", `${path}?${SESSION_PARAMETER}=${id}`));
    link.serve(this.#acceptor, this, who?.caller);
    return true;
  }

  /** The link of this caller; that of another is as good as none. */
  find(id: string, callerId: string | undefined): HttpSseLink | undefined {
    const link = this.#links.get(id);
    return link?.owner === callerId ? link : undefined;
  }

  /** Takes no more streams, and lets what runs finish; `idle` is called once every stream has ended. */
  drain(idle: () => void): void {
    this.#isClosing = true;
    void Promise.all([...this.#links.values()].map((link) => link.drain())).then(idle);
  }

  /** Ends every stream. Idempotent. */
  drop(): void {
    this.#isClosing = true;
    for (const link of this.#links.values()) link.drop();
    this.heart.stop();
  }
}

/** One stream and what is POSTed for it. */
class HttpSseLink implements Pipe, ChannelOwner {
  readonly owner: string | undefined;
  readonly #channel: Channel;
  readonly #ended: () => void;
  #server: DuplexServer | undefined = undefined;

  constructor(channel: Channel, owner: string | undefined, ended: () => void) {
    this.owner = owner;
    this.#channel = channel;
    this.#ended = ended;
    channel.owner = this;
  }

  serve(acceptor: Acceptor, { limits, report }: Entry, caller: unknown): void {
    this.#server = serveDuplex(this, acceptor, { limits, report, caller });
  }

  receive(body: unknown): void {
    if (typeof body === "string") this.#server?.reader.receiveText(body);
    else this.#server?.reader.receiveValue(body);
  }

  send(message: JSONRPCMessage | readonly JSONRPCMessage[]): Sent {
    return this.#channel.event(encodeEvent(JSON.stringify(message)));
  }

  close(): void {
    this.#ended();
    this.#channel.end();
  }

  disconnected(): void {
    this.#ended();
    this.#server?.reader.ended({ cleanly: false });
  }

  drain(): Promise<void> {
    return this.#server?.drain() ?? Promise.resolve();
  }

  drop(): void {
    this.#server?.drop();
  }
}

class HttpSseTurn extends Turn {
  readonly #endpoint: HttpSseEndpoint;
  #link: HttpSseLink | undefined = undefined;

  constructor(port: HttpPort, endpoint: HttpSseEndpoint) {
    super(port, endpoint);
    this.#endpoint = endpoint;
  }

  protected override route(): void {
    const { method, target } = this.port;
    const url = urlOf(target);
    const { ssePath, messagePath } = this.#endpoint;
    if (url === undefined || (url.pathname !== ssePath && url.pathname !== messagePath)) {
      this.refuse(refuse(404, INVALID_REQUEST, "Nothing is here"));
    } else if (method === "GET" && url.pathname === ssePath) this.#stream();
    else if (method === "POST" && url.pathname === messagePath) this.#message(url.search);
    else this.refuse(this.methodRefusal());
  }

  #stream(): void {
    const accepted = parseAccept(this.port.header("accept"));
    if (!accepted.stream) {
      this.refuse(refuse(406, INVALID_REQUEST, `Accept must take ${STREAM_TYPE}`));
      return;
    }
    const channel = new Channel(this.port, accepted, this.#endpoint.heart, this.extra);
    if (this.#endpoint.connect(channel, this.who)) this.channel = channel;
    else this.refuse(refuse(503, INTERNAL_ERROR, "busy: no more streams are taken"));
  }

  #message(search: string): void {
    const id = parameterOf(search, SESSION_PARAMETER);
    if (id === undefined) {
      this.refuse(refuse(400, INVALID_REQUEST, `${SESSION_PARAMETER} is missing`));
      return;
    }
    this.#link = this.#endpoint.find(id, this.who?.id);
    if (this.#link === undefined) {
      this.refuse(refuse(404, INVALID_REQUEST, `${SESSION_PARAMETER} names no stream that is open`));
      return;
    }
    this.readJson();
  }

  /** Taken is all that is said here; answers, also to what is malformed, go out on the stream. */
  protected override take(body: unknown): void {
    if (this.isOver) return;
    const { limits, options } = this.#endpoint;
    if (options.permit !== undefined) {
      // The pipe parses by itself; whoever must be permitted pays twice.
      const batches = { max: limits.maxBatch };
      const objection = this.objectionTo(parseMessage(body, { maxDepth: limits.maxDepth, batches }));
      if (objection !== undefined) {
        this.challenge(objection);
        return;
      }
    }
    this.answer(202, this.extra ?? noHeaders, "");
    this.#link?.receive(body);
  }
}

/** Undefined for a target that is no URL: `//` is one that anybody can send. */
function urlOf(target: string): URL | undefined {
  try {
    return new URL(target, "http://localhost");
  } catch {
    return undefined;
  }
}

function parameterOf(search: string, name: string): string | undefined {
  for (const pair of search.slice(1).split("&")) {
    if (pair.startsWith(`${name}=`)) return pair.slice(name.length + 1);
  }
  return undefined;
}
