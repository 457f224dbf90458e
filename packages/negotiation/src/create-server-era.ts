/**
 * A server of both eras behind the transport contract: one object for all its connections, sessions and requests.
 * [2026-07-28 basic/versioning#backward-compatibility-with-initialization-based-versions]
 */
import {
  INTERNAL_ERROR,
  errorResponse,
  resultResponse,
  type JSONObject,
  type JSONRPCNotification,
  type Report,
  type ServerExchange,
  type ServerFacts,
  type ServerLink,
} from "@mcpwire/jsonrpc";
import { codecOf, mcpCorrelation, type ClientCapabilities } from "@mcpwire/protocol";
import { selectEra, servedRevisions, type Served } from "./dual-era/server-select.js";
import type { ChangeNotice, CreateServerEra, NotificationBus, ServerEra, ServerHost, ServerOptions } from "./era.js";
import { LegacyServer, legacyStateOf } from "./legacy/server-exchange.js";
import { ModernServer, identityOf } from "./modern/server-exchange.js";
import { Subscriptions } from "./modern/subscriptions.js";
import { NoticeFanout } from "./notice-fanout.js";
import { createNotificationBus } from "./notification-bus.js";
import { ServerDesk, type DeskLimits } from "./server-desk.js";
import { clientMayNotify } from "./vocabulary.js";

// `maxSubscriptions` is what the most watched servers of today hold open per client, with room; the shared link carries many
// clients. Ten rounds and ten minutes leave a person time to answer several forms.
const defaults: DeskLimits = {
  maxSubscriptions: 1024,
  maxStatelessSubscriptions: 10_000,
  maxRounds: 10,
  askTimeoutMs: 600_000,
  progressIntervalMs: 0,
  newElicitationId,
};

let elicitations = 0;

/** Unique, also among processes that share a session; it is a name and no secret. */
function newElicitationId(): string {
  elicitations += 1;
  const random = () => Math.random().toString(36).slice(2);
  return `${random()}-${random()}-${elicitations}`;
}

const nobody: ClientCapabilities = Object.freeze({});

/**
 * Puts a host behind the `Acceptor` contract, in every revision of `options.revisions`. Nothing of the host is read before the
 * first link is attached, its `info` and `report` apart. Throws a `UsageError` (`revision`) for revisions that nobody knows.
 *
 * Requests in an order or a shape that no era has are refused with an error that names the versions served; no connection ends
 * because of one. What handlers throw is answered with their `ProtocolError`, or with a bare -32603 and a report `handler-error`.
 */
export const createServerEra: CreateServerEra = (host, options = {}) => new DualEraServer(host, options);

/** What exists from the first link on. */
interface Sides {
  readonly desk: ServerDesk;
  readonly legacy: LegacyServer;
  readonly modern: ModernServer;
  readonly subscriptions: Subscriptions;
}

class DualEraServer implements ServerEra {
  readonly facts: ServerFacts;
  readonly #host: ServerHost;
  readonly #served: Served;
  readonly #limits: DeskLimits;
  readonly #fanout = new NoticeFanout();
  readonly #bus: NotificationBus;
  #sides: Sides | undefined;
  #unsubscribe: (() => void) | undefined;
  #closed: Promise<void> | undefined;

