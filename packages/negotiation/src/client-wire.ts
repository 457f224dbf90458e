/**
 * One client's hold on its transport: the link of the moment, its caller, and whoever listens to it. A link may be replaced (a
 * process that died on the probe, a lost session); what is above keeps this object. It knows no era.
 */
import {
  TransportError,
  createCaller,
  notification,
  type CallOutcome,
  type Caller,
  type CallOptions,
  type ClientLink,
  type ClientTransport,
  type ExchangeEvents,
  type Inbound,
  type JSONRPCNotification,
  type JSONRPCRequest,
  type LinkBudget,
  type LinkEvents,
  type ReportSink,
  type Sent,
  type WireRules,
} from "@mcpwire/jsonrpc";
import { mcpCorrelation } from "@mcpwire/protocol";

/** Whoever the wire belongs to at the moment. */
export interface WireOwner {
  notified(n: JSONRPCNotification): void;
  asked(x: Inbound): void;
  /** The link is gone, not by `close` or `reopen`. */
  closed(error: TransportError | undefined): void;
}

/** A way to stop waiting: telling the server, or not. */
export interface OpenExchange {
  cancel(reason: string): void;
  forget(): void;
}

export class ClientWire {
  readonly kind: string;
  readonly scope: "process" | "origin";
  readonly report: ReportSink;
  readonly #transport: ClientTransport;
  readonly #limits: LinkBudget | undefined;
  #link: ClientLink | undefined;
  #caller: Caller | undefined;
  #owner: WireOwner;
  #generation = 0;
  #lastId = 0;
  #isOver = false;

  constructor(transport: ClientTransport, report: ReportSink, owner: WireOwner, limits?: LinkBudget) {
    this.kind = transport.kind;
    this.scope = transport.scope;
    this.report = report;
    this.#transport = transport;
    this.#limits = limits;
    this.#owner = owner;
  }

  /** Grows with every link; tells a caller whether the link that failed it is still the one in use. */
  get generation(): number {
    return this.#generation;
  }

  get isOpen(): boolean {
    return this.#link !== undefined;
  }

  /** Closed by our side; no link comes any more. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Opens a link, in place of the one before. Rejects as the transport does, and with `closed` after `close`. */
  async open(): Promise<void> {
    const before = this.#drop();
    await before?.close();
    this.#assertNotOver();
    const generation = ++this.#generation;
    const link = await this.#transport.open(this.#eventsOf(generation));
    if (this.#isOver || generation !== this.#generation) {
      await link.close();
      this.#assertNotOver();
      throw new TransportError("closed", "The link was given up while it was being opened");
    }
    this.#link = link;
    this.#caller = createCaller(link, {
      cancelNotice,
      onNotification: (n) => this.#owner.notified(n),
      onAsked: (x) => this.#owner.asked(x),
    });
  }

  /** Whoever hears what the link says from now on. */
  set owner(owner: WireOwner) {
    this.#owner = owner;
  }

  /** An id for a request, which serves as progress token as well. None is used twice, whatever the link. */
  nextId(): number {
    return ++this.#lastId;
  }

  /** What comes within the exchange and has no taker in the options is the owner's. */
  call(q: JSONRPCRequest, options: CallOptions): Promise<CallOutcome> {
    return this.#caller?.call(q, options) ?? Promise.reject(new TransportError("closed", "The connection is closed"));
  }

  /** An exchange without time limits and without a promise. Undefined where there is no link. */
  begin(q: JSONRPCRequest, on: Omit<ExchangeEvents, "asked">): OpenExchange | undefined {
    const exchange = this.#link?.begin(q, {
      notified: (n) => on.notified(n),
      asked: (x) => this.#owner.asked(x),
      ended: (response, evidence) => on.ended(response, evidence),
      lost: (error) => on.lost(error),
    });
    if (exchange === undefined) return undefined;
    return { cancel: (reason) => exchange.abandon(cancelNotice(q, reason)), forget: () => exchange.abandon() };
  }

  settle(rules: WireRules, first: JSONRPCNotification): Sent {
    return this.#link?.settle(rules, first);
  }

  notify(n: JSONRPCNotification): Sent {
    return this.#link?.notify(n);
  }

  async close(): Promise<void> {
    this.#isOver = true;
    await this.#drop()?.close();
  }

  #drop(): ClientLink | undefined {
    const link = this.#link;
    this.#link = undefined;
    this.#caller = undefined;
    // What it still says belongs to nobody.
    this.#generation++;
    return link;
  }

  #assertNotOver(): void {
    if (this.#isOver) throw new TransportError("closed", "The connection is closed");
  }

  #eventsOf(generation: number): LinkEvents {
    const isCurrent = (): boolean => generation === this.#generation;
    return {
      correlation: mcpCorrelation,
      limits: this.#limits,
      notified: (n) => {
        if (isCurrent()) this.#owner.notified(n);
      },
      asked: (x) => {
        if (isCurrent()) this.#owner.asked(x);
      },
      closed: (error) => {
        if (!isCurrent()) return;
        this.#drop();
        this.#owner.closed(error);
      },
      report: this.report,
    };
  }
}

/** [2025-11-25 basic/utilities/cancellation#cancellation-flow] */
function cancelNotice({ id }: JSONRPCRequest, reason: string): JSONRPCNotification {
  return notification("notifications/cancelled", { requestId: id, reason });
}
