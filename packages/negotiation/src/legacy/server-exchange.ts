/**
 * Requests of legacy clients: the handshake, the methods that belong to the era itself, and everything that goes to the host.
 */
import {
  INTERNAL_ERROR,
  INVALID_PARAMS,
  METHOD_NOT_FOUND,
  ProtocolError,
  errorResponse,
  notification,
  resultResponse,
  type JSONObject,
  type Sent,
  type ServerExchange,
  type ServerLink,
} from "@mcpwire/jsonrpc";
import {
  MISSING_REQUIRED_CLIENT_CAPABILITY,
  URL_ELICITATION_REQUIRED,
  isLoggingLevel,
  loggingLevels,
  wireRules,
  type ClientCapabilities,
  type Implementation,
  type LoggingLevel,
  type Revision,
} from "@mcpwire/protocol";
import type { HandlerOutcome } from "../era.js";
import { isInputRequired } from "../input-requests.js";
import type { NoticeFanout } from "../notice-fanout.js";
import { isObject } from "../read-peer.js";
import type { ServerDesk } from "../server-desk.js";
import { ServerRequest, runRequest } from "../server-request.js";
import { requestStanding } from "../vocabulary.js";
import { ChangeNotices } from "./change-notices.js";
import { keepHandshake, keepInitialized, keepLogLevel, keepSubscription, readKept } from "./kept-state.js";
import { LegacyLinkState, type Agreed } from "./link-state.js";
import { answerInitialize } from "./server-handshake.js";
import { missingOnLegacy } from "./missing-capability.js";
import { HandlerRounds, askAll } from "./server-requests.js";
import { completionOf, hearsCompletion, requiredElicitations } from "./server-url-elicitation.js";

const nothing: ClientCapabilities = Object.freeze({});

/** The state of a link, where a handshake left one. */
export function legacyStateOf(link: ServerLink): LegacyLinkState | undefined {
  return link.state instanceof LegacyLinkState ? link.state : undefined;
}

/** The legacy side of a server. */
export class LegacyServer {
  readonly #desk: ServerDesk;
  readonly #notices: ChangeNotices;

  constructor(desk: ServerDesk, fanout: NoticeFanout) {
    this.#desk = desk;
    this.#notices = new ChangeNotices(fanout, desk.announced, desk.limits.maxSubscriptions);
  }

  /** `initialize`, in order. A shared link is answered and learns nothing. */
  handshake(exchange: ServerExchange, newestLegacy: Revision): void {
    const { host, served, capabilities } = this.#desk;
    const { link, request } = exchange;
    const handshake = answerInitialize(request.params, {
      legacy: served.legacy,
      newestLegacy,
      offered: served.offered,
      info: host.info,
      capabilities,
      instructions: host.instructions,
      hasChannel: hasChannel(link),
    });
    if (handshake instanceof ProtocolError) {
      exchange.end(errorResponse(request.id, handshake.rpcCode, handshake.message, handshake.data));
      return;
    }
    if (link.stateless !== true) {
      this.#agree(link, handshake);
      keepHandshake(link, handshake);
    }
    exchange.end(resultResponse(request.id, handshake.result));
  }

