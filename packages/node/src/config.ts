/**
 * Reads the JSON in which hosts keep their servers: `{ "mcpServers": { "name": { "command": … } | { "url": … } } }`. The format
 * belongs to no revision of the specification; this is what hosts have in common. Members that are not known are left alone.
 */
import { readFile } from "node:fs/promises";
import { UsageError, type ClientTransport } from "@mcpwire/jsonrpc";
import { http, type HttpOptions } from "@mcpwire/streamable-http";
import { httpSse } from "@mcpwire/streamable-http/http-sse";
import type { Environment } from "./child-environment.js";
import { stdio, type StdioOptions } from "./child-process.js";

export interface ServersConfigOptions {
  /**
   * Replaces `${NAME}`, `${env:NAME}` and `${NAME:-otherwise}` by these, in every text of a server. `process.env` for our own
   * environment. Default: texts are taken as they stand, since they may hold what looks like a variable and is none.
   */
  readonly variables?: Environment;
  /** More options for the process of a server; what the file says goes before them. */
  readonly stdio?: (server: string) => StdioOptions;
  /** More options for a server at a URL; the file's headers are added to these. */
  readonly http?: (server: string) => HttpOptions;
  /** What the configuration is called in errors. Default: its path, or `the configuration`. */
  readonly source?: string;
}

/**
 * The transports of a configuration file, by server. Nothing is started before a transport is opened.
 *
 * Rejects with a `UsageError`: `config-unreadable` for a file that is not there or is not JSON, otherwise as `serversFrom` throws.
 */
export async function readServersConfig(
  path: string | URL,
  options: ServersConfigOptions = {},
): Promise<ReadonlyMap<string, ClientTransport>> {
  const source = options.source ?? String(path);
  let config: unknown;
  try {
    const text = await readFile(path, "utf8");
    config = JSON.parse(text.startsWith("\uFEFF") ? text.slice(1) : text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const what = error instanceof SyntaxError ? "is not JSON (comments are not allowed either)" : "cannot be read";
    throw new UsageError("config-unreadable", `${source} ${what}: ${reason}`, { cause: error });
  }
  return serversFrom(config, { ...options, source });
}

/**
 * The transports of a parsed configuration, by server, in its order. The servers are under `mcpServers`, or under `servers`.
 *
 * - `command`, with `args`, `env`, `cwd` (and `type: "stdio"`): a process.
 * - `url`, with `headers` (and `type`: `http`, `streamable-http`, `streamableHttp`): Streamable HTTP, with the fallback to HTTP+SSE;
 *   `type: "sse"` goes to HTTP+SSE at once.
 * - `disabled: true`: left out.
 *
 * Throws a `UsageError` (`config`) whose message names every faulty field with its server; values are not shown, as they may be secret.
 */
export function serversFrom(config: unknown, options: ServersConfigOptions = {}): ReadonlyMap<string, ClientTransport> {
  const { source = "the configuration" } = options;
  const member =
    isObject(config) && config["mcpServers"] === undefined && "servers" in config ? "servers" : "mcpServers";
  const servers = isObject(config) ? config[member] : undefined;
  if (!isObject(servers)) {
    const problem = isObject(config)
      ? `${member} must be an object, but is ${kindOf(servers)}`
      : "it must be an object";
    throw new UsageError("config", `${source}: ${problem}`);
  }
  const problems: string[] = [];
  const transports = new Map<string, ClientTransport>();
  for (const [name, entry] of Object.entries(servers)) {
    const fields = new Fields(entry, `${member}[${JSON.stringify(name)}]`, options.variables, problems);
    const make = transportOf(name, fields, options);
    if (make !== undefined && fields.isSound) transports.set(name, make());
  }
  if (problems.length > 0) throw new UsageError("config", `${source}: ${problems.join("; ")}`);
  return transports;
}

/** What opens the server; undefined for one that is disabled, or whose problems were noted. */
function transportOf(name: string, fields: Fields, options: ServersConfigOptions): (() => ClientTransport) | undefined {
  if (!fields.isObject) return fields.fault("", "must be an object");
  if (fields.entry["disabled"] === true) return undefined;
  const type = fields.text("type");
  const kind = type === undefined ? undefined : kinds.get(type);
  if (type !== undefined && kind === undefined)
    return fields.fault("type", `must be one of ${[...kinds.keys()].join(", ")}`);
  const command = fields.text("command");
  const url = fields.text("url");
  if (!fields.isSound) return undefined;
  if (command !== undefined && url !== undefined)
    return fields.fault("", "has both a command and a url; one is needed");
  if (kind === "stdio" ? command === undefined : command === undefined && url === undefined)
    return fields.fault(
      "",
      kind === "stdio" ? "needs a command" : kind === undefined ? "needs a command or a url" : "needs a url",
    );
  if (command !== undefined) {
    if (kind !== undefined && kind !== "stdio")
      return fields.fault("type", "says that the server has a url, but it has a command");
    if (command === "") return fields.fault("command", "must not be empty");
    const args = fields.texts("args");
    const env = fields.record("env");
    const cwd = fields.text("cwd");
    return () =>
      stdio(command, args, {
        ...options.stdio?.(name),
        ...(env === undefined ? {} : { env }),
        ...(cwd === undefined ? {} : { cwd }),
      });
  }
  const headers = fields.record("headers");
  // The checks above leave no other way here.
  const address = url ?? "";
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address))
    return fields.fault("url", "must be an http or https URL");
  return () => {
    const more = options.http?.(name) ?? {};
    const all = headers === undefined ? more : { ...more, headers: merged(more.headers, headers) };
    return kind === "sse" ? httpSse(address, all) : http(address, all);
  };
}

