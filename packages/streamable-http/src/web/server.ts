/**
 * The endpoint as a function from `Request` to `Response`, for any runtime with the Fetch API. A driver: it reads, feeds the core and
 * obeys.
 */
import type { Acceptor } from "@mcpwire/jsonrpc";
import { createEndpoint, type EndpointOptions } from "../core/create-endpoint.js";
import type { HostPorts } from "../core/http-port.js";
import { hostDriver, type Served } from "../core/turn.js";
import { FetchCall, fetchHost } from "./fetch-call.js";

export interface FetchHandlerOptions extends EndpointOptions {
  /** What the core takes from its host. Default: the runtime's timers and WebCrypto. */
  readonly host?: Partial<HostPorts>;
  /** How long `close` waits for what runs, in ms. Default 4 000. */
  readonly closeMs?: number;
}

/** Answers one request; never rejects. */
export interface FetchHandler {
  (request: Request): Promise<Response>;
  /** Takes no more requests, ends watches with their result, lets what runs finish for a while, then ends all. Idempotent. */
  close(): Promise<void>;
  /** Requests in flight. */
  readonly inFlight: number;
}

const defaultCloseMs = 4000;

/** Serves every revision of the acceptor at whatever path the host gives to this function. */
export function createFetchHandler(acceptor: Acceptor, options: FetchHandlerOptions = {}): FetchHandler {
  const host: HostPorts = { ...fetchHost, ...options.host };
  return fetchHandlerOf(createEndpoint(acceptor, host, options), host, options.closeMs);
}

/** An endpoint that can be closed in two steps. */
export interface Closable {
  readonly inFlight: number;
  drain(idle: () => void): void;
  drop(): void;
}

interface DrivenRequest extends Request {
  readonly [hostDriver]?: (endpoint: Served) => Promise<Response> | undefined;
}

/** Any endpoint of ours as a function of `Request`. */
export function fetchHandlerOf(endpoint: Served & Closable, host: HostPorts, closeMs = defaultCloseMs): FetchHandler {
  const handle = (request: DrivenRequest): Promise<Response> =>
    request[hostDriver]?.(endpoint) ??
    new Promise((resolve) => new FetchCall(request, endpoint, host, resolve).start());
  let closed: Promise<void> | undefined;
  return Object.defineProperty(
    Object.assign(handle, {
      close: () => (closed ??= close(endpoint, host, closeMs)),
      inFlight: 0,
      [hostDriver]: true,
    }),
    "inFlight",
    { get: () => endpoint.inFlight },
  );
}

async function close(endpoint: Closable, host: HostPorts, closeMs: number): Promise<void> {
  let timer: unknown;
  await new Promise<void>((resolve) => {
    timer = host.timers.set(closeMs, resolve);
    endpoint.drain(resolve);
  });
  host.timers.clear(timer);
  endpoint.drop();
}
