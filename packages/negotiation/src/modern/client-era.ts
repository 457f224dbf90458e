/**
 * A connection to a modern server: nothing is agreed beforehand, every request says all about itself.
 * [2026-07-28 basic/versioning#protocol-version-negotiation] [2026-07-28 basic/index#statelessness]
 */
import {
  TransportError,
  isErrorResponse,
  isTransportError,
  notification,
  request,
  type Inbound,
  type JSONObject,
  type JSONRPCNotification,
  type RequestId,
} from "@mcpwire/jsonrpc";
import {
  UNSUPPORTED_PROTOCOL_VERSION,
  codecOf,
  protocolErrorOf,
  serverInfoOf,
  stampRequestMetadata,
  subscriptionIdOf,
  supportedVersionsOf,
  type ClientCapabilities,
  type Codec,
  type Implementation,
  type LoggingLevel,
  type Revision,
  type ServerCapabilities,
} from "@mcpwire/protocol";
import { assertSendable, declaredBy, callOptionsOf, reportNotice, tellCaller } from "../calling.js";
import { newestCommon } from "../choose-revision.js";
import type { ClientWire, WireOwner } from "../client-wire.js";
import type { ClientLimits } from "../client-limits.js";
import type { ClientEra, ClientHost, RequestOptions, Verdict, Watch, WatchEvents, WatchFilter } from "../era.js";
import { isAccident } from "../loss.js";
import { answerQuestion } from "../questions.js";
import { isObject } from "../read-peer.js";
import { timeLeft } from "../time-left.js";
import { untilTaken, whileWanted } from "../until.js";
import { playRounds } from "./multi-round-trip.js";
import { listen } from "./listen.js";

export interface ModernFacts {
  readonly wire: ClientWire;
  readonly host: ClientHost;
  readonly limits: ClientLimits;
  /** The revision to speak first. */
  readonly revision: Revision;
  /** Every modern revision that may be spoken, newest first. */
  readonly modern: readonly Revision[];
  /** The server's answer to `server/discover`, where it was asked and answered. */
  readonly discovered?: JSONObject | undefined;
  readonly roundTrips: number;
  readonly logLevel: LoggingLevel | undefined;
  /** For a connection whose era rests on a stored verdict. */
  readonly assumption?: EraAssumption | undefined;
}

/** The revision that requests are made in, with what every one of them needs of it. */
interface Spoken {
  readonly revision: Revision;
  readonly codec: Codec;
  /** What this client declares, in the words of the revision. */
  readonly declared: ClientCapabilities;
}

/** Era code meets whoever still has to see that the server is modern. */
export interface EraAssumption {
  /** Sees every raw result. */
  witness(result: JSONObject): void;
  /** True until something has shown it; until then the end of a link decides nothing. */
  isOpen(): boolean;
}

export class ModernClientEra implements ClientEra, WireOwner {
  readonly roundTrips: number;
  readonly #facts: ModernFacts;
  readonly #resultTypes: readonly string[];
  #spoken: Spoken;
  #server: ClientEra["server"];
  #capabilities: ServerCapabilities | undefined;
  #logLevel: LoggingLevel | undefined;
  #opening: Promise<void> | undefined;
  #isOver = false;