  /** Any other request of a legacy client, one that overtakes `notifications/initialized` included. */
  accept(exchange: ServerExchange, revision: Revision): void {
    const { id, method, params } = exchange.request;
    const standing = requestStanding(method, revision);
    if (standing === "known" && this.#answerOwn(exchange, method, params)) return;
    if (standing === "foreign") {
      const { offered } = this.#desk.served;
      const message = `${revision.name} has no request ${JSON.stringify(method)}. Supported protocol versions: ${offered.join(", ")}`;
      exchange.end(errorResponse(id, METHOD_NOT_FOUND, message, { supported: offered }));
      return;
    }
    if (!this.#desk.host.handles(method)) {
      exchange.end(errorResponse(id, METHOD_NOT_FOUND, "Method not found"));
      return;
    }
    const accepted = new LegacyRequest(exchange, revision, this.#desk);
    runRequest(accepted, accepted.decodedParams(), this.#desk);
  }

  /** `notifications/initialized`. False where no handshake came before. */
  initialized(link: ServerLink): boolean {
    const state = legacyStateOf(link);
    if (state === undefined) return link.stateless === true;
    if (state.isInitialized) return true;
    this.#ready(link, state);
    keepInitialized(link);
    return true;
  }

  /** A link from another process, or its state as another process left it. False where the handshake was for a revision not served. */
  restore(link: ServerLink, kept: JSONObject): boolean {
    const found = readKept(kept, this.#desk.served.legacy);
    if (found === undefined) return false;
    const state = legacyStateOf(link) ?? this.#agree(link, found);
    state.logLevel = found.logLevel;
    if (found.isInitialized && !state.isInitialized) this.#ready(link, state);
    for (const uri of found.subscriptions) this.#notices.subscribe(uri, state);
    for (const uri of this.#notices.subscribedBy(state)) {
      if (!found.subscriptions.has(uri)) this.#notices.unsubscribe(uri, state);
    }
    return true;
  }

  release(link: ServerLink): void {
    const state = legacyStateOf(link);
    if (state !== undefined) this.#notices.release(state);
  }

  #agree(link: ServerLink, agreed: Agreed): LegacyLinkState {
    const state = new LegacyLinkState(link, agreed);
    link.state = state;
    link.settle(wireRules(agreed.revision));
    return state;
  }

  #ready(link: ServerLink, state: LegacyLinkState): void {
    state.isInitialized = true;
    if (hasChannel(link)) this.#notices.ready(state);
  }

  /** True where the method belongs to the era and was answered. */
  #answerOwn(exchange: ServerExchange, method: string, params: JSONObject | undefined): boolean {
    const { id } = exchange.request;
    switch (method) {
      case "ping":
        exchange.end(resultResponse(id, {}));
        return true;
      case "logging/setLevel": {
        if (!this.#desk.hasLogging) return notFound(exchange);
        const level = params?.level;
        // [2025-11-25 server/utilities/logging#error-handling]
        if (!isLoggingLevel(level))
          return refuse(exchange, INVALID_PARAMS, `params.level must be one of ${loggingLevels.join(", ")}`);
        // A shared link remembers no level: accepted, and without effect.
        const state = legacyStateOf(exchange.link);
        if (state !== undefined) {
          state.logLevel = level;
          keepLogLevel(exchange.link, level);
        }
        exchange.end(resultResponse(id, {}));
        return true;
      }
      case "resources/subscribe":
      case "resources/unsubscribe": {
        const state = legacyStateOf(exchange.link);
        if (state === undefined || !hasChannel(exchange.link) || !this.#desk.announced.subscribe)
          return notFound(exchange);
        const uri = params?.uri;
        if (typeof uri !== "string") return refuse(exchange, INVALID_PARAMS, "params.uri must be a string");
        if (method === "resources/unsubscribe") this.#notices.unsubscribe(uri, state);
        else if (!this.#notices.subscribe(uri, state)) {
          const most = this.#desk.limits.maxSubscriptions;
          return refuse(exchange, INTERNAL_ERROR, `Too many subscriptions: at most ${most} on one connection`);
        }
        keepSubscription(exchange.link, uri, method === "resources/subscribe");
        exchange.end(resultResponse(id, {}));
        return true;
      }
      default:
        return false;
    }
  }
}

class LegacyRequest extends ServerRequest {
  get #state(): LegacyLinkState | undefined {
    return legacyStateOf(this.exchange.link);
  }

  get clientInfo(): Implementation | undefined {
    return this.#state?.clientInfo;
  }

  /** Without a handshake nothing was declared, and nothing may be asked. */
  get clientCapabilities(): ClientCapabilities {
    return this.#state?.clientCapabilities ?? nothing;
  }

  /** Until the client sets a level, the server may send what it likes, as it always could. [2025-11-25 schema#loggingmessagenotification] */
  protected override get logLevel(): LoggingLevel {
    return this.#state?.logLevel ?? "debug";
  }

  answer(outcome: HandlerOutcome): void | Promise<void> {
    const result = this.resultOf(outcome);
    if (isInputRequired(outcome)) return this.#playRounds(outcome);
    this.endWith(this.codec.encodeResult(this.method, result));
  }

  async #playRounds(first: HandlerOutcome): Promise<void> {
    const { method, revision, desk, exchange } = this;
    const rounds = new HandlerRounds({
      method,
      revision,
      declared: this.clientCapabilities,
      maxRounds: desk.limits.maxRounds,
    });
    const params = this.decodedParams();
    let outcome = first;
    while (isInputRequired(outcome)) {
      const step = rounds.next(outcome);
      if (step.type === "fault") this.handlerFault(step.what);
      if (step.type === "fail") throw step.error;
      const { questions, requestState } = step.input;
      this.inputResponses = questions.length === 0 ? undefined : await this.#ask(questions);
      if (exchange.aborted !== undefined) return;
      this.requestState = requestState;
      outcome = await desk.host.handle(method, params, this);
      if (exchange.aborted !== undefined) return;
    }
    this.endWith(this.codec.encodeResult(method, this.resultOf(outcome)));
  }

  async #ask(questions: Parameters<typeof askAll>[0]): Promise<JSONObject> {
    const { exchange, desk, revision } = this;
    // Within the exchange where the transport can, so that the question travels on the stream of its call.
    const asking = askAll(questions, {
      ask: exchange.ask?.bind(exchange) ?? exchange.link.ask?.bind(exchange.link),
      revision,
      timeoutMs: desk.limits.askTimeoutMs,
      nextId: () => desk.nextAskId(),
      newElicitationId: desk.limits.newElicitationId,
    });
    return await new Promise((resolve, reject) => {
      this.onAbandoned = () => {
        asking.withdraw(exchange.aborted?.reason ?? "The call was abandoned");
        resolve({});
      };
      asking.answers.then(resolve, reject);
    });
  }

