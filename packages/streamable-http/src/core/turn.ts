/**
 * One HTTP request on its way in, whatever it is about: guards, preflight, authorization, body. What comes after is the heir's.
 *
 * start → (authorizing) → route → (reading) → take
 */
import {
  INTERNAL_ERROR,
  INVALID_REQUEST,
  PARSE_ERROR,
  type HeaderMap,
  type JSONRPCMessage,
  type Parsed,
  type ReportSink,
  type RequestId,
} from "@mcpwire/jsonrpc";
import type { Channel } from "./channel.js";
import { corsHeaders, preflightHeaders } from "./cors.js";
import type { GuardRules, RequestGuard } from "./host-guard.js";
import {
  jsonHeaders,
  type Authorization,
  type Challenge,
  type HttpPort,
  type MaybeLater,
  type RequestHead,
} from "./http-port.js";
import type { HttpLimits } from "./limits.js";
import { JSON_TYPE, isJsonContent } from "./media-types.js";
import { refuse, refusedResponse, type Refused } from "./status.js";

/** Why a body could not be taken. */
export type BodyProblem = "too-large" | "not-utf8" | "broken";

/** Who asks, as the host's authorization says; undefined where nobody was asked. */
export type Who = { readonly caller: unknown; readonly id: string } | undefined;

/** What every endpoint of ours lets its host say about who may come in. */
export interface EntryOptions extends GuardRules {
  /** Answers preflights, and lets pages of allowed origins read the responses. Default false. */
  readonly cors?: boolean;
  /**
   * Who asks? Called with the head of each request, before its body is read; preflights excepted. A rejection is answered with 500 and
   * reported.
   */
  readonly authorize?: (head: RequestHead) => MaybeLater<Authorization>;
  /**
   * May the caller send this message? Asked for each message of a body, before any of them is acted on; a challenge answers the whole
   * request. `caller` is what `authorize` gave. A hook that throws permits nothing.
   */
  readonly permit?: (message: JSONRPCMessage, caller: unknown) => Challenge | undefined;
}

/** An endpoint, as its turns and its driver see it. */
export interface Entry {
  readonly options: EntryOptions;
  readonly limits: HttpLimits;
  readonly report: ReportSink;
  readonly guard: RequestGuard;
  /** The methods that it answers, for `Allow`. */
  readonly methods: string;
}

/** An endpoint that a driver can feed. */
export interface Served extends Entry {
  /** One request begins; `start` the turn when the driver is ready to be called back. */
  open(port: HttpPort): Turn;
}

/**
 * Under this symbol a `Request` may carry a driver of its host, which needs no web objects: a function that takes the endpoint
 * (`Served`) and promises the `Response`, or gives undefined where the request must be read like any other. A handler that has a member of this name looks
 * for the driver first, and hands its request to nothing of the runtime.
 */
export const hostDriver: unique symbol = Symbol("mcpwire.hostDriver");

export abstract class Turn {
  protected readonly port: HttpPort;
  protected extra: HeaderMap | undefined = undefined;
  protected who: Who = undefined;
  protected channel: Channel | undefined = undefined;
  protected isOver = false;
  readonly #entry: Entry;

  constructor(port: HttpPort, entry: Entry) {
    this.port = port;
    this.#entry = entry;
  }

  /** The head has passed. */
  protected abstract route(): void;
  /** The body is there: text, or a value that something before us has parsed. */
  protected abstract take(body: unknown): void;

  /** The response is not finished. A driver that sees this must watch the connection. */
  get isOpen(): boolean {
    return !this.isOver && this.channel?.phase !== "ended";
  }

