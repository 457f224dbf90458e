/** A server of the tests with one link, and ways to send it requests of either era. */
import type { JSONObject, JSONRPCRequest } from "@mcpwire/jsonrpc";
import { createServerEra } from "../src/create-server-era.js";
import type { ServerHost, ServerOptions } from "../src/era.js";
import {
  FakeExchange,
  FakeLink,
  fakeHost,
  initialize,
  modern,
  type ExchangeOptions,
  type FakeHost,
  type Handler,
  type LinkOptions,
} from "./fake-server.js";

/** Sends one modern request over a shared link. */
export function sendModern(
  host: FakeHost,
  q = modern(1, "tools/call", { name: "t" }),
  options: ExchangeOptions = {},
  serverOptions: ServerOptions = {},
): FakeExchange {
  const era = createServerEra(host, serverOptions);
  const link = new FakeLink({ stateless: true });
  era.attach(link);
  const exchange = new FakeExchange(q, link, options);
  era.accept(exchange);
  return exchange;
}

/** Runs one handler for `tools/call` and hands over the exchange. */
export function callModern(
  handler: Handler,
  meta: JSONObject = {},
  params: JSONObject = { name: "t" },
): FakeExchange & { host: FakeHost } {
  const host = fakeHost({ "tools/call": handler });
  return Object.assign(sendModern(host, modern(1, "tools/call", params, meta)), { host });
}

export interface Setup {
  readonly handlers?: Record<string, Handler>;
  readonly host?: Partial<ServerHost>;
  readonly options?: ServerOptions;
  readonly link?: LinkOptions;
  /** The version of the handshake; none where undefined. */
  readonly version?: string | undefined;
  readonly capabilities?: JSONObject;
}

/** Attaches a link and, with a `version`, shakes hands on it. */
export function connect(setup: Setup = {}) {
  const host: FakeHost = fakeHost(setup.handlers, setup.host);
  const era = createServerEra(host, setup.options);
  const link = new FakeLink(setup.link);
  era.attach(link);
  const send = (q: JSONRPCRequest, options: ExchangeOptions = {}) => {
    const exchange = new FakeExchange(q, link, options);
    era.accept(exchange);
    return exchange;
  };
  const tell = (method: string, params?: JSONObject) => {
    era.take({ jsonrpc: "2.0", method, ...(params === undefined ? {} : { params }) }, link);
  };
  const shook = setup.version === undefined ? undefined : send(initialize(setup.version, setup.capabilities));
  return { host, era, link, send, tell, shook };
}
