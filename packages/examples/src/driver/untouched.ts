/**
 * Shows a tool's result as the server sent it. The library fills in `content` where a server left it out; whoever tests a server
 * through the driver wants to see that it did. A transport is an interface, so that a few lines around one can look on.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import type { ClientTransport, JSONObject } from "@mcpwire/jsonrpc";

interface Seen {
  hasContent: boolean;
}

const seen = new AsyncLocalStorage<Seen>();

/** The transport, watched. */
export function watched(transport: ClientTransport): ClientTransport {
  return {
    kind: transport.kind,
    scope: transport.scope,
    async open(on) {
      const link = await transport.open(on);
      return {
        begin(q, exchange, hints) {
          const call = q.method === "tools/call" ? seen.getStore() : undefined;
          if (call === undefined) return link.begin(q, exchange, hints);
          const ended: typeof exchange.ended = (response, via) => {
            call.hasContent = "result" in response && response.result["content"] !== undefined;
            exchange.ended(response, via);
          };
          return link.begin(
            q,
            {
              notified: (n) => exchange.notified(n),
              asked: (x) => exchange.asked(x),
              lost: (e) => exchange.lost(e),
              ended,
            },
            hints,
          );
        },
        settle: (rules, first) => link.settle(rules, first),
        notify: (n) => link.notify(n),
        close: () => link.close(),
      };
    },
  };
}

/** Runs one call over a watched transport, and takes out again what was filled in. */
export async function untouched(call: () => Promise<JSONObject>): Promise<JSONObject> {
  const mark: Seen = { hasContent: true };
  const result = await seen.run(mark, call);
  if (mark.hasContent) return result;
  const { content, ...rest } = result;
  return rest;
}
