/** An endpoint under test: requests that are plain values, a host whose time and turns are in the test's hand, and an acceptor that does as told. */
import {
  notification,
  request,
  resultResponse,
  type AbortReason,
  type Acceptor,
  type HeaderMap,
  type JSONObject,
  type JSONRPCMessage,
  type JSONRPCNotification,
  type JSONRPCRequest,
  type Report,
  type Sent,
  type ServerExchange,
  type ServerFacts,
  type ServerLink,
} from "@mcpwire/jsonrpc";
import { findRevision, mcpCorrelation, wireRules } from "@mcpwire/protocol";
import { createEndpoint, type EndpointOptions, type HttpEndpoint } from "../src/core/create-endpoint.js";
import type { HostPorts, HttpPort } from "../src/core/http-port.js";
import type { Turn } from "../src/core/turn.js";

/** Time and turns by hand. */
export class ManualHost implements HostPorts {
  clock = 0;
  #ids = 0;
  #turns: (() => void)[] = [];
  #timers: { at: number; fired: () => void }[] = [];

  /** As in workers: what a request has set ends with it. */
  endRequest(): void {
    this.#turns = [];
    this.#timers = [];
  }

  readonly timers = {
    now: () => this.clock,
    set: (ms: number, fired: () => void) => {
      const timer = { at: this.clock + ms, fired };
      this.#timers.push(timer);
      return timer;
    },
    clear: (timer: unknown) => void (this.#timers = this.#timers.filter((each) => each !== timer)),
  };

  get pendingTimers(): number {
    return this.#timers.length;
  }

  nextTurn(task: () => void): void {
    this.#turns.push(task);
  }

  randomId(): string {
    this.#ids += 1;
    return `session-${this.#ids}`;
  }

  turn(): void {
    const turns = this.#turns;
    this.#turns = [];
    for (const task of turns) task();
  }

  advance(ms: number): void {
    const end = this.clock + ms;
    for (;;) {
      const next = this.#timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
      if (next === undefined) break;
      this.clock = next.at;
      this.timers.clear(next);
      next.fired();
    }
    this.clock = end;
  }
}

/** A response as it came out of the core. */
export class RecordingPort implements HttpPort {
  readonly method: string;
  readonly target = "/mcp";
  readonly #headers: Readonly<Record<string, string>>;
  status: number | undefined = undefined;
  headers: HeaderMap = {};
  /** The body, or what a stream has carried so far. */
  text = "";
  /** How often something was written. */
  writes = 0;
  isStream = false;
  isEnded = false;
  wantsBody = false;

