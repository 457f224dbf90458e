/** Links, exchanges and hosts that record, for the tests of the server side. */
import {
  request,
  type AbortReason,
  type Asked,
  type JSONObject,
  type JSONRPCNotification,
  type JSONRPCRequest,
  type JSONRPCResponse,
  type Refusal,
  type Reply,
  type Report,
  type RequestId,
  type Sent,
  type ServerExchange,
  type ServerLink,
  type WireRules,
} from "@mcpwire/jsonrpc";
import type { HandlerOutcome, InputRequest, InputRequired, RequestContext, ServerHost } from "../src/era.js";
import { inputRequired } from "../src/era.js";

/** One thing that went to the client, in order. */
export type Said =
  | { readonly notified: JSONRPCNotification }
  | { readonly ended: JSONRPCResponse; readonly refusal?: Refusal }
  | { readonly asked: JSONRPCRequest }
  | { readonly abandoned: RequestId; readonly notice?: JSONRPCNotification };

interface Question {
  readonly q: JSONRPCRequest;
  readonly reply: Reply;
  open: boolean;
}

/** What both a link and an exchange can do: say things, and ask. */
class Recorder {
  readonly said: Said[] = [];
  readonly questions: Question[] = [];
  /** What the next `notify` returns. */
  pending: Promise<void> | undefined;

  record(n: JSONRPCNotification): Sent {
    this.said.push({ notified: n });
    return this.pending;
  }

  recordAsk(q: JSONRPCRequest, reply: Reply): Asked {
    const question: Question = { q, reply, open: true };
    this.questions.push(question);
    this.said.push({ asked: q });
    return {
      abandon: (notice) => {
        question.open = false;
        this.said.push(notice === undefined ? { abandoned: q.id } : { abandoned: q.id, notice });
      },
    };
  }

  /** Answers the open question of this method. */
  reply(
    method: string,
    how: { readonly result: JSONObject } | { readonly error: { code: number; message: string } },
  ): void {
    const question = this.questions.find(({ q, open }) => open && q.method === method);
    if (question === undefined) throw new Error(`nobody asked ${method}`);
    question.open = false;
    question.reply({ jsonrpc: "2.0", id: question.q.id, ...how });
  }

  get notifications(): readonly JSONRPCNotification[] {
    return this.said.flatMap((said) => ("notified" in said ? [said.notified] : []));
  }
}

export interface LinkOptions {
  readonly stateless?: boolean;
  readonly mute?: boolean;
  readonly asks?: boolean;
}

export class FakeLink extends Recorder implements ServerLink {
  state: unknown = undefined;
  readonly stateless?: true;
  readonly settled: WireRules[] = [];
  isClosed = false;
  readonly notify?: (n: JSONRPCNotification) => Sent;
  readonly ask?: (q: JSONRPCRequest, reply: Reply) => Asked;

  constructor(options: LinkOptions = {}) {
    super();
    if (options.stateless === true) this.stateless = true;
    if (options.mute !== true && options.stateless !== true) this.notify = (n) => this.record(n);
    if (options.asks === true) this.ask = (q, reply) => this.recordAsk(q, reply);
  }

  settle(rules: WireRules): void {
    this.settled.push(rules);
  }

  close(): void {
    this.isClosed = true;
  }
}

export interface ExchangeOptions {
  readonly caller?: unknown;
  readonly revision?: string;
  readonly asks?: boolean;
  readonly detach?: (retryMs: number) => void;
}

