/**
 * Runs a handler that may ask its client: opens the state that came back, runs the handler, and seals the state of the next round.
 * State is attacker-controlled until it is opened; it is bound to the caller, the method and the params, and it expires.
 * [2026-07-28 basic/patterns/mrtr#server-requirements-basic-workflow]
 */
import { INVALID_PARAMS, ProtocolError, UsageError, isThenable } from "@mcpwire/jsonrpc";
import type { JSONObject } from "@mcpwire/jsonrpc";
import { inputRequired as inputRequiredBrand } from "@mcpwire/negotiation";
import type { InputRequest, InputRequired, RequestContext } from "@mcpwire/negotiation";
import type { Auth } from "../auth.js";
import { isPlainObject } from "../schema.js";
import { Chain, emptyChain } from "./chain.js";
import type { SavedChain } from "./chain.js";
import { webCryptoSealer } from "./sealer.js";
import type { Sealer, SealingKey } from "./sealer.js";

/** How the state of a chain of rounds is kept safe on its way through the client. */
export interface RequestStateOptions {
  /**
   * Secrets of at least 32 bytes; the first seals, all of them open. Default: one random key per process, so that a chain must end
   * in the process in which it began.
   */
  readonly keys?: readonly SealingKey[];
  /** How long a state is good for, in ms. Default 15 minutes. */
  readonly ttlMs?: number;
  /** Replaces AES-256-GCM over WebCrypto, and `keys` with it. */
  readonly sealer?: Sealer;
  /** Makes every state good for one use. Default: a state may come back until it expires. */
  readonly store?: RequestStateStore;
  /** The clock, in ms since 1970. Default `Date.now`. */
  readonly now?: () => number;
  /**
   * Who a caller is, as a string that stays the same for as long as a chain lasts (not a token that is refreshed). Default: a
   * caller that is a string or a number is its own name; anything else counts as its JSON, which must say something.
   */
  readonly principal?: (auth: Auth) => string;
}

/** Remembers which states were used, across every process that can open them. */
export interface RequestStateStore {
  /** True for the first call with this id. The id may be forgotten after `expiresAt` (ms since 1970). */
  consume(id: string, expiresAt: number): boolean | Promise<boolean>;
}

/** What a handler asks for by returning it: questions by key, and anything of its own, as JSON, to find again in `ctx.state`. */
export interface InputAsk {
  readonly requests?: Readonly<Record<string, InputRequest>>;
  readonly state?: unknown;
}

/** A handler's outcome that asks for input. */
export interface InputAsked extends InputAsk {
  readonly [inputRequiredBrand]: true;
}

/**
 * Asks the client: return it from a handler, and the handler is called again with the answers in `ctx.inputs` and the state in
 * `ctx.state`. At least one of the two must be given. [2026-07-28 basic/patterns/mrtr#inputrequiredresult]
 */
export function inputRequired(ask: InputAsk): InputAsked {
  if (ask.state === undefined && Object.keys(ask.requests ?? {}).length === 0) {
    throw new UsageError("asks-nothing", "inputRequired needs requests, a state, or both");
  }
  return { ...ask, [inputRequiredBrand]: true };
}

function isInputAsked(value: unknown): value is InputAsked {
  return typeof value === "object" && value !== null && inputRequiredBrand in value;
}

/** What the runner needs of a handler's context. */
export interface ChainHolder {
  readonly request: RequestContext;
  chain: Chain | undefined;
}

const defaultTtlMs = 15 * 60_000;

export class Rounds {
  readonly #sealer: Sealer;
  readonly #ttlMs: number;
  readonly #store: RequestStateStore | undefined;
  readonly #now: () => number;
  readonly #principal: (auth: Auth) => string;

  constructor(options: RequestStateOptions = {}) {
    this.#sealer = options.sealer ?? webCryptoSealer(options.keys);
    this.#ttlMs = options.ttlMs ?? defaultTtlMs;
    this.#store = options.store;
    this.#now = options.now ?? Date.now;
    this.#principal = options.principal ?? nameOf;
  }

