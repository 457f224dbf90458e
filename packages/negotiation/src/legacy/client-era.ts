/**
 * A connection to a legacy server, after the handshake: plain requests, a session's worth of state, questions on the wire.
 * [2025-11-25 basic/lifecycle#operation]
 */
import {
  TransportError,
  UsageError,
  isErrorResponse,
  isTransportError,
  notification,
  request,
  startKeepAlive,
  type CallOutcome,
  type Inbound,
  type JSONObject,
  type JSONRPCNotification,
  type KeepAlive,
  type RequestId,
} from "@mcpwire/jsonrpc";
import {
  PROGRESS_TOKEN_KEY,
  codecOf,
  metaOf,
  protocolErrorOf,
  type Codec,
  type LoggingLevel,
  type Revision,
} from "@mcpwire/protocol";
import { assertSendable, callOptionsOf, reportNotice, tellCaller } from "../calling.js";
import type { ClientLimits } from "../client-limits.js";
import type { ClientWire, WireOwner } from "../client-wire.js";
import type { ClientEra, ClientHost, RequestOptions, Verdict, Watch, WatchEvents, WatchFilter } from "../era.js";
import { declares } from "../read-peer.js";
import { httpStatusOf } from "../loss.js";
import { timeLeft } from "../time-left.js";
import { untilTaken, whileWanted } from "../until.js";
import { takeQuestion } from "./client-answers.js";
import type { Agreement } from "./client-handshake.js";
import { UrlElicitations } from "./client-url-elicitation.js";
import { ResourceInterest, honoredBy, isWatched } from "./watches.js";

export interface LegacyFacts {
  readonly wire: ClientWire;
  readonly host: ClientHost;
  readonly limits: ClientLimits;
  readonly agreement: Agreement;
  readonly roundTrips: number;
  readonly logLevel: LoggingLevel | undefined;
  /** Opens another link and shakes hands on it, for a session that the server has forgotten. */
  renew(): Promise<Agreement>;
}

interface OpenWatch {
  readonly filter: WatchFilter;
  readonly on: WatchEvents;
}

export class LegacyClientEra implements ClientEra, WireOwner {
  readonly roundTrips: number;
  readonly #facts: LegacyFacts;
  readonly #watches = new Set<OpenWatch>();
  readonly #interest = new ResourceInterest();
  readonly #elicitations: UrlElicitations;
  #agreement: Agreement;
  #codec: Codec;
  #server: ClientEra["server"];
  #wantsLogs = true;
  #logLevel: LoggingLevel | undefined;
  #renewal: Promise<void> | undefined;
  /** A renewal broke off: whatever link there is has no session. */
  #isUnagreed = false;
  #keepAlive: KeepAlive | undefined;
  #isOver = false;

  constructor(facts: LegacyFacts) {
    this.#facts = facts;
    this.roundTrips = facts.roundTrips;
    this.#agreement = facts.agreement;
    this.#codec = codecOf(facts.agreement.revision);
    this.#server = serverOf(facts.agreement);
    this.#logLevel = facts.logLevel;
    this.#elicitations = new UrlElicitations(facts.host, facts.limits.elicitationWaitMs);
    this.#begin();
  }

  get revision(): Revision {
    return this.#agreement.revision;
  }

  get server(): ClientEra["server"] {
    return this.#server;
  }

  get verdict(): Verdict {
    return { era: "legacy", revision: this.revision.name };
  }

