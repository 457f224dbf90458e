/** Both ends of the contract as the tests hold them: events that are kept, and calls as promises. */
import type {
  ClientLink,
  Correlation,
  JSONObject,
  JSONRPCNotification,
  JSONRPCResponse,
  LinkEvents,
  Report,
  RequestId,
  TransportError,
} from "@mcpwire/jsonrpc";
import { isRequestId, request } from "@mcpwire/jsonrpc";

export const correlation: Correlation = {
  exchangeOf: () => undefined,
  cancelledBy(n) {
    const id = n.params?.["requestId"];
    return n.method === "notifications/cancelled" && isRequestId(id) ? { id } : undefined;
  },
  isHandshake: () => false,
};

export class Recorder implements LinkEvents {
  readonly correlation = correlation;
  readonly notifications: JSONRPCNotification[] = [];
  readonly reports: Report[] = [];
  /** What `closed` was called with, call by call. */
  readonly ends: (TransportError | undefined)[] = [];
  readonly #resolveEnd: (error: TransportError | undefined) => void;
  readonly end: Promise<TransportError | undefined>;

  constructor() {
    let resolve: (error: TransportError | undefined) => void = () => {};
    this.end = new Promise((r) => (resolve = r));
    this.#resolveEnd = resolve;
  }

  notified(n: JSONRPCNotification): void {
    this.notifications.push(n);
  }
  asked(): void {}
  closed(error?: TransportError): void {
    this.ends.push(error);
    this.#resolveEnd(error);
  }
  report(report: Report): void {
    this.reports.push(report);
  }
}

let nextId = 1;

/** One request, to its end; rejects with the `TransportError` where there is no answer. */
export function call(
  link: ClientLink,
  method: string,
  params: JSONObject = {},
  id: RequestId = nextId++,
): Promise<JSONRPCResponse> {
  return new Promise((resolve, reject) => {
    link.begin(request(id, method, params), { notified() {}, asked() {}, ended: resolve, lost: reject });
  });
}

/** The `result` of a call, as an object of which the test knows more than we do. */
export async function resultOf(link: ClientLink, method: string, params?: JSONObject): Promise<JSONObject> {
  const response = await call(link, method, params);
  if (!("result" in response)) throw new Error(response.error.message);
  return response.result;
}
