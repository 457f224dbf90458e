/** A function from `Request` to `Response` as a handler of `node:http`. For code that has only that; `nodeHandler` costs far less. */
import type { IncomingMessage, ServerResponse } from "node:http";

/**
 * `origin` begins the URL that the function sees; without it `http://` and the request's own `Host`. The request's signal fires when
 * the client leaves. A rejection of the function is answered with 500.
 */
export function toNodeHandler(
  fetchHandler: (request: Request) => Response | Promise<Response>,
  options: { readonly origin?: string } = {},
): (req: IncomingMessage, res: ServerResponse) => void {
  return (req, res) => void serve(fetchHandler, req, res, options.origin);
}

async function serve(
  fetchHandler: (request: Request) => Response | Promise<Response>,
  req: IncomingMessage,
  res: ServerResponse,
  origin: string | undefined,
): Promise<void> {
  const controller = new AbortController();
  res.once("close", () => {
    if (!res.writableFinished) controller.abort();
  });
  try {
    const response = await fetchHandler(
      toRequest(req, origin ?? `http://${req.headers.host ?? "localhost"}`, controller),
    );
    res.writeHead(response.status, toNodeHeaders(response.headers));
    if (response.body === null) res.end();
    else await pump(response.body, res);
  } catch {
    if (res.headersSent) res.destroy();
    else res.writeHead(500).end();
  }
}

function toRequest(req: IncomingMessage, origin: string, controller: AbortController): Request {
  const headers = new Headers();
  for (let i = 0; i + 1 < req.rawHeaders.length; i += 2) {
    headers.append(req.rawHeaders[i] ?? "", req.rawHeaders[i + 1] ?? "");
  }
  const method = req.method ?? "GET";
  const hasBody = method !== "GET" && method !== "HEAD";
  const init: RequestInit & { duplex?: "half" } = { method, headers, signal: controller.signal };
  if (hasBody) {
    init.body = bytesOf(req);
    init.duplex = "half";
  }
  return new Request(origin + (req.url ?? "/"), init);
}

function bytesOf(req: IncomingMessage): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    start(controller) {
      req.on("data", (chunk: Uint8Array) => {
        controller.enqueue(chunk);
        if ((controller.desiredSize ?? 0) <= 0) req.pause();
      });
      req.once("end", () => controller.close());
      req.once("error", (error) => controller.error(error));
    },
    pull: () => void req.resume(),
    // The rest is read and thrown away, so that the client sees the answer.
    cancel: () => void req.removeAllListeners("data").removeAllListeners("end").resume(),
  });
}

function toNodeHeaders(headers: Headers): Record<string, string | string[]> {
  const all: Record<string, string | string[]> = Object.fromEntries(headers);
  const cookies = headers.getSetCookie();
  if (cookies.length > 0) all["set-cookie"] = cookies;
  return all;
}

async function pump(body: ReadableStream<Uint8Array>, res: ServerResponse): Promise<void> {
  const reader = body.getReader();
  res.once("close", () => void reader.cancel().catch(() => {}));
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