  async request(method: string, params?: JSONObject, options: RequestOptions = {}): Promise<JSONObject> {
    if (method === "initialize") throw new UsageError("method", "The handshake is over; initialize is sent once");
    assertSendable("request", method, this.revision, this.#agreement.capabilities);
    const { wire, host, limits } = this.#facts;
    const { timeoutMs = limits.timeoutMs, maxTotalMs = limits.maxTotalMs } = options;
    let startedAt = Date.now();
    let leftMs = maxTotalMs;
    // What may be done about a failure, each once.
    let mayRenew = wire.scope === "origin";
    let mayRepeat = options.repeatable ?? this.revision.methods.get(method)?.repeatable === true;
    let mayAsk = true;
    for (;;) {
      const renewal = this.#renewalToAwait();
      if (renewal !== undefined) {
        await whileWanted(renewal, options.signal, Math.min(timeoutMs, leftMs));
        leftMs = timeLeft(maxTotalMs, startedAt, Date.now());
      }
      const { generation } = wire;
      const codec = this.#codec;
      try {
        const { response } = await this.#send(method, params, options, leftMs);
        if (isErrorResponse(response)) throw protocolErrorOf(response.error);
        return codec.decodeResult(method, response.result);
      } catch (error) {
        if (this.#isOver) throw error;
        if (mayRenew && isTransportError(error) && error.code === "http-status" && httpStatusOf(error) === 404) {
          // The session is gone, so the request never ran. [2025-11-25 basic/transports#session-management]
          mayRenew = false;
          leftMs = timeLeft(maxTotalMs, startedAt, Date.now());
          await whileWanted(this.#renew(generation), options.signal, Math.min(timeoutMs, leftMs));
        } else if (mayRepeat && isTransportError(error) && error.code === "lost") {
          mayRepeat = false;
          host.report({ code: "repeated", message: `${method} was lost and is sent again`, data: error });
        } else if (mayAsk && (await this.#elicitations.settle(error, this.revision, options.signal))) {
          mayAsk = false;
          // A person's time is not the server's.
          startedAt = Date.now();
        } else {
          throw error;
        }
      }
      leftMs = timeLeft(maxTotalMs, startedAt, Date.now());
    }
  }

  async notify(method: string, params?: JSONObject): Promise<void> {
    assertSendable("notification", method, this.revision, this.#agreement.capabilities);
    const { wire, limits } = this.#facts;
    const renewal = this.#renewalToAwait();
    if (renewal !== undefined) await whileWanted(renewal, undefined, limits.timeoutMs);
    const sent = wire.notify(notification(method, this.#codec.encodeParams(method, params)));
    await untilTaken(sent, method, limits.timeoutMs);
  }

  async watch(filter: WatchFilter, on: WatchEvents): Promise<Watch> {
    const honored = honoredBy(this.#agreement.capabilities, filter);
    const watch: OpenWatch = { filter: honored, on };
    const uris = honored.resourceSubscriptions ?? [];
    this.#watches.add(watch);
    const wanted = this.#interest.add(uris);
    try {
      await Promise.all(wanted.map((uri) => this.request("resources/subscribe", { uri })));
    } catch (error) {
      this.#watches.delete(watch);
      await this.#unsubscribe(uris);
      throw error;
    }
    return {
      honored,
      close: async () => {
        if (this.#watches.delete(watch)) await this.#unsubscribe(uris);
      },
    };
  }

  async setLogLevel(level: LoggingLevel | undefined): Promise<void> {
    this.#wantsLogs = level !== undefined;
    this.#logLevel = level;
    if (level !== undefined) await this.request("logging/setLevel", { level });
  }

  async close(): Promise<void> {
    const isFirst = this.#end();
    await this.#facts.wire.close();
    if (isFirst) this.#facts.host.closed();
  }

  /* what the link says outside of any exchange */

  notified({ method, params }: JSONRPCNotification): void {
    const { host } = this.#facts;
    if (method === "notifications/progress" || method === "notifications/cancelled") {
      // Late news of an exchange that is over. [2025-11-25 basic/utilities/progress#behavior-requirements]
      reportNotice(host.report, method, "belongs to no exchange");
      return;
    }
    if (this.#isSilenced(method)) return;
    const decoded = this.#codec.decodeParams(method, params);
    if (this.#takeCompletion(method, decoded)) return;
    if (!this.#tellWatches(method, decoded)) host.notified(method, decoded);
  }

  asked(x: Inbound): void {
    this.#takeQuestion(x);
  }

  closed(error: TransportError | undefined): void {
    if (this.#isOver) return;
    const { host, wire } = this.#facts;
    this.#keepAlive?.stop();
    if (wire.scope === "origin" && error?.code === "lost") {
      host.report({ code: "link-lost", message: `The session was lost: ${error.message}`, data: error });
      this.#breakWatches(error);
      return;
    }
    this.#end();
    this.#breakWatches(error ?? new TransportError("closed", "The server ended the connection"));
    host.closed(error);
  }

  #send(
    method: string,
    params: JSONObject | undefined,
    options: RequestOptions,
    maxTotalMs: number,
  ): Promise<CallOutcome> {
    const { wire, host, limits } = this.#facts;
    const codec = this.#codec;
    const id = wire.nextId();
    const encoded = codec.encodeParams(method, params);
    const heard = (n: JSONRPCNotification): void => {
      if (this.#isSilenced(n.method) || this.#takeCompletion(n.method, n.params)) return;
      // Some servers announce a change on the stream of the request that made it; those who watch are to hear of it all the same.
      if (!this.#tellWatches(n.method, codec.decodeParams(n.method, n.params))) tellCaller(n, options, codec, host);
    };
    return wire.call(
      request(id, method, options.onProgress === undefined ? encoded : withProgressToken(encoded, id)),
      callOptionsOf(options, limits, maxTotalMs, heard, this.#takeQuestion),
    );
  }

  /** No level means silence: a server cannot be told so, and what it sends all the same stops here. */
  #isSilenced(method: string): boolean {
    return method === "notifications/message" && !this.#wantsLogs;
  }

  readonly #takeQuestion = (x: Inbound): void => {
    const { params } = x.request;
    if (params?.mode === "url" && typeof params.elicitationId === "string")
      this.#elicitations.shown(params.elicitationId);
    takeQuestion(x, this.revision, this.#facts.host);
  };

  /** True for the notice that an interaction at a URL is over, wherever it comes: it is the host's, if anybody knows the interaction. */
  #takeCompletion(method: string, params: JSONObject | undefined): boolean {
    if (method !== "notifications/elicitation/complete") return false;
    const { host } = this.#facts;
    // [2025-11-25 client/elicitation#completion-notifications-for-url-mode-elicitation]
    if (this.#elicitations.completed(params?.elicitationId)) host.notified(method, params);
    else reportNotice(host.report, method, "names no open interaction");
    return true;
  }

  async #unsubscribe(uris: readonly string[]): Promise<void> {
    if (this.#isOver) return;
    const unwanted = this.#interest.remove(uris);
    await Promise.all(
      unwanted.map((uri) =>
        this.request("resources/unsubscribe", { uri }).catch((error: unknown) => {
          this.#facts.host.report({
            code: "unsubscribe-failed",
            message: `Unsubscribing from ${uri} failed`,
            data: error,
          });
        }),
      ),
    );
  }

  /** False where nobody watches for this. */
  #tellWatches(method: string, decoded: JSONObject | undefined): boolean {
    const watching = [...this.#watches].filter(({ filter }) => isWatched(filter, method, decoded));
    for (const { on } of watching) on.notified(method, decoded);
    return watching.length > 0;
  }

  /** The renewal that a message must wait for: its link may be up already, but before the handshake nothing belongs on it. */
  #renewalToAwait(): Promise<void> | undefined {
    const { wire } = this.#facts;
    return this.#renewal ?? (wire.isOpen && !this.#isUnagreed ? undefined : this.#renew(wire.generation));
  }

  /** One renewal for everybody whose link was the one of that generation. */
  #renew(generation: number): Promise<void> {
    const { wire, host, renew } = this.#facts;
    if (this.#isOver) return Promise.reject(new TransportError("closed", "The connection is closed"));
    if (wire.isOpen && !this.#isUnagreed && wire.generation !== generation) return this.#renewal ?? Promise.resolve();
    this.#renewal ??= renew()
      .then(
        (agreement) => {
          this.#isUnagreed = false;
          this.#agreement = agreement;
          this.#codec = codecOf(agreement.revision);
          this.#server = serverOf(agreement);
          this.#breakWatches(new TransportError("lost", "The session was lost, and the watch with it"));
          this.#begin();
          host.report({ code: "session-renewed", message: "The session was lost, and another was opened" });
        },
        (error: unknown) => {
          if (isPassing(error)) {
            this.#isUnagreed = true;
            this.#breakWatches(error);
          } else if (this.#end()) {
            void wire.close();
            host.closed(error instanceof Error ? error : undefined);
          }
          throw error;
        },
      )
      .finally(() => {
        this.#renewal = undefined;
      });
    return this.#renewal;
  }

  /** What every session begins with. */
  #begin(): void {
    if (this.#logLevel !== undefined && declares(this.#agreement.capabilities, ["logging"])) {
      const { maxTotalMs } = this.#facts.limits;
      const failed = (error: unknown): void => {
        this.#facts.host.report({ code: "log-level-failed", message: "The log level could not be set", data: error });
      };
      this.#send("logging/setLevel", { level: this.#logLevel }, {}, maxTotalMs).then(({ response }) => {
        if (isErrorResponse(response)) failed(protocolErrorOf(response.error));
      }, failed);
    }
    this.#watchLiveness();
  }

  /** A server that leaves several pings in a row unanswered is lost. [2025-11-25 basic/utilities/ping#error-handling] */
  #watchLiveness(): void {
    const { limits, wire, host } = this.#facts;
    this.#keepAlive?.stop();
    const { keepAliveMs } = limits;
    if (keepAliveMs === undefined || !this.revision.traits.ping) return;
    this.#keepAlive = startKeepAlive({
      keepAliveMs,
      report: host.report,
      // Any answer is a sign of life, an error as well.
      ping: () => wire.call(request(wire.nextId(), "ping"), { timeoutMs: limits.timeoutMs }),
      dead: (cause) => {
        const error = new TransportError("lost", "The server answers no pings", { cause });
        if (!this.#end()) return;
        this.#breakWatches(error);
        void wire.close();
        host.closed(error);
      },
    });
  }

  #breakWatches(error: Error): void {
    const broken = [...this.#watches];
    this.#watches.clear();
    this.#interest.clear();
    for (const { on } of broken) on.ended(error);
  }

  /** True the first time. */
  #end(): boolean {
    const isFirst = !this.#isOver;
    this.#isOver = true;
    this.#keepAlive?.stop();
    this.#elicitations.end();
    return isFirst;
  }
}

/** The network failed, and may work again when the next request tries. A refusal is for good. */
function isPassing(error: unknown): error is TransportError {
  return isTransportError(error) && (error.code === "unreachable" || error.code === "lost" || error.code === "timeout");
}

function serverOf({ info, capabilities, instructions }: Agreement): ClientEra["server"] {
  return {
    capabilities,
    ...(info === undefined ? {} : { info }),
    ...(instructions === undefined ? {} : { instructions }),
  };
}

/** The token is the request's id, so that one map of ids finds the exchange of a notice. */
function withProgressToken(params: JSONObject | undefined, id: RequestId): JSONObject {
  return { ...params, _meta: { ...metaOf(params), [PROGRESS_TOKEN_KEY]: id } };
}
