/**
 * One modern request: its metadata came with it, and its result says so. Nothing is remembered between requests.
 * [2026-07-28 basic/index#statelessness]
 */
import {
  INTERNAL_ERROR,
  INVALID_PARAMS,
  METHOD_NOT_FOUND,
  ProtocolError,
  errorResponse,
  type JSONObject,
  type Refusal,
  type ServerExchange,
} from "@mcpwire/jsonrpc";
import {
  MISSING_REQUIRED_CLIENT_CAPABILITY,
  RESOURCE_NOT_FOUND,
  SERVER_INFO_KEY,
  URL_ELICITATION_REQUIRED,
  metaOf,
  missingRequiredClientCapability,
  type ClientCapabilities,
  type Implementation,
  type LoggingLevel,
  type RequestMetadata,
  type Revision,
} from "@mcpwire/protocol";
import type { HandlerOutcome, InputRequired } from "../era.js";
import { checkInputRequired, isInputRequired, mayAskInput, missingCapabilities } from "../input-requests.js";
import { isObject } from "../read-peer.js";
import type { ServerDesk } from "../server-desk.js";
import { ServerRequest, runRequest } from "../server-request.js";
import { requestStanding, serverMayNotify } from "../vocabulary.js";
import { discoverResult } from "./discover.js";
import type { Subscriptions } from "./subscriptions.js";

/** The codes that the protocol keeps for itself; of these a handler may say that a capability is missing. [2026-07-28 basic/index#error-codes] */
const firstReserved = -32020;
const lastReserved = -32099;

/** The modern side of a server. */
export class ModernServer {
  readonly #desk: ServerDesk;
  readonly #subscriptions: Subscriptions;
  /** The `_meta` of every result that brings none of its own; shared, and never changed. */
  readonly #identity: JSONObject;
  readonly #discovered = new Map<Revision, JSONObject>();

  constructor(desk: ServerDesk, subscriptions: Subscriptions, identity: JSONObject) {
    this.#desk = desk;
    this.#subscriptions = subscriptions;
    this.#identity = identity;
    for (const revision of desk.served.modern.values()) this.#discovered.set(revision, discoverResult(desk, revision));
  }