  /**
   * Runs one round. Gives what the handler returned, or what to ask; an `InputRequired` is always the latter. At once where the
   * handler answers at once and asks nothing.
   */
  run<H extends ChainHolder>(method: string, params: JSONObject, holder: H, handler: (holder: H) => unknown): unknown {
    if (holder.request.requestState !== undefined) return this.#resume(method, params, holder, handler);
    let outcome: unknown;
    try {
      outcome = handler(holder);
    } catch (error) {
      outcome = Promise.reject(error);
    }
    return isThenable(outcome) || holder.chain !== undefined || isInputAsked(outcome)
      ? this.#conclude(method, params, holder, outcome)
      : outcome;
  }

  async #resume<H extends ChainHolder>(
    method: string,
    params: JSONObject,
    holder: H,
    handler: (holder: H) => unknown,
  ): Promise<unknown> {
    const { requestState = "", inputResponses, clientCapabilities, auth } = holder.request;
    const saved = await this.#open(requestState, this.#binding(method, params, auth));
    holder.chain = new Chain(inputResponses, clientCapabilities, saved);
    return this.#conclude(method, params, holder, (async () => handler(holder))());
  }

  async #conclude(method: string, params: JSONObject, holder: ChainHolder, ending: unknown): Promise<unknown> {
    const { request } = holder;
    let outcome: unknown;
    try {
      outcome = await ending;
    } catch (error) {
      if (holder.chain?.isWaiting !== true) throw error;
    }
    if (isInputAsked(outcome)) {
      const chain = (holder.chain ??= new Chain(request.inputResponses, request.clientCapabilities));
      chain.answers();
      chain.state = outcome.state;
      for (const [key, question] of Object.entries(outcome.requests ?? {})) chain.require(key, question);
      return this.#ask(method, params, request, chain);
    }
    return holder.chain?.isWaiting === true ? this.#ask(method, params, request, holder.chain) : outcome;
  }

  async #ask(method: string, params: JSONObject, request: RequestContext, chain: Chain): Promise<InputRequired> {
    const asked = await chain.settle();
    const saved = chain.save() ?? (this.#store === undefined && asked.size > 0 ? undefined : emptyChain);
    return {
      [inputRequiredBrand]: true,
      ...(asked.size === 0 ? {} : { inputRequests: Object.fromEntries(asked) }),
      ...(saved === undefined
        ? {}
        : { requestState: await this.#seal(saved, this.#binding(method, params, request.auth)) }),
    };
  }

  #seal(chain: SavedChain, binding: string): Promise<string> {
    const expiresAt = this.#now() + this.#ttlMs;
    return this.#sealer.seal(JSON.stringify([expiresAt, chain.answers, chain.effects, chain.state]), binding);
  }

  async #open(token: string, binding: string): Promise<SavedChain> {
    const text = await this.#sealer.open(token, binding);
    if (text === undefined) throw refused();
    // The sealer vouches for the text, and `#seal` above is what wrote it.
    const [expiresAt, answers, effects, state] = JSON.parse(text) as [
      number,
      SavedChain["answers"],
      SavedChain["effects"],
      unknown,
    ];
    if (this.#now() > expiresAt) throw refused();
    // A sealed token is random throughout, which makes it its own id.
    if (this.#store !== undefined && !(await this.#store.consume(token, expiresAt))) throw refused();
    return { answers, effects, state: state ?? undefined };
  }

  #binding(method: string, params: JSONObject, auth: unknown): string {
    const { _meta, inputResponses, requestState, ...salient } = params;
    // As in `HandlerContext.auth`: what the program says that it is.
    return canonicalJSON([method, this.#principal(auth as Auth), salient]);
  }
}

/** One answer for every fault, so that it tells an attacker nothing. */
function refused(): ProtocolError {
  return new ProtocolError(INVALID_PARAMS, "requestState is not valid for this request, or no longer");
}

function nameOf(caller: unknown): string {
  if (typeof caller === "string" || typeof caller === "number") return `${typeof caller}:${String(caller)}`;
  if (caller === undefined) return "nobody";
  const json = canonicalJSON(caller);
  // A Map, a class of private fields, a function: all callers would be the same one.
  if (caller !== null && (json === "null" || (json === "{}" && !isPlainObject(caller)))) {
    throw new UsageError(
      "no-principal",
      "the JSON of ctx.auth says nothing; pass requestState.principal to createServer",
    );
  }
  return `json:${json}`;
}

/** JSON with the members of every object in one order. */
export function canonicalJSON(value: unknown): string {
  const sorted = (_key: string, member: unknown): unknown =>
    isPlainObject(member) ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1))) : member;
  return JSON.stringify(value, sorted) ?? "null";
}
