/**
 * One MCP endpoint over HTTP, for every revision: guards, authorization, admission, and the hand-over to the era that a request
 * belongs to. Drivers feed it; it answers through their ports. Pure: time, chance and turns come from the host.
 * [2025-11-25 basic/transports#streamable-http] [2026-07-28 basic/transports/streamable-http#top]
 */
import {
  INTERNAL_ERROR,
  type Acceptor,
  type JSONRPCNotification,
  type ParseOptions,
  type ReportSink,
} from "@mcpwire/jsonrpc";
import { findRevision } from "@mcpwire/protocol";
import { Heartbeat } from "./heartbeat.js";
import { requestGuard, type RequestGuard } from "./host-guard.js";
import type { HostPorts, HttpPort } from "./http-port.js";
import { MemoryEventLog, type EventLog } from "./legacy/event-log.js";
import type { Post } from "./legacy/post.js";
import type { SessionRegistry } from "./legacy/session-registry.js";
import { LocalSessions, type Sessions } from "./legacy/sessions.js";
import { SharedSessions } from "./legacy/shared-sessions.js";
import { StatelessPosts } from "./legacy/stateless-post.js";
import { defaultHttpLimits, type HttpLimits } from "./limits.js";
import { acceptModern, type ModernRequest } from "./modern/admission.js";
import { ASSUMED_REVISION, servedRevisions, type ServedRevisions } from "./select.js";
import { Load, type ResponseMode, type Services } from "./services.js";
import { StatelessCount, StatelessLink } from "./stateless.js";
import { shutDown, type Refused } from "./status.js";
import { HttpTurn } from "./http-turn.js";
import type { Entry, EntryOptions } from "./turn.js";

/** Options of an endpoint, the same for every driver; none is needed. */
export interface EndpointOptions extends EntryOptions {
  /** Legacy clients get a session. False: each of their requests stands alone, and nothing can be resumed. Default true. */
  readonly sessions?: boolean;
  /** Default `auto`. */
  readonly responses?: ResponseMode;
  /** A request that is silent for so long, in ms, is answered with a stream. Default 8 000. */
  readonly streamAfterMs?: number;
  /** A stream that is silent for so long, in ms, gets a comment. Default 8 000: one runtime closes idle streams after 10 s. */
  readonly keepAliveMs?: number;
  /** What resumable streams tell clients to wait before they come back, in ms. Default 500. */
  readonly retryMs?: number;
  readonly limits?: Partial<HttpLimits>;
  /** Where events wait for clients that come back. Default: in memory, bounded by `limits`. */
  readonly eventLog?: EventLog;
  /**
   * Which sessions there are, where several endpoints serve them: other processes, or the next one. Their events must then be in one
   * `eventLog` too. Default: each session ends with the endpoint that opened it.
   */
  readonly sessionRegistry?: SessionRegistry;
  readonly report?: ReportSink;
}

const defaultKeepAliveMs = 8000;
const defaultRetryMs = 500;

/** Puts an acceptor behind HTTP. Its links are attached as clients come. */
export function createEndpoint(acceptor: Acceptor, host: HostPorts, options: EndpointOptions = {}): HttpEndpoint {
  return new HttpEndpoint(acceptor, host, options);
}

export class HttpEndpoint implements Entry {
  readonly options: EndpointOptions;
  readonly limits: HttpLimits;
  readonly served: ServedRevisions;
  /** Legacy clients get sessions. */
  readonly hasSessions: boolean;
  readonly report: ReportSink;
  readonly guard: RequestGuard;
  readonly #services: Services;
  readonly #link = new StatelessLink();
  #isAttached = false;
  readonly #count: StatelessCount;
  readonly sessions: Sessions;
  readonly #statelessPosts: StatelessPosts;
  readonly #plain: ParseOptions;
  readonly #batches: ParseOptions;
  /** Posts that were still open at the end of their turn. */
  #open: Post[] = [];
  #phase: "open" | "draining" | "closed" = "open";

