/**
 * Opens a connection: `const client = await connect(stdio("node", ["server.js"]))`. What the server speaks is found out on the way.
 */
import { UsageError, isObject, type ClientTransport, type JSONObject, type ReportSink } from "@mcpwire/jsonrpc";
import { createJsonSchemaValidator } from "@mcpwire/json-schema";
import type { JsonSchemaValidator } from "@mcpwire/json-schema";
import { openClient } from "@mcpwire/negotiation";
import type { ClientHost, ConnectOptions } from "@mcpwire/negotiation";
import type { ClientCapabilities, Implementation } from "@mcpwire/protocol";
import { defaultBudgets } from "./budgets.js";
import type { Budgets } from "./budgets.js";
import { Client } from "./client.js";
import { Listeners } from "./events.js";
import { capabilitiesOf, createAnswerer } from "./questions.js";
import type { Questions } from "./questions.js";
import { ResponseCache } from "./response-cache.js";
import type { CacheOptions } from "./response-cache.js";
import { ToolBook } from "./tools.js";
import { version } from "./version.js";

export interface ClientOptions extends Omit<ConnectOptions, "maxRounds" | "linkLimits">, Questions {
  /** Who this client says it is. Default: this library. */
  readonly info?: Implementation;
  /**
   * Capabilities to declare. Default: what the answers (`elicit`, `sample`, `roots`) amount to; what is given here replaces them,
   * member by member, and adds `experimental` and `extensions`.
   */
  readonly capabilities?: ClientCapabilities;
  /** What the server may cost; each overrun is a `TransportError` `budget` whose `data.limit` names the one that was spent. */
  readonly budgets?: Partial<Budgets>;
  readonly cache?: CacheOptions;
  /** Checks structured results and answers to forms. Default: 2020-12 and draft-07, without eval. */
  readonly validator?: JsonSchemaValidator;
  /** Hears of what was noticed and survived. Default: nobody. */
  readonly report?: ReportSink;
}

/**
 * Connects to a server and agrees on a revision. The transport says where the server is; it is not part of this package.
 *
 * Rejects with a `TransportError` (`unreachable`, `timeout`, `unauthorized`, …) when there is no server to talk to, with a
 * `ProtocolError` when it refuses, with a `UsageError` for what is no transport, and when the options
 * name no revision that both sides speak. Nothing is left open then.
 */
export async function connect(transport: ClientTransport, options: ClientOptions = {}): Promise<Client> {
  mustBeTransport(transport);
  const {
    info,
    capabilities,
    budgets: someBudgets,
    cache: cacheOptions,
    validator,
    report = ignore,
    ...rest
  } = options;
  const { elicit, sample, roots, other, ...connectOptions } = rest;
  const questions: Questions = {
    ...(elicit && { elicit }),
    ...(sample && { sample }),
    ...(roots && { roots }),
    ...(other && { other }),
  };
  const budgets: Budgets = { ...defaultBudgets, ...someBudgets };
  const schemas =
    validator ??
    createJsonSchemaValidator({ maxSchemaDepth: budgets.maxSchemaDepth, maxSubschemas: budgets.maxSubschemas });
  const listeners = new Listeners((event, error) =>
    report({ code: "listener-error", message: `a listener of ${JSON.stringify(event)} threw`, data: error }),
  );
  // Notifications may arrive before the client exists: they wait for it.
  let client: Client | undefined;
  const early: [string, JSONObject | undefined][] = [];
  const host: ClientHost = {
    info: info ?? { name: "mcpwire", version },
    capabilities: { ...capabilitiesOf(questions), ...capabilities },
    answer: createAnswerer(questions, schemas),
    notified: (method, params) =>
      client === undefined ? void early.push([method, params]) : client.notified(method, params),
    closed: (error) => listeners.emit("closed", error === undefined ? {} : { error }),
    report,
  };
  const { maxRounds, maxMessageBytes, maxOpenStreams } = budgets;
  const linkLimits = { maxMessageBytes, maxOpenStreams };
  const era = await openClient(transport, host, { ...connectOptions, maxRounds, linkLimits });
  client = new Client({
    era,
    budgets,
    cache: new ResponseCache(cacheOptions),
    tools: new ToolBook({
      // Only what is reached by address has headers to mirror parameters in.
      mirrors: transport.scope === "origin",
      validator: schemas,
      report,
      maxTools: budgets.maxListItems,
    }),
    listeners,
    report,
  });
  for (const [method, params] of early) client.notified(method, params);
  return client;
}

/** The compiler says so, too; a URL or a server in its place is the first mistake of programs without it. */
function mustBeTransport(transport: unknown): void {
  if (isObject(transport) && typeof transport["open"] === "function") return;
  throw new UsageError("transport", "connect takes a transport: http(url), stdio(command, args), memory(server), …");
}

function ignore(): void {}