  /** On the stream of the request while there is one, later on the link. */
  override elicitationCompleted(elicitationId: string): Sent {
    const { exchange, revision } = this;
    if (!hearsCompletion(revision, this.clientCapabilities)) return;
    const { method, params } = completionOf(elicitationId);
    if (!this.isOver && exchange.aborted === undefined) return this.notify(method, params);
    if (hasChannel(exchange.link)) return exchange.link.notify?.(notification(method, params));
  }

  /** What this revision, or its client, has no code for is said in words of its own. */
  protected errorFor(error: ProtocolError): { readonly error: ProtocolError } {
    switch (error.rpcCode) {
      case MISSING_REQUIRED_CLIENT_CAPABILITY: {
        const required = isObject(error.data) ? error.data.requiredCapabilities : undefined;
        return { error: missingOnLegacy(isObject(required) ? required : {}) };
      }
      case URL_ELICITATION_REQUIRED: {
        const { newElicitationId } = this.desk.limits;
        return { error: requiredElicitations(error, this.revision, this.clientCapabilities, newElicitationId) };
      }
      default:
        return { error };
    }
  }
}

/** Notifications outside of an exchange can be sent here, to this client alone. */
function hasChannel(link: ServerLink): boolean {
  return link.notify !== undefined && link.stateless !== true;
}

function notFound(exchange: ServerExchange): true {
  return refuse(exchange, METHOD_NOT_FOUND, "Method not found");
}

function refuse(exchange: ServerExchange, code: number, message: string): true {
  exchange.end(errorResponse(exchange.request.id, code, message));
  return true;
}