export class FakeExchange extends Recorder implements ServerExchange {
  readonly request: JSONRPCRequest;
  readonly link: ServerLink;
  readonly caller: unknown;
  readonly revision?: string;
  aborted: AbortReason | undefined = undefined;
  onabort: ((why: AbortReason) => void) | undefined = undefined;
  readonly ask?: (q: JSONRPCRequest, reply: Reply) => Asked;
  readonly detach?: (retryMs: number) => void;
  #resolve: (() => void) | undefined;
  readonly over = new Promise<void>((resolve) => (this.#resolve = resolve));

  constructor(q: JSONRPCRequest, link: ServerLink, options: ExchangeOptions = {}) {
    super();
    this.request = q;
    this.link = link;
    this.caller = options.caller;
    if (options.revision !== undefined) this.revision = options.revision;
    if (options.asks === true) this.ask = (q, reply) => this.recordAsk(q, reply);
    if (options.detach !== undefined) this.detach = options.detach;
  }

  notify(n: JSONRPCNotification): Sent {
    return this.record(n);
  }

  end(ended: JSONRPCResponse, refusal?: Refusal): void {
    if (this.aborted !== undefined || this.response !== undefined) return;
    this.said.push(refusal === undefined ? { ended } : { ended, refusal });
    this.#resolve?.();
  }

  abort(why: AbortReason): void {
    this.aborted = why;
    this.onabort?.(why);
    this.#resolve?.();
  }

  get response(): JSONRPCResponse | undefined {
    return this.said.flatMap((said) => ("ended" in said ? [said.ended] : []))[0];
  }

  get refusal(): Refusal | undefined {
    return this.said.flatMap((said) => ("ended" in said && said.refusal !== undefined ? [said.refusal] : []))[0];
  }

  get result(): JSONObject {
    const { response } = this;
    if (response === undefined || !("result" in response)) throw new Error(`no result but ${JSON.stringify(response)}`);
    return response.result;
  }

  get error(): { readonly code: number; readonly message: string; readonly data?: unknown } {
    const { response } = this;
    if (response === undefined || !("error" in response)) throw new Error(`no error but ${JSON.stringify(response)}`);
    return response.error;
  }
}

export type Handler = (
  params: JSONObject | undefined,
  context: RequestContext,
) => HandlerOutcome | Promise<HandlerOutcome>;

export interface FakeHost extends ServerHost {
  readonly reports: Report[];
  readonly heard: {
    readonly method: string;
    readonly params: JSONObject | undefined;
    readonly auth: unknown;
    readonly revision: string;
  }[];
}

export function fakeHost(handlers: Readonly<Record<string, Handler>> = {}, more: Partial<ServerHost> = {}): FakeHost {
  const reports: Report[] = [];
  const heard: FakeHost["heard"] = [];
  const table = new Map(Object.entries(handlers));
  return {
    info: { name: "fake", version: "1.0.0" },
    capabilities: {
      logging: {},
      tools: { listChanged: true },
      prompts: { listChanged: true },
      resources: { subscribe: true, listChanged: true },
    },
    cacheHints: () => ({ ttlMs: 0, cacheScope: "private" }),
    headerParameters: () => [],
    handles: (method) => table.has(method),
    handle: (method, params, context) => {
      const handler = table.get(method);
      if (handler === undefined) throw new Error(`no handler for ${method}`);
      return handler(params, context);
    },
    notified: (method, params, context) =>
      void heard.push({ method, params, auth: context.auth, revision: context.revision.name }),
    report: (report) => void reports.push(report),
    reports,
    heard,
    ...more,
  };
}

export function needInput(inputRequests?: Record<string, InputRequest>, requestState?: string): InputRequired {
  return {
    [inputRequired]: true,
    ...(inputRequests === undefined ? {} : { inputRequests }),
    ...(requestState === undefined ? {} : { requestState }),
  };
}

export const form: InputRequest = {
  method: "elicitation/create",
  params: { message: "Who?", requestedSchema: { type: "object", properties: { name: { type: "string" } } } },
};
export const url: InputRequest = {
  method: "elicitation/create",
  params: { mode: "url", message: "Go", url: "https://a.example/" },
};
export const roots: InputRequest = { method: "roots/list" };
export const sampling: InputRequest = {
  method: "sampling/createMessage",
  params: { maxTokens: 5, messages: [{ role: "user", content: { type: "text", text: "hi" } }] },
};

/** A modern request; `meta` adds to its metadata or, with undefined, takes away. */
export function modern(id: RequestId, method: string, params: JSONObject = {}, meta: JSONObject = {}): JSONRPCRequest {
  const all: Record<string, unknown> = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
    ...meta,
  };
  for (const [key, value] of Object.entries(all)) if (value === undefined) delete all[key];
  return request(id, method, { ...params, _meta: all });
}

export function initialize(protocolVersion: string, capabilities: JSONObject = {}, id: RequestId = 0): JSONRPCRequest {
  return request(id, "initialize", { protocolVersion, capabilities, clientInfo: { name: "c", version: "1" } });
}

/** Lets every promise that can settle do so. */
export async function turn(): Promise<void> {
  for (let n = 0; n < 20; n += 1) await Promise.resolve();
}