  accept(exchange: ServerExchange, revision: Revision, metadata: RequestMetadata): void {
    const { method } = exchange.request;
    const standing = requestStanding(method, revision);
    if (standing === "known") {
      if (method === "subscriptions/listen") {
        this.#subscriptions.listen(exchange);
        return;
      }
      if (method === "server/discover") {
        const request = new ModernRequest(exchange, revision, this.#desk, metadata, this.#identity);
        try {
          void request.answer(this.#discovered.get(revision) ?? discoverResult(this.#desk, revision));
        } catch (error) {
          request.fail(error);
        }
        return;
      }
    }
    if (standing === "foreign" || !this.#desk.host.handles(method)) {
      this.#refuseMethod(exchange, revision, standing === "foreign");
      return;
    }
    const request = new ModernRequest(exchange, revision, this.#desk, metadata, this.#identity);
    const decoded = request.decodedParams();
    if (decoded === undefined || !mayAskInput(method) || !("inputResponses" in decoded || "requestState" in decoded)) {
      runRequest(request, decoded, this.#desk);
      return;
    }
    const { inputResponses, requestState, ...rest } = decoded;
    if (
      (inputResponses !== undefined && !isObject(inputResponses)) ||
      (requestState !== undefined && typeof requestState !== "string")
    ) {
      const message = "params.inputResponses must be an object and params.requestState a string, where they are there";
      exchange.end(errorResponse(exchange.request.id, INVALID_PARAMS, message));
      return;
    }
    request.inputResponses = inputResponses;
    request.requestState = requestState;
    runRequest(request, rest, this.#desk);
  }

  #refuseMethod(exchange: ServerExchange, revision: Revision, isForeign: boolean): void {
    const { id, method } = exchange.request;
    const { offered } = this.#desk.served;
    // A word of another revision most likely comes from a peer that takes us for something else.
    const response = isForeign
      ? errorResponse(
          id,
          METHOD_NOT_FOUND,
          `${revision.name} has no request ${JSON.stringify(method)}. Supported protocol versions: ${offered.join(", ")}`,
          { supported: offered },
        )
      : errorResponse(id, METHOD_NOT_FOUND, "Method not found");
    exchange.end(response, "unknown-method");
  }
}

class ModernRequest extends ServerRequest {
  readonly #metadata: RequestMetadata;
  readonly #identity: JSONObject;

  constructor(
    exchange: ServerExchange,
    revision: Revision,
    desk: ServerDesk,
    metadata: RequestMetadata,
    identity: JSONObject,
  ) {
    super(exchange, revision, desk);
    this.#metadata = metadata;
    this.#identity = identity;
  }

  get clientInfo(): Implementation | undefined {
    return this.#metadata.clientInfo;
  }

  get clientCapabilities(): ClientCapabilities {
    return this.#metadata.clientCapabilities;
  }

  /** Absent, no log message may be sent. [2026-07-28 server/utilities/logging#per-request-log-level] */
  protected override get logLevel(): LoggingLevel | undefined {
    return this.#metadata.logLevel;
  }

  answer(outcome: HandlerOutcome): void {
    const result = this.resultOf(outcome);
    if (isInputRequired(outcome)) {
      this.#askInput(outcome);
      return;
    }
    const { method, revision } = this;
    const encoded = this.codec.encodeResult(method, result);
    const own = metaOf(encoded);
    // A result type of an extension survives; the core's other one is not the handler's to say.
    if (encoded.resultType === "input_required")
      this.handlerFault("returned a result that claims to be a request for input");
    const complete: Record<string, unknown> = { resultType: "complete", ...encoded };
    complete._meta = own === undefined ? this.#identity : { ...this.#identity, ...own };
    if (revision.methods.get(method)?.cacheable === true) {
      const hints = this.desk.host.cacheHints(method, this.exchange.request.params, this);
      // [2026-07-28 server/utilities/caching#time-to-live-ttl-field]
      complete.ttlMs = hints.ttlMs > 0 ? Math.floor(hints.ttlMs) : 0;
      complete.cacheScope = hints.cacheScope;
    }
    this.endWith(complete);
  }

  #askInput(outcome: InputRequired): void {
    if (!mayAskInput(this.method)) this.handlerFault("asks for input, which this method may not");
    const checked = checkInputRequired(outcome);
    if (typeof checked === "string") this.handlerFault(`asks for input, but ${checked}`);
    const missing = missingCapabilities(checked.questions, this.clientCapabilities, this.revision);
    if (missing !== undefined) throw missingRequiredClientCapability(missing);
    const result: Record<string, unknown> = { resultType: "input_required", _meta: this.#identity };
    if (checked.questions.length > 0) {
      result.inputRequests = Object.fromEntries(
        checked.questions.map(([key, { method, params }]) => {
          const encoded = this.codec.encodeParams(method, params);
          return [key, encoded === undefined ? { method } : { method, params: encoded }];
        }),
      );
    }
    if (checked.requestState !== undefined) result.requestState = checked.requestState;
    this.endWith(result);
  }

  protected errorFor(error: ProtocolError): { readonly error: ProtocolError; readonly refusal?: Refusal } {
    const { rpcCode } = error;
    if (rpcCode === MISSING_REQUIRED_CLIENT_CAPABILITY) return { error, refusal: "missing-capability" };
    if (rpcCode === METHOD_NOT_FOUND) return { error, refusal: "unknown-method" };
    // The same news as older revisions tell it. [2026-07-28 server/resources#error-handling]
    if (rpcCode === RESOURCE_NOT_FOUND) {
      return { error: new ProtocolError(this.revision.traits.resourceNotFound, error.message, { data: error.data }) };
    }
    if (rpcCode < lastReserved || rpcCode > firstReserved) return { error };
    const reason =
      rpcCode === URL_ELICITATION_REQUIRED
        ? // A code of one older revision; asking is what a handler does instead. [2026-07-28 basic/patterns/mrtr#supported-requests]
          "refused the call until a person has been at a URL; it should ask for that as input"
        : `failed with the code ${rpcCode}, which is not a handler's to use`;
    this.desk.report({ code: "handler-error", message: `The handler of ${this.method} ${reason}`, data: error });
    return { error: new ProtocolError(INTERNAL_ERROR, error.message) };
  }

  /**
   * Only what belongs to the request goes out with its answer: changes have streams of their own, and a server cancels nothing
   * but those. [2026-07-28 basic/patterns/index#request-and-response] [2026-07-28 basic/patterns/cancellation#behavior-requirements]
   */
  protected override mayNotify(method: string): boolean {
    if (!this.revision.methods.has(method)) return serverMayNotify(method, this.revision);
    return method === "notifications/progress" || method === "notifications/message";
  }
}

/** The `_meta` that says who answers. [2026-07-28 basic/index#meta] */
export function identityOf(info: Implementation): JSONObject {
  return Object.freeze({ [SERVER_INFO_KEY]: info });
}
