/** The client's side of the suite: records what a link and its exchanges say, and notices when they say it at the wrong time. */
import type { TransportError } from "../errors.js";
import { request, resultResponse } from "../message.js";
import type { JSONObject, JSONRPCNotification, JSONRPCRequest, JSONRPCResponse, RequestId } from "../message.js";
import type {
  AbortReason,
  ClientExchange,
  ClientLink,
  ClientTransport,
  ExchangeEvents,
  Inbound,
  LinkEvents,
  Report,
} from "../transport.js";
import { correlation } from "./vocabulary.js";

/** One exchange, as its events told it. */
export interface Told {
  readonly id: RequestId;
  readonly exchange: ClientExchange;
  readonly notes: JSONRPCNotification[];
  /** Resolves with the first of `ended` and `lost`. */
  readonly outcome: Promise<JSONRPCResponse | TransportError>;
  /** How often it ended; events after the end are complaints. */
  ends: number;
}

export class TestClient implements LinkEvents {
  readonly correlation = correlation;
  readonly notifications: JSONRPCNotification[] = [];
  readonly questions: Inbound[] = [];
  readonly withdrawn: AbortReason[] = [];
  readonly reports: Report[] = [];
  readonly complaints: string[] = [];
  closedEvents = 0;
  /** How to treat a question; the default answers it at once. */
  onQuestion: (x: Inbound) => void = (x) => x.end(resultResponse(x.request.id, { value: "answer" }));
  #link: ClientLink | undefined = undefined;
  readonly #shape: (q: JSONRPCRequest) => JSONRPCRequest;
  #pending = 0;

  constructor(shape: (q: JSONRPCRequest) => JSONRPCRequest) {
    this.#shape = shape;
  }

  async open(transport: ClientTransport): Promise<ClientLink> {
    this.#link = await transport.open(this);
    return this.#link;
  }

  begin(id: RequestId, method: string, params: JSONObject = {}): Told {
    return this.beginRequest(this.#shape(request(id, method, params)));
  }

  beginRequest(q: JSONRPCRequest): Told {
    if (this.#link === undefined) throw new Error("the link is not open");
    let inside = true;
    let resolve: (outcome: JSONRPCResponse | TransportError) => void = () => {};
    const notes: JSONRPCNotification[] = [];
    const seen = (event: string) => {
      if (inside) this.complaints.push(`${event} fired inside begin()`);
      if (told.ends > 0) this.complaints.push(`${event} fired after the end of exchange ${JSON.stringify(q.id)}`);
    };
    const ended = (event: string, outcome: JSONRPCResponse | TransportError) => {
      seen(event);
      if (told.ends++ === 0) this.#pending--;
      resolve(outcome);
    };
    const on: ExchangeEvents = {
      notified: (n) => {
        seen("notified");
        notes.push(n);
      },
      asked: (x) => {
        seen("asked");
        this.asked(x);
      },
      ended: (r) => ended("ended", r),
      lost: (e) => ended("lost", e),
    };
    const outcome = new Promise<JSONRPCResponse | TransportError>((r) => (resolve = r));
    this.#pending++;
    const told: Told = { id: q.id, exchange: { abandon: () => {} }, notes, outcome, ends: 0 };
    const exchange = this.#link.begin(q, on);
    inside = false;
    return Object.assign(told, {
      exchange: {
        abandon: (notice?: JSONRPCNotification) => {
          exchange.abandon(notice);
          // From here on every event of it is one too many.
          if (told.ends++ === 0) this.#pending--;
        },
      },
    });
  }

  notified(n: JSONRPCNotification): void {
    this.notifications.push(n);
  }

  asked(x: Inbound): void {
    x.onabort = (why) => this.withdrawn.push(why);
    this.questions.push(x);
    this.onQuestion(x);
  }

  closed(): void {
    this.closedEvents++;
    if (this.closedEvents > 1) this.complaints.push("closed fired twice");
    if (this.#pending > 0) this.complaints.push("closed fired before every exchange was told");
  }

  report(report: Report): void {
    this.reports.push(report);
  }
}