  constructor(host: ServerHost, options: ServerOptions) {
    const { maxSubscriptions, maxStatelessSubscriptions, maxRounds, askTimeoutMs, progressIntervalMs } = options;
    this.#host = host;
    this.#served = servedRevisions(options.revisions);
    this.#limits = {
      maxSubscriptions: maxSubscriptions ?? defaults.maxSubscriptions,
      maxStatelessSubscriptions: maxStatelessSubscriptions ?? defaults.maxStatelessSubscriptions,
      maxRounds: maxRounds ?? defaults.maxRounds,
      askTimeoutMs: askTimeoutMs ?? defaults.askTimeoutMs,
      progressIntervalMs: progressIntervalMs ?? defaults.progressIntervalMs,
      newElicitationId: options.newElicitationId ?? defaults.newElicitationId,
    };
    this.#bus = options.bus ?? createNotificationBus(host.report);
    this.facts = {
      revisions: this.#served.names,
      correlation: mcpCorrelation,
      headerParameters: (tool, caller) => host.headerParameters(tool, caller),
    };
  }

  attach(_link: ServerLink): void {
    this.#open();
  }

  accept(exchange: ServerExchange): void {
    const { request, link } = exchange;
    if (this.#closed !== undefined) {
      exchange.end(errorResponse(request.id, INTERNAL_ERROR, "The server is closing and takes no more requests"));
      return;
    }
    const { legacy, modern } = this.#open();
    const agreed = legacyStateOf(link)?.revision;
    const selection = selectEra(request, { agreed, envelope: exchange.revision }, this.#served);
    switch (selection.type) {
      case "modern":
        modern.accept(exchange, selection.revision, selection.metadata);
        return;
      case "legacy":
        legacy.accept(exchange, selection.revision);
        return;
      case "handshake":
        legacy.handshake(exchange, selection.newestLegacy);
        return;
      case "ping":
        exchange.end(resultResponse(request.id, {}));
        return;
      case "refused": {
        const { error, refusal } = selection;
        exchange.end(errorResponse(request.id, error.rpcCode, error.message, error.data), refusal);
        return;
      }
      default:
        selection satisfies never;
    }
  }

  take(n: JSONRPCNotification, link: ServerLink, caller?: unknown): void {
    const { method } = n;
    // The transport heeds cancellations; one that arrives here names nothing that runs. Progress belongs to questions of ours,
    // which carry no token. [2026-07-28 basic/patterns/cancellation#error-handling]
    if (this.#closed !== undefined || method === "notifications/cancelled" || method === "notifications/progress")
      return;
    const { legacy } = this.#open();
    if (method === "notifications/initialized") {
      if (!legacy.initialized(link)) this.#reportUnknown(n, "no initialize came before it");
      return;
    }
    const state = legacyStateOf(link);
    const revision = state?.revision ?? this.#served.newest;
    if (!clientMayNotify(method, revision)) {
      this.#reportUnknown(n, `it is no notification of a client in ${revision.name}`);
      return;
    }
    try {
      this.#host.notified?.(method, codecOf(revision).decodeParams(method, n.params), {
        revision,
        clientInfo: state?.clientInfo,
        clientCapabilities: state?.clientCapabilities ?? nobody,
        auth: caller,
      });
    } catch (error) {
      this.#host.report({ code: "handler-error", message: `The handler of ${method} failed`, data: error });
    }
  }

  release(link: ServerLink, how: "drain" | "drop"): void {
    this.#sides?.subscriptions.release(link, how, "The connection is closing");
    this.#sides?.legacy.release(link);
  }

  restore(link: ServerLink, kept: JSONObject): boolean {
    return this.#closed === undefined && this.#open().legacy.restore(link, kept);
  }

  changed(notice: ChangeNotice): void {
    if (this.#closed !== undefined) return;
    try {
      const published = this.#bus.publish(notice);
      if (published !== undefined) published.then(undefined, (error: unknown) => this.#host.report(busFailed(error)));
    } catch (error) {
      this.#host.report(busFailed(error));
    }
  }

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    this.#unsubscribe?.();
    this.#sides?.subscriptions.close("The server is closing");
    await this.#sides?.desk.idle();
  }

  /** The host's capabilities are fixed from here on. */
  #open(): Sides {
    if (this.#sides !== undefined) return this.#sides;
    const identity = identityOf(this.#host.info);
    const desk = new ServerDesk(this.#host, this.#served, this.#limits);
    const subscriptions = new Subscriptions(desk, this.#fanout, identity);
    const legacy = new LegacyServer(desk, this.#fanout);
    const modern = new ModernServer(desk, subscriptions, identity);
    this.#sides = { desk, legacy, modern, subscriptions };
    try {
      this.#unsubscribe = this.#bus.subscribe((notice) => this.#fanout.publish(notice));
    } catch (error) {
      this.#host.report(busFailed(error));
    }
    return this.#sides;
  }

  #reportUnknown(n: JSONRPCNotification, why: string): void {
    const message = `The notification ${JSON.stringify(n.method.slice(0, 100))} is ignored: ${why}`;
    this.#host.report({ code: "unknown-notification", message, data: n });
  }
}

function busFailed(error: unknown): Report {
  return { code: "bus-error", message: "The notification bus failed; watchers may have missed a change", data: error };
}
