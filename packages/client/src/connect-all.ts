/**
 * Many servers at once: connected in parallel, listed as one, and each call sent to the server that its name says.
 *
 * A name is `server__tool`: allowed by every revision's rules for tool names and by the models that get to see it. A server's name
 * neither holds the separator nor runs into it, so a name is split in one way only, and routing needs no listing.
 */
import { TransportError, UsageError, longestTimerMs } from "@mcpwire/jsonrpc";
import type { ClientTransport, JSONObject, ReportSink } from "@mcpwire/jsonrpc";
import type { GetPromptResult, Prompt, Tool } from "@mcpwire/protocol";
import type { CallOptions, Client, ListOptions } from "./client.js";
import { connect } from "./connect.js";
import type { ClientOptions } from "./connect.js";
import { Closeable } from "./disposal.js";
import type { Listing } from "./listing.js";
import type { StandardSchema, ToolResult } from "./typed-result.js";

const defaultSeparator = "__";

/** Transports by the name that their server is to have here. */
export type NamedTransports = Readonly<Record<string, ClientTransport>> | Iterable<readonly [string, ClientTransport]>;

export interface ConnectAllOptions {
  /**
   * Options of each client. A function is asked by name; a host that shows a server's questions needs it to say whose they are.
   * A shared `cache.partition` is made one for each server.
   */
  readonly client?: Omit<ClientOptions, "verdict"> | ((server: string) => ClientOptions);
  /** Between a server's name and a tool's. Default `__`. */
  readonly separator?: string;
  /** How long a server may take to connect before the others go on without it, in ms. Default 30 000. */
  readonly maxWaitMs?: number;
  /** Hears of what was noticed and survived: `server-failed` of a server that is left out of a listing. Default: nobody. */
  readonly report?: ReportSink;
}

/** Where a name leads. */
export interface Route {
  readonly server: string;
  readonly client: Client;
  /** The name as the server knows it. */
  readonly name: string;
}

/**
 * Connects to every server in parallel. A server that cannot be reached, refuses, or takes too long is in `failures` and harms no
 * other. Rejects with a `UsageError` (`server-name`) where names cannot be told apart, before anything is started.
 */
export async function connectAll(transports: NamedTransports, options: ConnectAllOptions = {}): Promise<Servers> {
  const named = Symbol.iterator in transports ? [...transports] : Object.entries(transports);
  const servers = new Servers(options);
  const names = new Set<string>();
  for (const [name] of named) {
    assertUsable(name, options.separator ?? defaultSeparator);
    if (names.has(name)) throw new UsageError("server-name", `two servers are called ${JSON.stringify(name)}`);
    names.add(name);
  }
  await Promise.all(named.map(([name, transport]) => servers.add(name, transport).catch(() => undefined)));
  return servers;
}

/** Several connections, seen as one. Made by `connectAll`; `await using` closes them. */
export class Servers extends Closeable {
  readonly #options: ConnectAllOptions;
  readonly #separator: string;
  /** In the order in which they were added, which is the order of listings. */
  readonly #slots = new Map<string, Client | Error | undefined>();
  #isClosed = false;