  constructor(facts: ModernFacts) {
    this.#facts = facts;
    this.#spoken = spokenAs(facts.revision, facts.host);
    this.roundTrips = facts.roundTrips;
    this.#logLevel = facts.logLevel;
    this.#resultTypes = facts.limits.resultTypes;
    const { discovered } = facts;
    const capabilities = discovered?.capabilities;
    this.#capabilities = isObject(capabilities) ? capabilities : undefined;
    const instructions = discovered?.instructions;
    this.#server = {
      capabilities: this.#capabilities ?? {},
      ...(typeof instructions === "string" ? { instructions } : {}),
    };
    if (discovered !== undefined) this.#remember(discovered);
  }

  get revision(): Revision {
    return this.#spoken.revision;
  }

  get server(): ClientEra["server"] {
    return this.#server;
  }

  get verdict(): Verdict {
    return { era: "modern", revision: this.revision.name };
  }

  get logLevel(): LoggingLevel | undefined {
    return this.#logLevel;
  }

  async request(method: string, params?: JSONObject, options: RequestOptions = {}): Promise<JSONObject> {
    assertSendable("request", method, this.revision, this.#capabilities);
    const { host, limits } = this.#facts;
    const entry = this.revision.methods.get(method);
    const result = await playRounds(
      {
        method,
        params,
        asksInput: entry?.asksInput === true,
        maxRounds: limits.maxRounds,
        capabilities: host.capabilities,
        revision: this.revision,
        resultTypes: this.#resultTypes,
      },
      { signal: options.signal, maxTotalMs: options.maxTotalMs ?? limits.maxTotalMs },
      {
        send: (round, startedAt) =>
          this.#send(method, round, options, startedAt, options.repeatable ?? entry?.repeatable === true),
        answer: (question, signal) => answerQuestion(host, this.revision, question, signal),
        now: Date.now,
      },
    );
    return this.#spoken.codec.decodeResult(method, withoutResultType(result));
  }

  async notify(method: string, params?: JSONObject): Promise<void> {
    assertSendable("notification", method, this.revision, this.#capabilities);
    const { wire, limits } = this.#facts;
    if (!wire.isOpen) await whileWanted(this.#up(), undefined, limits.timeoutMs);
    const sent = wire.notify(notification(method, this.#spoken.codec.encodeParams(method, params)));
    await untilTaken(sent, method, limits.timeoutMs);
  }

  async watch(filter: WatchFilter, on: WatchEvents): Promise<Watch> {
    await this.#up();
    const { wire, host, limits } = this.#facts;
    const stamp = (params: JSONObject, id: RequestId): JSONObject =>
      this.#stamp("subscriptions/listen", params, id, false);
    return listen(
      { wire, report: host.report, timeoutMs: limits.timeoutMs, codec: this.#spoken.codec, stamp },
      filter,
      on,
    );
  }

  async setLogLevel(level: LoggingLevel | undefined): Promise<void> {
    this.#logLevel = level;
  }

  async close(): Promise<void> {
    const isFirst = !this.#isOver;
    this.#isOver = true;
    await this.#facts.wire.close();
    if (isFirst) this.#facts.host.closed();
  }

  /* what the link says outside of any exchange */

  notified({ method, params }: JSONRPCNotification): void {
    const { host } = this.#facts;
    // Late news of an exchange that is over. [2026-07-28 basic/patterns/progress#behavior-requirements]
    if (
      method === "notifications/progress" ||
      method === "notifications/cancelled" ||
      subscriptionIdOf(params) !== undefined
    ) {
      reportNotice(host.report, method, "belongs to no exchange");
      return;
    }
    host.notified(method, this.#spoken.codec.decodeParams(method, params));
  }

  /** A modern server may not ask on the wire, and a client may not answer there. [2026-07-28 basic/transports/stdio#sending-messages] */
  asked(x: Inbound): void {
    const message = `The server sent the request ${x.request.method}, which no modern server may; it was ignored`;
    this.#facts.host.report({ code: "unexpected-request", message, data: { method: x.request.method } });
  }

  /**
   * A process that ended by accident is started again when the next request needs it: it held no state of ours.
   * [2026-07-28 basic/transports/stdio#unexpected-termination]
   */
  closed(error: TransportError | undefined): void {
    if (this.#isOver) return;
    const { host, assumption } = this.#facts;
    if (error !== undefined && (isAccident(error) || assumption?.isOpen() === true)) {
      host.report({
        code: "link-lost",
        message: `The link to the server was lost: ${error.message}`,
        data: error,
      });
      return;
    }
    this.#isOver = true;
    host.closed(error);
  }

  /** Brings the link up again, once for everybody who waits for it. */
  #up(): Promise<void> {
    const { wire, host } = this.#facts;
    if (wire.isOpen) return Promise.resolve();
    if (this.#isOver) return Promise.reject(new TransportError("closed", "The connection is closed"));
    this.#opening ??= wire
      .open()
      .catch((error: unknown) => {
        if (!this.#isOver) {
          this.#isOver = true;
          host.closed(error instanceof Error ? error : undefined);
        }
        throw error;
      })
      .finally(() => {
        this.#opening = undefined;
      });
    return this.#opening;
  }

  /** One request of a chain: one exchange, but for one change of revision and one loss. */
  async #send(
    method: string,
    params: JSONObject | undefined,
    options: RequestOptions,
    startedAt: number,
    isRepeatable: boolean,
  ): Promise<JSONObject> {
    const { wire, host, limits, modern, assumption } = this.#facts;
    const { timeoutMs = limits.timeoutMs, maxTotalMs = limits.maxTotalMs } = options;
    let mayChangeRevision = true;
    let mayRepeat = isRepeatable;
    for (;;) {
      let leftMs = timeLeft(maxTotalMs, startedAt, Date.now());
      if (!wire.isOpen) {
        await whileWanted(this.#up(), options.signal, Math.min(timeoutMs, leftMs));
        leftMs = timeLeft(maxTotalMs, startedAt, Date.now());
      }
      const spoken = this.#spoken;
      const { revision, codec } = spoken;
      try {
        const id = wire.nextId();
        const { response } = await wire.call(
          request(id, method, this.#stamp(method, params, id, options.onProgress !== undefined, spoken)),
          callOptionsOf(options, limits, leftMs, (n) => tellCaller(n, options, codec, host)),
        );
        if (!isErrorResponse(response)) {
          assumption?.witness(response.result);
          this.#remember(response.result);
          return response.result;
        }
        const { error } = response;
        const others = modern.filter((other) => other !== revision);
        const other =
          error.code === UNSUPPORTED_PROTOCOL_VERSION
            ? newestCommon(others, supportedVersionsOf(error.data) ?? [])
            : undefined;
        if (other === undefined || !mayChangeRevision) throw protocolErrorOf(error);
        mayChangeRevision = false;
        // Another request may have changed it meanwhile; both were told the same.
        if (this.#spoken === spoken) this.#spoken = spokenAs(other, host);
      } catch (error) {
        if (!isTransportError(error) || !isAccident(error) || !mayRepeat || this.#isOver) throw error;
        mayRepeat = false;
        host.report({ code: "repeated", message: `${method} was lost and is sent again`, data: error });
      }
    }
  }

  #stamp(
    method: string,
    params: JSONObject | undefined,
    id: RequestId,
    wantsProgress: boolean,
    { revision, codec, declared } = this.#spoken,
  ): JSONObject {
    return stampRequestMetadata(codec.encodeParams(method, params), {
      protocolVersion: revision.name,
      clientInfo: this.#facts.host.info,
      clientCapabilities: declared,
      logLevel: this.#logLevel,
      progressToken: wantsProgress ? id : undefined,
    });
  }

  /** A server names itself in any result, or in none. [2026-07-28 basic/index#meta] */
  #remember(result: JSONObject): void {
    const info: Implementation | undefined = this.#server.info ?? serverInfoOf(result);
    if (info !== undefined && this.#server.info === undefined) this.#server = { ...this.#server, info };
  }
}

function spokenAs(revision: Revision, host: ClientHost): Spoken {
  const codec = codecOf(revision);
  return { revision, codec, declared: declaredBy(host, codec) };
}

/** The neutral model has no result type; one of an extension stays, for whoever knows the extension. */
function withoutResultType(result: JSONObject): JSONObject {
  if (result.resultType !== "complete") return result;
  const { resultType: _complete, ...rest } = result;
  return rest;
}
