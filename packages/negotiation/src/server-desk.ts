/**
 * What every request of one server shares: the host, what it declared, the options, and the count of what runs.
 */
import type { ReportSink } from "@mcpwire/jsonrpc";
import type { ServerCapabilities } from "@mcpwire/protocol";
import type { Served } from "./dual-era/server-select.js";
import type { ServerHost } from "./era.js";
import { announcedBy, type Announced } from "./notice-fanout.js";

export interface DeskLimits {
  readonly maxSubscriptions: number;
  readonly maxStatelessSubscriptions: number;
  readonly maxRounds: number;
  readonly askTimeoutMs: number;
  /** 0 for none. */
  readonly progressIntervalMs: number;
  readonly newElicitationId: () => string;
}

export class ServerDesk {
  readonly host: ServerHost;
  readonly served: Served;
  readonly limits: DeskLimits;
  readonly report: ReportSink;
  readonly capabilities: ServerCapabilities;
  readonly announced: Announced;
  /** A server that does not declare logging sends no log messages. [2026-07-28 server/utilities/logging#capabilities] */
  readonly hasLogging: boolean;
  #running = 0;
  #idle: (() => void) | undefined;
  #lastAskId = 0;

  constructor(host: ServerHost, served: Served, limits: DeskLimits) {
    this.host = host;
    this.served = served;
    this.limits = limits;
    this.report = host.report;
    this.capabilities = host.capabilities;
    this.announced = announcedBy(host.capabilities);
    this.hasLogging = host.capabilities.logging !== undefined;
  }

  began(): void {
    this.#running += 1;
  }

  ended(): void {
    this.#running -= 1;
    if (this.#running === 0) this.#idle?.();
  }

  /** Resolves when nothing runs any more. For one caller. */
  idle(): Promise<void> {
    if (this.#running === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#idle = resolve;
    });
  }

  /** An id for a question of ours; unique in this server, so in each of its links. */
  nextAskId(): number {
    this.#lastAskId += 1;
    return this.#lastAskId;
  }
}
