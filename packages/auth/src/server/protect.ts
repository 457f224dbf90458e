/** A protected endpoint in one call, for hosts with the Fetch API and for `node:http`. */
import {
  createResourceServer,
  type ResourceHooks,
  type ResourceServer,
  type ResourceServerOptions,
} from "./resource-server.js";

/** What `createFetchHandler` gives. */
export interface Handler {
  (request: Request): Promise<Response>;
  close?(): Promise<void>;
}

/**
 * Makes an endpoint with the hooks of a resource server, and serves the metadata beside it: mount the result at the endpoint's path and
 * at `/.well-known/oauth-protected-resource…`, or at every path.
 */
export function protect<H extends Handler>(make: (hooks: ResourceHooks) => H, options: ResourceServerOptions): H {
  const guard = createResourceServer(options);
  const inner = make({ authorize: guard.authorize, permit: guard.permit });
  const handler = async (request: Request): Promise<Response> => {
    const metadata = guard.metadataResponse(request.method, request.url);
    if (metadata === undefined) return inner(request);
    const { status, headers, body } = metadata;
    return new Response(body === "" ? null : body, { status, headers });
  };
  // Everything else of the handler stays as it is, getters included.
  return new Proxy(inner, { apply: (_target, _self, [request]: [Request]) => handler(request) });
}

/** The part of `node:http` that is used. */
export interface NodeRequest {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
}

export interface NodeResponse {
  writeHead(status: number, headers: Record<string, string>): unknown;
  end(body: string): unknown;
}

/** The `fallback` of `serveHttp`: the metadata, and 404 for the rest. */
export function metadataFallback(
  guard: Pick<ResourceServer, "metadataResponse">,
): (req: NodeRequest, res: NodeResponse) => void {
  return ({ method = "GET", url = "/" }, res) => {
    const { status, headers, body } = guard.metadataResponse(method, url) ?? notFound;
    res.writeHead(status, { ...headers });
    res.end(body);
  };
}

const notFound = { status: 404, headers: { "Content-Type": "text/plain" }, body: "Not Found" };
