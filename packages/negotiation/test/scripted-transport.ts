/** A client transport whose server is a script, and hosts that record, for the tests of the client side. */
import {
  TransportError,
  errorResponse,
  notification,
  request,
  resultResponse,
  type AbortReason,
  type ClientExchange,
  type ClientLink,
  type ClientTransport,
  type ExchangeEvents,
  type ExchangeHints,
  type Inbound,
  type JSONObject,
  type JSONRPCNotification,
  type JSONRPCRequest,
  type JSONRPCResponse,
  type LinkEvents,
  type Report,
  type RequestId,
  type TransportErrorCode,
  type Sent,
  type WireRules,
} from "@mcpwire/jsonrpc";
import type { ClientHost } from "../src/era.js";

/** One request as the script sees it. */
export class Reached {
  readonly request: JSONRPCRequest;
  readonly link: ScriptedLink;
  readonly hints: ExchangeHints | undefined;
  readonly #on: ExchangeEvents;
  isOpen = true;
  abandonedWith: JSONRPCNotification | undefined;

  constructor(q: JSONRPCRequest, link: ScriptedLink, on: ExchangeEvents, hints: ExchangeHints | undefined) {
    this.request = q;
    this.link = link;
    this.hints = hints;
    this.#on = on;
  }

  get id(): RequestId {
    return this.request.id;
  }

  get method(): string {
    return this.request.method;
  }

  get meta(): JSONObject {
    const meta = this.request.params?._meta;
    return typeof meta === "object" && meta !== null ? (meta as JSONObject) : {}; // an object, as just checked
  }

  result(body: JSONObject, httpStatus?: number): void {
    this.respond(resultResponse(this.id, body), httpStatus);
  }

  error(code: number, data?: unknown, httpStatus?: number): void {
    this.respond(errorResponse(this.id, code, `error ${code}`, data), httpStatus);
  }