  constructor(method: string, headers: Readonly<Record<string, string>>) {
    this.method = method;
    this.#headers = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  }

  header(name: string): string | undefined {
    return Object.hasOwn(this.#headers, name) ? this.#headers[name] : undefined;
  }

  readBody(): void {
    this.wantsBody = true;
  }

  answer(status: number, headers: HeaderMap, body: string): void {
    if (this.status !== undefined) throw new Error("answered twice");
    this.status = status;
    this.headers = headers;
    this.text = body;
    this.writes += 1;
    this.isEnded = true;
  }

  open(status: number, headers: HeaderMap, first: string): Sent {
    if (this.status !== undefined) throw new Error("opened twice");
    this.status = status;
    this.headers = headers;
    this.isStream = true;
    return this.write(first);
  }

  write(text: string): Sent {
    if (this.isEnded) throw new Error("written after the end");
    this.text += text;
    this.writes += 1;
    return undefined;
  }

  end(): void {
    if (this.isEnded) throw new Error("ended twice");
    this.isEnded = true;
  }
}

export interface SeenEvent {
  readonly id: string | undefined;
  readonly data: string;
  readonly retry: string | undefined;
}

/** The events of a stream's text, comments left out. */
export function eventsOf(text: string): SeenEvent[] {
  return text
    .split("\n\n")
    .map((block) => block.split("\n").filter((line) => line !== "" && !line.startsWith(":")))
    .filter((lines) => lines.length > 0)
    .map((lines) => {
      const field = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
      return { id: field("id"), data: field("data") ?? "", retry: field("retry") };
    });
}

/** The messages of a stream's text. */
export function messagesOf(text: string): JSONRPCMessage[] {
  // Our own endpoint wrote it.
  return eventsOf(text)
    .filter(({ data }) => data !== "")
    .map(({ data }) => JSON.parse(data) as JSONRPCMessage);
}

/** Holds what it is given, and answers a few methods at once. */
export class ScriptedAcceptor implements Acceptor {
  readonly facts: ServerFacts;
  readonly held: ServerExchange[] = [];
  readonly taken: JSONRPCNotification[] = [];
  readonly links: ServerLink[] = [];
  readonly released: string[] = [];
  readonly restored: JSONObject[] = [];
  readonly aborts: { readonly id: unknown; readonly why: AbortReason }[] = [];

  constructor(revisions: readonly string[]) {
    this.facts = {
      revisions,
      correlation: mcpCorrelation,
      // Bob may not know of it.
      headerParameters: (tool, caller) =>
        tool === "mirrored" && caller !== "bob" ? [{ path: ["region"], header: "Region", type: "string" }] : [],
    };
  }

  attach(link: ServerLink): void {
    this.links.push(link);
  }

  take(n: JSONRPCNotification): void {
    this.taken.push(n);
  }

  release(_link: ServerLink, how: "drain" | "drop"): void {
    this.released.push(how);
  }

  restore(link: ServerLink, kept: JSONObject): boolean {
    const wanted = findRevision(String(kept["revision"]));
    if (wanted === undefined) return false;
    this.restored.push(kept);
    link.settle(wireRules(wanted));
    return true;
  }

  accept(x: ServerExchange): void {
    const { id, method, params } = x.request;
    if (method === "initialize") {
      const wanted = findRevision(String(params?.["protocolVersion"]));
      if (wanted === undefined) throw new Error("a handshake of no revision");
      x.link.settle(wireRules(wanted));
      x.link.keep?.("revision", wanted.name);
      x.end(resultResponse(id, { protocolVersion: wanted.name }));
    } else if (method === "ping" || method === "tools/list") {
      x.end(resultResponse(id, { method }));
    } else if (method === "unknown/method") {
      x.end({ jsonrpc: "2.0", id, error: { code: -32601, message: "no" } }, "unknown-method");
    } else if (method === "unserved") {
      x.end({ jsonrpc: "2.0", id, error: { code: -32022, message: "no" } }, "unsupported-revision");
    } else {
      this.held.push(x);
      x.onabort = (why) => void this.aborts.push({ id, why });
    }
  }
}

export interface Asking {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface Answering {
  readonly port: RecordingPort;
  readonly turn: Turn;
  /** The body as JSON. */
  json(): {
    readonly id?: unknown;
    readonly result?: unknown;
    readonly error?: { code: number; message: string; data?: unknown };
  };
}

export const everyRevision = ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];

export class EndpointBench {
  readonly host: ManualHost;
  readonly acceptor: ScriptedAcceptor;
  readonly endpoint: HttpEndpoint;
  readonly reports: Report[] = [];

  constructor(options: EndpointOptions & { readonly revisions?: readonly string[] } = {}, host = new ManualHost()) {
    this.host = host;
    this.acceptor = new ScriptedAcceptor(options.revisions ?? everyRevision);
    this.endpoint = createEndpoint(this.acceptor, this.host, { report: (r) => void this.reports.push(r), ...options });
  }

  send(asking: Asking): Answering {
    const method = asking.method ?? "POST";
    const usual =
      method === "POST"
        ? { "content-type": "application/json", accept: "application/json, text/event-stream" }
        : method === "GET"
          ? { accept: "text/event-stream" }
          : {};
    const port = new RecordingPort(method, { ...usual, ...lowerCase(asking.headers ?? {}) });
    const turn = this.endpoint.open(port);
    turn.start();
    if (port.wantsBody && asking.body !== undefined) {
      turn.received(typeof asking.body === "string" ? asking.body : JSON.stringify(asking.body));
    }
    // A test that asks for it knows that it is JSON.
    return { port, turn, json: () => JSON.parse(port.text) as ReturnType<Answering["json"]> };
  }

  /** A modern request with the headers that it needs. */
  modern(q: JSONRPCRequest, headers: Readonly<Record<string, string>> = {}): Answering {
    return this.send(modern(q, headers));
  }

  /** Sends in a session that was opened here or elsewhere. */
  in(id: string, headers: Readonly<Record<string, string>> = {}): SessionBench {
    return new SessionBench(this, id, headers);
  }

  /** Opens a session, and gives what sends in it. */
  session(revision = "2025-11-25", headers: Readonly<Record<string, string>> = {}): SessionBench {
    const opened = this.send({
      headers,
      body: request("init", "initialize", { protocolVersion: revision, capabilities: {} }),
    });
    const id = opened.port.headers["Mcp-Session-Id"];
    if (id === undefined) throw new Error(`no session: ${opened.port.status} ${opened.port.text}`);
    return new SessionBench(this, id, headers);
  }
}

export class SessionBench {
  readonly id: string;
  readonly #bench: EndpointBench;
  readonly #headers: Readonly<Record<string, string>>;

  constructor(bench: EndpointBench, id: string, headers: Readonly<Record<string, string>>) {
    this.#bench = bench;
    this.id = id;
    this.#headers = headers;
  }

  post(body: unknown, headers: Readonly<Record<string, string>> = {}): Answering {
    return this.#bench.send({ headers: { ...this.#headers, "mcp-session-id": this.id, ...headers }, body });
  }

  /** A request that the acceptor holds, one turn later. */
  hold(id: string | number): Answering & { readonly x: ServerExchange } {
    const answering = this.post(request(id, "hold"));
    this.#bench.host.turn();
    const x = this.#bench.acceptor.held.at(-1);
    if (x === undefined || x.request.id !== id) throw new Error("the request was not held");
    return { ...answering, x };
  }

  get(lastEventId?: string, headers: Readonly<Record<string, string>> = {}): Answering {
    return this.#bench.send({
      method: "GET",
      headers: {
        ...this.#headers,
        "mcp-session-id": this.id,
        ...(lastEventId === undefined ? {} : { "last-event-id": lastEventId }),
        ...headers,
      },
    });
  }

  delete(headers: Readonly<Record<string, string>> = {}): Answering {
    return this.#bench.send({ method: "DELETE", headers: { ...this.#headers, "mcp-session-id": this.id, ...headers } });
  }
}

export const metadata = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
};

/** A modern request with metadata and the headers that mirror it. */
export function modern(q: JSONRPCRequest, headers: Readonly<Record<string, string>> = {}): Asking {
  const subject = q.params?.["name"] ?? q.params?.["uri"];
  return {
    headers: {
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": q.method,
      ...(typeof subject === "string" ? { "mcp-name": subject } : {}),
      ...headers,
    },
    body: { ...q, params: { ...q.params, _meta: metadata } },
  };
}

export function note(n: number): JSONRPCNotification {
  return notification("notifications/message", { level: "info", data: n });
}

function lowerCase(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
