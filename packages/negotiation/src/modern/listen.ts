/**
 * Drives one `subscriptions/listen` over a wire. [2026-07-28 basic/patterns/subscriptions#opening-a-stream]
 */
import {
  TransportError,
  request,
  systemTimers,
  type JSONObject,
  type ReportSink,
  type RequestId,
} from "@mcpwire/jsonrpc";
import type { Codec } from "@mcpwire/protocol";
import { reportNotice } from "../calling.js";
import type { ClientWire } from "../client-wire.js";
import type { Watch, WatchEvents, WatchFilter } from "../era.js";
import { ListenStream, type ListenInput, type ListenOutput } from "./watch.js";

export interface ListenParts {
  readonly wire: ClientWire;
  readonly report: ReportSink;
  /** How long the acknowledgement may take. */
  readonly timeoutMs: number;
  readonly codec: Codec;
  stamp(params: JSONObject, id: RequestId): JSONObject;
}

/** How long the result may take that should follow a server's cancelled notice; it says nothing more. */
const farewellMs = 1000;

/** Resolves with the acknowledgement. What follows may take for ever, and may be silent. */
export function listen(parts: ListenParts, filter: WatchFilter, on: WatchEvents): Promise<Watch> {
  const method = "subscriptions/listen";
  const { wire, report, timeoutMs, codec, stamp } = parts;
  const stream = new ListenStream();
  return new Promise((resolve, reject) => {
    let timer: unknown;
    const feed = (input: ListenInput): void => {
      for (const output of stream.handle(input)) obey(output);
    };
    const obey = (output: ListenOutput): void => {
      switch (output.type) {
        case "acknowledged":
          systemTimers.clear(timer);
          resolve({ honored: output.honored, close: async () => feed({ type: "close" }) });
          break;
        case "deliver":
          on.notified(output.method, codec.decodeParams(output.method, output.params));
          break;
        case "refused":
          reject(output.error);
          break;
        case "ended":
          on.ended(output.error);
          break;
        case "abandon":
          exchange?.cancel("no longer watched");
          break;
        case "ignored":
          reportNotice(report, output.method, "does not fit its subscription");
          break;
        default:
          output satisfies never;
      }
    };
    const over = (input: ListenInput): void => {
      systemTimers.clear(timer);
      feed(input);
    };
    const id = wire.nextId();
    const exchange = wire.begin(request(id, method, stamp({ notifications: filter }, id)), {
      notified: (n) => {
        feed({ type: "notice", notification: n });
        if (n.method !== "notifications/cancelled") return;
        systemTimers.clear(timer);
        timer = systemTimers.set(farewellMs, () => exchange?.forget());
      },
      ended: (response) => over({ type: "answer", response }),
      lost: (error) => over({ type: "lost", error }),
    });
    if (exchange === undefined) {
      over({ type: "lost", error: new TransportError("closed", "The connection is closed") });
      return;
    }
    timer = systemTimers.set(timeoutMs, () => {
      const error = new TransportError("timeout", `No acknowledgement of ${method} came within ${timeoutMs} ms`);
      feed({ type: "lost", error });
      exchange.cancel("timeout");
    });
  });
}