  constructor(options: ConnectAllOptions) {
    super();
    this.#options = options;
    this.#separator = options.separator ?? defaultSeparator;
    if (this.#separator === "") throw new UsageError("server-name", "the separator must not be empty");
  }

  /** The servers that are connected, by name. */
  get clients(): ReadonlyMap<string, Client> {
    const clients = new Map<string, Client>();
    for (const [name, slot] of this.#slots) if (isClient(slot)) clients.set(name, slot);
    return clients;
  }

  /** Why the others are not, by name. */
  get failures(): ReadonlyMap<string, Error> {
    const failures = new Map<string, Error>();
    for (const [name, slot] of this.#slots) if (slot instanceof Error) failures.set(name, slot);
    return failures;
  }

  /**
   * Connects one more, or again under a name that failed. Rejects as `connect` does, with `timeout` after `maxWaitMs`, and with a
   * `UsageError` (`server-name`) for a name that is taken or cannot be used.
   */
  async add(name: string, transport: ClientTransport): Promise<Client> {
    assertUsable(name, this.#separator);
    if (this.#isClosed) throw new UsageError("closed", "these servers were closed");
    if (this.#slots.has(name) && !(this.#slots.get(name) instanceof Error))
      throw new UsageError("server-name", `a server is called ${JSON.stringify(name)} already`);
    this.#slots.set(name, undefined);
    try {
      const client = await withinWait(
        connect(transport, this.#optionsOf(name)),
        name,
        this.#options.maxWaitMs ?? 30_000,
      );
      if (this.#isClosed || !this.#slots.has(name)) {
        await client.close();
        throw new TransportError("closed", `${name} was closed while it connected`);
      }
      this.#slots.set(name, client);
      return client;
    } catch (error) {
      if (this.#slots.has(name)) this.#slots.set(name, error instanceof Error ? error : new Error(String(error)));
      throw error;
    }
  }

  /** Closes one and forgets its name. */
  async remove(name: string): Promise<void> {
    const slot = this.#slots.get(name);
    this.#slots.delete(name);
    if (isClient(slot)) await slot.close();
  }

  /**
   * The tools of every server in one list, each under its full name, server by server. A server whose listing fails is left out and
   * reported (`server-failed`). Listings run in parallel.
   */
  tools(options?: ListOptions): Listing<Tool> {
    return this.#merged(
      (client) => client.serverCapabilities.tools !== undefined,
      (client) => client.tools(options),
    );
  }

  /** The prompts of every server, as `tools`. */
  prompts(options?: ListOptions): Listing<Prompt> {
    return this.#merged(
      (client) => client.serverCapabilities.prompts !== undefined,
      (client) => client.prompts(options),
    );
  }

  /** Where a full name leads; undefined where it names no server that is connected. */
  route(fullName: string): Route | undefined {
    const at = fullName.indexOf(this.#separator);
    if (at <= 0) return undefined;
    const server = fullName.slice(0, at);
    const client = this.#slots.get(server);
    return isClient(client) ? { server, client, name: fullName.slice(at + this.#separator.length) } : undefined;
  }

  /** Calls a tool by its full name. Rejects as the client's verb, and with a `UsageError` (`unknown-server`). */
  async callTool<Structured = unknown>(
    fullName: string,
    args?: JSONObject,
    options?: CallOptions & { readonly output?: StandardSchema<Structured> },
  ): Promise<ToolResult<Structured>> {
    const { client, name } = this.#routed(fullName);
    return client.callTool(name, args, options);
  }

  /** Gets a prompt by its full name. Rejects as `callTool` does. */
  async getPrompt(
    fullName: string,
    args?: Readonly<Record<string, string>>,
    options?: CallOptions,
  ): Promise<GetPromptResult> {
    const { client, name } = this.#routed(fullName);
    return client.getPrompt(name, args, options);
  }

  /** Closes every connection, also those that are still being made. Idempotent. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.clients.values()].map((client) => client.close()));
  }

  #optionsOf(name: string): ClientOptions {
    const { client } = this.#options;
    if (typeof client === "function") return client(name);
    const partition = client?.cache?.partition;
    if (partition === undefined) return client ?? {};
    return { ...client, cache: { ...client?.cache, partition: `${partition}|${name}` } };
  }

  #routed(fullName: string): Route {
    const route = this.route(fullName);
    if (route !== undefined) return route;
    const known = [...this.clients.keys()].join(", ");
    throw new UsageError(
      "unknown-server",
      `${JSON.stringify(fullName.slice(0, 100))} names no connected server; connected are: ${known === "" ? "none" : known}`,
    );
  }

  #merged<T extends { readonly name: string }>(
    offers: (client: Client) => boolean,
    list: (client: Client) => Listing<T>,
  ): Listing<T> {
    const all = async (): Promise<T[]> => {
      const asked = [...this.clients].filter(([, client]) => offers(client));
      const lists = await Promise.all(
        asked.map(async ([server, client]) => {
          try {
            return (await list(client).all()).map((item) => ({ ...item, name: server + this.#separator + item.name }));
          } catch (error) {
            this.#options.report?.({
              code: "server-failed",
              message: `${server} is left out of the listing: ${error instanceof Error ? error.message : String(error)}`,
              data: { server, error },
            });
            return [];
          }
        }),
      );
      return lists.flat();
    };
    return {
      all,
      async *[Symbol.asyncIterator]() {
        yield* await all();
      },
    };
  }
}

/** Throws for a name that could not be told from another's once a tool's name follows it. */
function assertUsable(name: string, separator: string): void {
  if (name !== "" && (name + separator).indexOf(separator) === name.length) return;
  const shown = JSON.stringify(name.slice(0, 100));
  throw new UsageError(
    "server-name",
    `a server cannot be called ${shown}: a name is not empty, does not hold ${JSON.stringify(separator)}, and does not end where that begins`,
  );
}

function isClient(slot: Client | Error | undefined): slot is Client {
  return slot !== undefined && !(slot instanceof Error);
}

/** A connection that comes too late is closed. */
function withinWait(connecting: Promise<Client>, name: string, maxWaitMs: number): Promise<Client> {
  return new Promise((resolve, reject) => {
    let isLate = false;
    const timer = setTimeout(
      () => {
        isLate = true;
        reject(new TransportError("timeout", `${name} did not connect within ${maxWaitMs} ms`));
      },
      Math.min(maxWaitMs, longestTimerMs),
    );
    connecting.then(
      (client) => {
        clearTimeout(timer);
        if (isLate) void client.close().catch(() => undefined);
        else resolve(client);
      },
      (error: unknown) => {
        clearTimeout(timer);
        reject(error);
      },
    );
  });
}
