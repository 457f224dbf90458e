/** A server of both eras for tests over HTTP: a handshake, and methods that do what the tests need. */
import {
  notification,
  resultResponse,
  type AbortReason,
  type Acceptor,
  type JSONRPCNotification,
  type ServerExchange,
  type ServerLink,
} from "@mcpwire/jsonrpc";
import { correlation } from "./recorder.js";

export class HttpAcceptor implements Acceptor {
  readonly facts = {
    revisions: ["2026-07-28", "2025-11-25"],
    correlation: { ...correlation, isHandshake: (q: { readonly method: string }) => q.method === "initialize" },
    headerParameters: () => [],
  };
  readonly taken: JSONRPCNotification[] = [];
  readonly aborts: AbortReason[] = [];
  readonly links: ServerLink[] = [];
  readonly callers: unknown[] = [];
  /** How far `flood` has come. */
  flooded = 0;
  readonly #watches = new Set<ServerExchange>();

  attach(link: ServerLink): void {
    this.links.push(link);
  }

  take(n: JSONRPCNotification): void {
    this.taken.push(n);
  }

  release(link: ServerLink): void {
    for (const watch of this.#watches) {
      if (watch.link === link) watch.end(resultResponse(watch.request.id, { watched: true }));
    }
  }

  accept(x: ServerExchange): void {
    const { id, method, params = {} } = x.request;
    x.onabort = (why) => void this.aborts.push(why);
    this.callers.push(x.caller);
    switch (method) {
      case "initialize":
        x.link.settle({
          revision: "2025-11-25",
          batches: false,
          nullIds: false,
          versionHeader: true,
          primingEvent: true,
        });
        return x.end(resultResponse(id, { protocolVersion: "2025-11-25" }));
      case "echo":
        return x.end(resultResponse(id, params));
      case "slow":
        setTimeout(() => x.end(resultResponse(id, { slept: params["ms"] })), Number(params["ms"]));
        return;
      case "watch":
        this.#watches.add(x);
        void x.notify(notification("watching"));
        return;
      case "progress":
        void this.#progress(x, Number(params["count"]), Number(params["bytes"] ?? 0), params["waits"] !== false);
        return;
      default:
        return x.end({ jsonrpc: "2.0", id, error: { code: -32601, message: "no" } }, "unknown-method");
    }
  }

  async #progress(x: ServerExchange, count: number, bytes: number, waits: boolean): Promise<void> {
    const padding = "x".repeat(bytes);
    for (let n = 0; n < count && x.aborted === undefined; n++) {
      const sent = x.notify(notification("progress", { n, padding }));
      if (waits) await sent;
      else if (n % 50 === 0) await new Promise((resolve) => void setImmediate(resolve));
      this.flooded = n + 1;
    }
    x.end(resultResponse(x.request.id, { count }));
  }
}
