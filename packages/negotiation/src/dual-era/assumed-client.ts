/**
 * A connection that rests on a stored verdict: modern, says the verdict, and the first request goes out at once. Until the server
 * has shown that it is modern, whatever could also be a legacy server's answer leads to one probe; if it says legacy, the
 * connection goes on with a handshake. [2026-07-28 basic/versioning#backward-compatibility-with-initialization-based-versions]
 */
import { TransportError, isProtocolError, isTransportError, type JSONObject } from "@mcpwire/jsonrpc";
import {
  HEADER_MISMATCH,
  MISSING_REQUIRED_CLIENT_CAPABILITY,
  type LoggingLevel,
  type Revision,
} from "@mcpwire/protocol";
import type { EraAssumption } from "../modern/client-era.js";
import type { ClientEra, RequestOptions, Verdict, Watch, WatchEvents, WatchFilter } from "../era.js";

export interface AssumedFacts {
  /** The modern connection that the verdict stands for. */
  assume(assumption: EraAssumption): ClientEra;
  /** Probes and opens what the probe says, on the same wire. */
  settle(logLevel: LoggingLevel | undefined): Promise<ClientEra>;
  /** Closes the wire, whoever owns it. */
  close(): Promise<void>;
  readonly scope: "process" | "origin";
  readonly logLevel: LoggingLevel | undefined;
}

export class AssumedClient implements ClientEra {
  readonly #facts: AssumedFacts;
  #inner: ClientEra;
  #isProven = false;
  #settling: Promise<void> | undefined;
  #logLevel: LoggingLevel | undefined;
  #isOver = false;

  constructor(facts: AssumedFacts) {
    this.#facts = facts;
    this.#logLevel = facts.logLevel;
    this.#inner = facts.assume({
      witness: (result) => {
        // A modern result says what it is, which no legacy one does. [2026-07-28 basic/index#result-responses]
        if (typeof result.resultType === "string") this.#isProven = true;
      },
      isOpen: () => !this.#isProven && !this.#isOver,
    });
  }

  get revision(): Revision {
    return this.#inner.revision;
  }

  get server(): ClientEra["server"] {
    return this.#inner.server;
  }

  get verdict(): Verdict {
    return this.#inner.verdict;
  }

  get roundTrips(): number {
    return this.#inner.roundTrips;
  }

  request(method: string, params?: JSONObject, options?: RequestOptions): Promise<JSONObject> {
    const isRepeatable = options?.repeatable ?? this.revision.methods.get(method)?.repeatable === true;
    return this.#attempt((era) => era.request(method, params, options), isRepeatable);
  }

  notify(method: string, params?: JSONObject): Promise<void> {
    return this.#inner.notify(method, params);
  }

  watch(filter: WatchFilter, on: WatchEvents): Promise<Watch> {
    return this.#attempt((era) => era.watch(filter, on), true);
  }

  setLogLevel(level: LoggingLevel | undefined): Promise<void> {
    this.#logLevel = level;
    return this.#inner.setLogLevel(level);
  }

  async close(): Promise<void> {
    const isFirst = !this.#isOver;
    this.#isOver = true;
    if (isFirst) await this.#inner.close();
    await this.#facts.close();
  }

  async #attempt<T>(attempt: (era: ClientEra) => Promise<T>, isRepeatable: boolean): Promise<T> {
    if (this.#settling !== undefined) await this.#settling;
    if (this.#isOver) throw new TransportError("closed", "The connection is closed");
    const era = this.#inner;
    if (this.#isProven) return attempt(era);
    let result: T;
    try {
      result = await attempt(era);
    } catch (error) {
      const doubt = this.#doubt(error);
      if (doubt === "none") throw error;
      if (era === this.#inner) await this.#settle();
      const settled = this.#inner;
      // Still modern: the answer was meant. Legacy: it was never run, unless the server fell silent over it.
      if (settled.verdict.era === "modern" || (doubt === "silence" && !isRepeatable)) throw error;
      return attempt(settled);
    }
    if (!this.#isProven && era === this.#inner) await this.#settle();
    return result;
  }

  /** Whether an error may be a legacy server's: by its answer, or by its silence. */
  #doubt(error: unknown): "none" | "answer" | "silence" {
    if (this.#isProven || this.#isOver) return "none";
    if (isProtocolError(error)) {
      const { rpcCode } = error;
      if (rpcCode !== HEADER_MISMATCH && rpcCode !== MISSING_REQUIRED_CLIENT_CAPABILITY) return "answer";
      this.#isProven = true;
      return "none";
    }
    if (!isTransportError(error)) return "none";
    switch (error.code) {
      case "malformed":
      case "http-status":
        return "answer";
      case "timeout":
      case "lost":
      case "closed":
        return this.#facts.scope === "process" ? "silence" : "none";
      default:
        return "none";
    }
  }

  /** One probe for everybody who came to doubt. */
  #settle(): Promise<void> {
    if (this.#isOver) return Promise.reject(new TransportError("closed", "The connection is closed"));
    this.#settling ??= this.#facts
      .settle(this.#logLevel)
      .then(
        (era) => {
          this.#inner = era;
          this.#isProven = true;
        },
        (error: unknown) => {
          // The host has been told.
          this.#isOver = true;
          throw error;
        },
      )
      .finally(() => {
        this.#settling = undefined;
      });
    return this.#settling;
  }
}