  constructor(acceptor: Acceptor, host: HostPorts, options: EndpointOptions) {
    this.options = options;
    this.limits = { ...defaultHttpLimits, ...options.limits };
    this.served = servedRevisions(acceptor.facts.revisions);
    this.hasSessions = this.served.hasLegacy && options.sessions !== false;
    this.guard = requestGuard(options);
    this.report = options.report ?? ((): void => {});
    const keepAliveMs = options.keepAliveMs ?? defaultKeepAliveMs;
    const services: Services = {
      acceptor,
      host,
      limits: this.limits,
      report: this.report,
      heart: new Heartbeat(host, keepAliveMs, options.streamAfterMs ?? keepAliveMs),
      mode: options.responses ?? "auto",
      load: new Load(),
    };
    this.#services = services;
    this.#count = new StatelessCount(services);
    const log = options.eventLog ?? new MemoryEventLog({ ...this.limits, timers: host.timers });
    const { sessionRegistry, retryMs = defaultRetryMs } = options;
    this.sessions =
      sessionRegistry === undefined
        ? new LocalSessions(services, log, retryMs)
        : new SharedSessions(services, log, retryMs, sessionRegistry);
    this.#statelessPosts = new StatelessPosts(services, this.#link, this.#count);
    const { maxDepth, maxBatch } = this.limits;
    const { correlation } = acceptor.facts;
    this.#plain = { maxDepth };
    this.#batches = { maxDepth, batches: { max: maxBatch, isHandshake: (q) => correlation.isHandshake(q) } };
  }

  /** The link of everything that stands alone; attached with the first of it. */
  #stateless(): StatelessLink {
    if (!this.#isAttached) {
      this.#isAttached = true;
      this.#services.acceptor.attach(this.#link);
    }
    return this.#link;
  }

  /** One request begins; `start` the turn when the driver is ready to be called back. */
  open(port: HttpPort): HttpTurn {
    return new HttpTurn(port, this, this.#services);
  }

  get isOpen(): boolean {
    return this.#phase === "open";
  }

  get isClosed(): boolean {
    return this.#phase === "closed";
  }

  /** Requests in flight, over all sessions and none. */
  get inFlight(): number {
    return this.#services.load.inFlight;
  }

  /** How a body is parsed that comes without a session or with that of `sessionId`. */
  parseOptions(sessionId: string | undefined, versionHeader: string | undefined): ParseOptions {
    if (!this.served.hasLegacy) return this.#plain;
    if (this.hasSessions) {
      return sessionId === undefined ? this.#plain : (this.sessions.peek(sessionId)?.parseOptions ?? this.#plain);
    }
    const revision = versionHeader ?? ASSUMED_REVISION;
    return findRevision(revision)?.traits.batches === true ? this.#batches : this.#plain;
  }

  acceptModern(request: ModernRequest): Refused | undefined {
    return acceptModern(request, this.#services, this.#stateless(), this.#count);
  }

  takeModern(n: JSONRPCNotification, caller: unknown): void {
    this.#services.acceptor.take(n, this.#stateless(), caller);
  }

  postStateless(...args: Parameters<StatelessPosts["post"]>): Post | Refused {
    this.#stateless();
    return this.#statelessPosts.post(...args);
  }

  /** The post did not end at once: its client gets a sign of life, one turn later, if it is still open then. */
  later(post: Post): void {
    const { host } = this.#services;
    // A turn that ends with this request must take no other's post with it.
    if (host.timersEndWithRequest === true) {
      host.nextTurn(() => post.prime());
      return;
    }
    this.#open.push(post);
    if (this.#open.length === 1) host.nextTurn(() => this.#primeOpen());
  }

  #primeOpen(): void {
    const posts = this.#open;
    this.#open = [];
    for (const post of posts) post.prime();
  }

  /**
   * Takes no more requests, ends watches with their result, and lets what runs finish; `idle` is called once nothing does. To be
   * followed by `drop`.
   */
  drain(idle: () => void): void {
    if (this.#phase === "open") {
      this.#phase = "draining";
      if (this.#isAttached) this.#services.acceptor.release(this.#link, "drain");
      this.sessions.drain();
    }
    this.#services.load.whenIdle(idle);
  }

  /** Aborts what runs and says so to its clients, ends every session and every stream, and lets go of timers. Idempotent. */
  drop(): void {
    if (this.#phase === "closed") return;
    const wasDrained = this.#phase === "draining";
    this.#phase = "closed";
    this.#count.abortAll(shutDown);
    this.sessions.drop();
    this.#services.heart.stop();
    if (this.#isAttached && !wasDrained) this.#services.acceptor.release(this.#link, "drop");
  }

  /** What a closing endpoint says. */
  closingRefusal(): Refused {
    return { type: "refused", status: 503, code: INTERNAL_ERROR, message: "the server is shutting down" };
  }

  /** Methods that the endpoint answers. */
  get methods(): string {
    return this.hasSessions ? "GET, POST, DELETE" : "POST";
  }
}