  start(): void {
    const { options } = this.#entry;
    const port = this.port;
    const origin = port.header("origin");
    const forbidden = this.#entry.guard(port.header("host"), origin);
    if (forbidden !== undefined) {
      this.refuse(refuse(403, INVALID_REQUEST, forbidden));
      return;
    }
    if (options.cors === true && origin !== undefined) {
      // Before authorization: a preflight carries no credentials.
      if (port.method === "OPTIONS") {
        const requested = port.header("access-control-request-headers");
        this.answer(204, preflightHeaders(origin, requested, this.#entry.methods), "");
        return;
      }
      this.extra = corsHeaders(origin);
    }
    if (options.authorize === undefined) this.route();
    else this.#authorize(options.authorize);
  }

  /** The body, as text. */
  received(text: string): void {
    this.take(text);
  }

  /** The body, where something before us has parsed it already. */
  receivedValue(value: unknown): void {
    this.take(value);
  }

  /** There will be no body that can be read. */
  unreadable(problem: BodyProblem): void {
    if (problem === "too-large") {
      const most = this.#entry.limits.maxMessageBytes;
      this.refuse(refuse(413, INVALID_REQUEST, `the body is larger than ${most} bytes`));
    } else if (problem === "not-utf8") this.refuse(refuse(400, PARSE_ERROR, "the body is not UTF-8"));
    else this.refuse(refuse(400, PARSE_ERROR, "the body could not be read"));
  }

  /** The connection is gone, or had to go: its reader was too slow. */
  closed(why: "disconnected" | "overload" = "disconnected"): void {
    this.isOver = true;
    this.channel?.gone(why);
  }

  /* ---------------------------------------------------------- authorization ------------------------------------------------ */

  #authorize(authorize: NonNullable<EntryOptions["authorize"]>): void {
    const failed = (error: unknown): void => {
      this.#entry.report({ code: "authorize-failed", message: "The authorize hook failed", data: error });
      this.refuse(refuse(500, INTERNAL_ERROR, "internal error"));
    };
    try {
      const verdict = authorize(this.port);
      if ("then" in verdict) verdict.then((later) => this.#authorized(later)).then(undefined, failed);
      else this.#authorized(verdict);
    } catch (error) {
      failed(error);
    }
  }

  #authorized(verdict: Authorization): void {
    if (this.isOver) return;
    if ("challenge" in verdict) {
      this.challenge(verdict.challenge);
      return;
    }
    this.who = verdict;
    this.route();
  }

  /* -------------------------------------------------------------- for heirs ------------------------------------------------- */

  /** Checks what is said of the body, and asks for it. */
  protected readJson(): void {
    const { port } = this;
    if (!isJsonContent(port.header("content-type"))) {
      this.refuse(refuse(415, INVALID_REQUEST, `Content-Type must be ${JSON_TYPE}`));
      return;
    }
    const coding = port.header("content-encoding");
    if (coding !== undefined && coding.trim().toLowerCase() !== "identity") {
      this.refuse(refuse(415, INVALID_REQUEST, "Content-Encoding is not accepted here"));
      return;
    }
    port.readBody(this.#entry.limits.maxMessageBytes);
  }

  /** What speaks against acting on a body. */
  protected objectionTo(parsed: Parsed): Challenge | undefined {
    const { permit } = this.#entry.options;
    if (permit === undefined || parsed.type === "failure") return undefined;
    try {
      for (const item of parsed.type === "batch" ? parsed.items : [parsed]) {
        const challenge = item.type === "failure" ? undefined : permit(item.message, this.who?.caller);
        if (challenge !== undefined) return challenge;
      }
      return undefined;
    } catch (error) {
      this.#entry.report({ code: "authorize-failed", message: "The permit hook failed", data: error });
      return { status: 500 };
    }
  }

  protected challenge({ status, headers, body }: Challenge): void {
    this.answer(status, { ...headers, ...this.extra }, body ?? "");
  }

  protected methodRefusal(): Refused {
    const { methods, options } = this.#entry;
    const headers: HeaderMap = { Allow: options.cors === true ? `${methods}, OPTIONS` : methods };
    const message = `${this.port.method.slice(0, 20)} is not offered here; offered: ${methods}`;
    return { type: "refused", status: 405, code: INVALID_REQUEST, message, headers };
  }

  protected refuse(refused: Refused, id?: RequestId | null): void {
    const body = JSON.stringify(refusedResponse(refused, id));
    this.answer(refused.status, { ...jsonHeaders, ...refused.headers, ...this.extra }, body);
  }

  protected answer(status: number, headers: HeaderMap, body: string): void {
    if (!this.isOpen) return;
    this.isOver = true;
    this.port.answer(status, headers, body);
  }
}