/** What `type` may say. */
const kinds = new Map<string, "stdio" | "http" | "sse">([
  ["stdio", "stdio"],
  ["http", "http"],
  ["streamable-http", "http"],
  ["streamableHttp", "http"],
  ["sse", "sse"],
]);

/** The file's headers over others, whatever the case of their names. */
function merged(more: HttpOptions["headers"], own: Headers): NonNullable<HttpOptions["headers"]> {
  const names = new Set(Object.keys(own).map((name) => name.toLowerCase()));
  const over = (others: Headers): Headers => ({
    ...Object.fromEntries(Object.entries(others).filter(([name]) => !names.has(name.toLowerCase()))),
    ...own,
  });
  return typeof more === "function" ? async () => over(await more()) : over(more ?? {});
}

type Headers = Readonly<Record<string, string>>;

/** One server's members, read with their types checked; what is wrong is noted with the field's path. */
class Fields {
  readonly entry: Readonly<Record<string, unknown>>;
  readonly isObject: boolean;
  readonly #path: string;
  readonly #variables: Environment | undefined;
  readonly #problems: string[];
  readonly #before: number;

  constructor(entry: unknown, path: string, variables: Environment | undefined, problems: string[]) {
    this.isObject = isObject(entry);
    this.entry = isObject(entry) ? entry : {};
    this.#path = path;
    this.#variables = variables;
    this.#problems = problems;
    this.#before = problems.length;
  }

  /** True while nothing was found to be wrong. */
  get isSound(): boolean {
    return this.#problems.length === this.#before;
  }

  text(field: string): string | undefined {
    const value = this.entry[field];
    if (value === undefined || value === null) return undefined;
    if (typeof value !== "string") return this.fault(field, `must be a string, but is ${kindOf(value)}`);
    return this.#filled(field, value);
  }

  texts(field: string): readonly string[] | undefined {
    const value = this.entry[field];
    if (value === undefined || value === null) return undefined;
    if (!Array.isArray(value)) return this.fault(field, `must be an array of strings, but is ${kindOf(value)}`);
    return value.map((item: unknown, i) =>
      typeof item === "string"
        ? this.#filled(`${field}[${i}]`, item)
        : (this.fault(`${field}[${i}]`, `must be a string, but is ${kindOf(item)}`) ?? ""),
    );
  }

  record(field: string): Readonly<Record<string, string>> | undefined {
    const value = this.entry[field];
    if (value === undefined || value === null) return undefined;
    if (!isObject(value)) return this.fault(field, `must be an object of strings, but is ${kindOf(value)}`);
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => {
        const at = `${field}[${JSON.stringify(name)}]`;
        if (typeof item !== "string") this.fault(at, `must be a string, but is ${kindOf(item)}`);
        return [name, typeof item === "string" ? this.#filled(at, item) : ""];
      }),
    );
  }

  fault(field: string, what: string): undefined {
    this.#problems.push(`${this.#path}${field === "" ? "" : `.${field}`} ${what}`);
    return undefined;
  }

  #filled(field: string, text: string): string {
    const variables = this.#variables;
    if (variables === undefined) return text;
    return text.replace(
      /\$\{(?:env:)?([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}/g,
      (_all, name: string, otherwise?: string) => {
        const value = variables[name] ?? otherwise;
        if (value === undefined) this.fault(field, `names the variable ${name}, which is not set`);
        return value ?? "";
      },
    );
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function kindOf(value: unknown): string {
  if (value === undefined) return "missing";
  if (value === null) return "null";
  return Array.isArray(value) ? "an array" : `a ${typeof value}`;
}
