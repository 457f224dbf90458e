/** A protected endpoint in one call, for hosts with the Fetch API and for `node:http`. */
import { UsageError } from "@mcpwire/jsonrpc";
import {
  createResourceServer,
  type PlainResponse,
  type ResourceHooks,
  type ResourceServer,
  type ResourceServerOptions,
} from "./resource-server.js";

/** What `createFetchHandler` gives, or `nodeHandler`, or anything else that is called with a request and, on Node, a response. */
export type Handler = (...call: never[]) => unknown;

/**
 * Makes an endpoint with the hooks of a resource server, and serves the metadata beside it: mount the result at the endpoint's path and
 * at `/.well-known/oauth-protected-resource…`, or at every path. For both kinds of handlers: `createFetchHandler(server, hooks)`, and
 * `nodeHandler(server, hooks)`, whose fast path it leaves as it is. Throws a `UsageError` (`invalid-option`) for a handler that is made
 * already, and as `createResourceServer` does.
 */
export function protect<H extends Handler>(make: (hooks: ResourceHooks) => H, options: ResourceServerOptions): H {
  const guard = createResourceServer(options);
  const inner: unknown = make({ authorize: guard.authorize, permit: guard.permit });
  if (!isHandler<H>(inner)) {
    // What it answered to the hooks, which it took for a request, is nobody's to catch.
    void Promise.resolve(inner).catch(() => {});
    throw new UsageError(
      "invalid-option",
      "protect takes what makes the handler, so that the hooks get into it: protect((hooks) => createFetchHandler(server, hooks), options)",
    );
  }
  // Everything else of the handler stays as it is, getters included.
  return new Proxy(inner, {
    apply(_target, self, call: readonly unknown[]): unknown {
      const [request, response] = call;
      // Hosts of the Fetch API may add arguments of their own; only Node's has a response to write.
      return isNodeResponse(response)
        ? answerOnNode(guard, request as NodeRequest, response, () => Reflect.apply(inner, self, call))
        : answerOnFetch(guard, request as Request, () => Reflect.apply(inner, self, call));
    },
  });
}

function isHandler<H extends Handler>(made: unknown): made is H {
  return typeof made === "function";
}

function answerOnFetch(guard: ResourceServer, request: Request, next: () => unknown): unknown {
  const metadata = guard.metadataResponse(request.method, request.url);
  if (metadata === undefined) return next();
  const { status, headers, body } = metadata;
  return Promise.resolve(new Response(body === "" ? null : body, { status, headers }));
}

function answerOnNode(
  guard: ResourceServer,
  { method = "GET", url = "/", originalUrl = url }: NodeRequest,
  response: NodeResponse,
  next: () => unknown,
): unknown {
  const metadata = guard.metadataResponse(method, originalUrl);
  if (metadata === undefined) return next();
  write(metadata, response);
  return undefined;
}

function isNodeResponse(value: unknown): value is NodeResponse {
  return typeof value === "object" && value !== null && "writeHead" in value && typeof value.writeHead === "function";
}

function write({ status, headers, body }: PlainResponse, response: NodeResponse): void {
  response.writeHead(status, { ...headers });
  response.end(body);
}

/** The part of `node:http` that is used. */
export interface NodeRequest {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  /** The whole path, where a framework cuts off what a handler is mounted at. */
  readonly originalUrl?: string | undefined;
}

export interface NodeResponse {
  writeHead(status: number, headers: Record<string, string>): unknown;
  end(body: string): unknown;
}

/** The `fallback` of `serveHttp`: the metadata, and 404 for the rest. */
export function metadataFallback(
  guard: Pick<ResourceServer, "metadataResponse">,
): (req: NodeRequest, res: NodeResponse) => void {
  return ({ method = "GET", url = "/", originalUrl = url }, res) => {
    write(guard.metadataResponse(method, originalUrl) ?? notFound, res);
  };
}

const notFound = { status: 404, headers: { "Content-Type": "text/plain" }, body: "Not Found" };
