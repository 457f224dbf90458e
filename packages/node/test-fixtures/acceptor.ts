/** A server below every protocol of MCP: it knows a few methods that do what the tests need. */
import {
  errorResponse,
  resultResponse,
  type Acceptor,
  type AbortReason,
  type JSONRPCNotification,
  type ServerExchange,
  type ServerLink,
} from "@mcpwire/jsonrpc";
import { correlation } from "./recorder.js";

export class TestAcceptor implements Acceptor {
  readonly facts = { revisions: [], correlation, headerParameters: () => [] };
  readonly taken: JSONRPCNotification[] = [];
  readonly released: string[] = [];
  readonly aborts: AbortReason[] = [];
  readonly links: ServerLink[] = [];
  /** Watches that end with their result when their link is drained. */
  readonly #watches = new Set<ServerExchange>();

  attach(link: ServerLink): void {
    this.links.push(link);
  }
  take(n: JSONRPCNotification): void {
    this.taken.push(n);
  }
  release(_link: ServerLink, how: "drain" | "drop"): void {
    this.released.push(how);
    for (const watch of this.#watches) watch.end(resultResponse(watch.request.id, { watched: true }));
  }
  accept(x: ServerExchange): void {
    const { id, method, params = {} } = x.request;
    x.onabort = (why) => this.aborts.push(why);
    switch (method) {
      case "echo":
        return x.end(resultResponse(id, params));
      case "slow":
        setTimeout(() => x.end(resultResponse(id, params)), Number(params["ms"]));
        return;
      case "big":
        return x.end(resultResponse(id, { text: "x".repeat(Number(params["bytes"])) }));
      case "bigint":
        return x.end(resultResponse(id, { n: 1n }));
      case "watch":
        this.#watches.add(x);
        return;
      case "forever":
        return;
      default:
        return x.end(errorResponse(id, -32601, `no method ${method}`));
    }
  }
}
