/** A function from `Request` to `Response` as a handler of `node:http`. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { hostDriver } from "@mcpwire/streamable-http/core";
import { toRequest, toStandIn } from "./request-stand-in.js";
import { sendUnread } from "./response-stand-in.js";

/**
 * `origin` begins the URL that the function sees; without it `http://` and the request's own `Host`. The request's signal fires when
 * the client leaves. A rejection of the function is answered with 500.
 *
 * The request is built when the function looks at it. An endpoint of ours looks at nothing, and its response is written without being
 * built, also where it is called within something else, as long as that leaves body and headers alone.
 */
export function toNodeHandler(
  fetchHandler: (request: Request) => Response | Promise<Response>,
  options: { readonly origin?: string } = {},
): (req: IncomingMessage, res: ServerResponse) => void {
  const make = hostDriver in fetchHandler ? toStandIn : toRequest;
  return (req, res) => void serve(fetchHandler, () => make(req, res, options.origin), res);
}

async function serve(
  fetchHandler: (request: Request) => Response | Promise<Response>,
  request: () => Request,
  res: ServerResponse,
): Promise<void> {
  try {
    const response = await fetchHandler(request());
    if (sendUnread(response, res)) return;
    if (response.bodyUsed) throw new TypeError("The response's body has been read already");
    res.writeHead(response.status, toNodeHeaders(response.headers));
    if (response.body === null) res.end();
    else await pump(response.body, res);
  } catch {
    if (res.headersSent) res.destroy();
    else res.writeHead(500).end();
  }
}

function toNodeHeaders(headers: Headers): Record<string, string | string[]> {
  const all: Record<string, string | string[]> = Object.fromEntries(headers);
  const cookies = headers.getSetCookie();
  if (cookies.length > 0) all["set-cookie"] = cookies;
  return all;
}

async function pump(body: ReadableStream<Uint8Array>, res: ServerResponse): Promise<void> {
  const reader = body.getReader();
  const giveUp = (): void => void reader.cancel().catch(() => {});
  // The client may have left while the response was made.
  if (res.closed) giveUp();
  else res.once("close", giveUp);
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    if (!res.write(value))
      await new Promise<void>((resolve) => {
        const go = (): void => {
          res.off("drain", go).off("close", go);
          resolve();
        };
        res.on("drain", go).on("close", go);
      });
  }
  res.end();
}