  respond(response: JSONRPCResponse, httpStatus?: number): void {
    if (!this.#close()) return;
    this.#on.ended(response, httpStatus === undefined ? undefined : { httpStatus });
  }

  lost(code: TransportErrorCode, data?: unknown): void {
    if (!this.#close()) return;
    this.#on.lost(new TransportError(code, `${code} of ${this.method}`, { data }));
  }

  notify(method: string, params?: JSONObject): void {
    if (this.isOpen) this.#on.notified(notification(method, params));
  }

  ask(method: string, params?: JSONObject): Asked {
    const asked = new Asked(request("q", method, params));
    this.#on.asked(asked);
    return asked;
  }

  abandon(notice: JSONRPCNotification | undefined): void {
    if (!this.#close()) return;
    this.abandonedWith = notice;
    if (notice !== undefined) this.link.notices.push(notice);
  }

  #close(): boolean {
    const wasOpen = this.isOpen;
    this.isOpen = false;
    this.link.open.delete(this);
    return wasOpen;
  }
}

/** A question of the server, with its answers. */
export class Asked implements Inbound {
  readonly request: JSONRPCRequest;
  aborted: AbortReason | undefined = undefined;
  onabort: ((why: AbortReason) => void) | undefined = undefined;
  readonly answers: JSONRPCResponse[] = [];

  constructor(q: JSONRPCRequest) {
    this.request = q;
  }

  end(response: JSONRPCResponse): void {
    if (this.aborted === undefined) this.answers.push(response);
  }

  withdraw(): void {
    this.aborted = { code: "cancelled" };
    this.onabort?.(this.aborted);
  }
}

export type Script = (x: Reached) => void;

export class ScriptedLink implements ClientLink {
  readonly on: LinkEvents;
  readonly open = new Set<Reached>();
  readonly requests: Reached[] = [];
  readonly notices: JSONRPCNotification[] = [];
  readonly settled: WireRules[] = [];
  /** What each notification is answered by. */
  taken: Sent = undefined;
  closes = 0;
  readonly #script: Script;

  constructor(on: LinkEvents, script: Script) {
    this.on = on;
    this.#script = script;
  }

  begin(q: JSONRPCRequest, on: ExchangeEvents, hints?: ExchangeHints): ClientExchange {
    const x = new Reached(q, this, on, hints);
    this.requests.push(x);
    this.open.add(x);
    queueMicrotask(() => {
      if (x.isOpen) this.#script(x);
    });
    return { abandon: (notice) => x.abandon(notice) };
  }

  settle(rules: WireRules, first?: JSONRPCNotification): Sent {
    this.settled.push(rules);
    return first === undefined ? undefined : this.notify(first);
  }

  notify(n: JSONRPCNotification): Sent {
    this.notices.push(n);
    return this.taken;
  }

  close(): Promise<void> {
    this.closes += 1;
    if (this.closes === 1) this.end("closed", false);
    return Promise.resolve();
  }

  /** The link ends: exchanges first, then the link. */
  end(code: TransportErrorCode, withError = true): void {
    for (const x of this.open) x.lost(code);
    this.on.closed(withError ? new TransportError(code, `the link is ${code}`) : undefined);
  }

  ask(method: string, params?: JSONObject): Asked {
    const asked = new Asked(request("q", method, params));
    this.on.asked(asked);
    return asked;
  }
}

export class ScriptedTransport implements ClientTransport {
  readonly kind = "script";
  readonly scope: "process" | "origin";
  readonly links: ScriptedLink[] = [];
  /** What the next `open` fails with. */
  refusal: TransportError | undefined;
  readonly #scripts: readonly Script[];

  /** Each link runs the next script; the last one serves the rest. */
  constructor(scope: "process" | "origin", ...scripts: readonly Script[]) {
    this.scope = scope;
    this.#scripts = scripts;
  }

  open(on: LinkEvents): Promise<ClientLink> {
    if (this.refusal !== undefined) return Promise.reject(this.refusal);
    const script = this.#scripts[Math.min(this.links.length, this.#scripts.length - 1)];
    const link = new ScriptedLink(on, script ?? (() => {}));
    this.links.push(link);
    return Promise.resolve(link);
  }

  get link(): ScriptedLink {
    const link = this.links.at(-1);
    if (link === undefined) throw new Error("no link was opened");
    return link;
  }

  /** Every request of every link, by method. */
  get methods(): readonly string[] {
    return this.links.flatMap((link) => link.requests.map((x) => x.method));
  }

  get requests(): readonly Reached[] {
    return this.links.flatMap((link) => link.requests);
  }

  /** Every notification that the client sent, by method. */
  get notices(): readonly string[] {
    return this.links.flatMap((link) => link.notices.map((n) => n.method));
  }
}

export interface RecordingHost extends ClientHost {
  readonly reports: Report[];
  readonly heard: (readonly [string, JSONObject | undefined])[];
  readonly ends: (Error | undefined)[];
}

export function recordingHost(more: Partial<ClientHost> = {}): RecordingHost {
  const reports: Report[] = [];
  const heard: RecordingHost["heard"] = [];
  const ends: (Error | undefined)[] = [];
  return {
    info: { name: "client", version: "1.0.0" },
    capabilities: {},
    answer: (method) => {
      throw new Error(`nobody answers ${method}`);
    },
    notified: (method, params) => void heard.push([method, params]),
    closed: (error) => void ends.push(error),
    report: (report) => void reports.push(report),
    reports,
    heard,
    ends,
    ...more,
  };
}

/** A modern server's answer to discover. */
export const discovered = (more: JSONObject = {}): JSONObject => ({
  resultType: "complete",
  supportedVersions: ["2026-07-28"],
  capabilities: { tools: { listChanged: true }, resources: { subscribe: true } },
  _meta: { "io.modelcontextprotocol/serverInfo": { name: "modern", version: "9" } },
  ttlMs: 0,
  cacheScope: "private",
  ...more,
});

export const initialized = (more: JSONObject = {}): JSONObject => ({
  protocolVersion: "2025-11-25",
  capabilities: {
    tools: { listChanged: true },
    resources: { subscribe: true, listChanged: true },
    logging: {},
  },
  serverInfo: { name: "legacy", version: "8" },
  ...more,
});

/** Answers discover, and everything else by `rest`. */
export function modernServer(rest: Script = (x) => x.result({ resultType: "complete" }), more?: JSONObject): Script {
  return (x) => (x.method === "server/discover" ? x.result(discovered(more)) : rest(x));
}

/** Knows no discover, shakes hands, and answers everything else by `rest`. */
export function legacyServer(rest: Script = (x) => x.result({}), more?: JSONObject): Script {
  return (x) => {
    if (x.method === "server/discover") x.error(-32601);
    else if (x.method === "initialize") x.result(initialized(more));
    else rest(x);
  };
}

/** Lets every promise that can settle do so. */
export async function turn(): Promise<void> {
  for (let n = 0; n < 30; n += 1) await Promise.resolve();
}
