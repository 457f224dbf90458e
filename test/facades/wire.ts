/**
 * Both sides of the wire by hand. What a test says is sent as it stands, as text; what arrives is kept as it came. Nothing here
 * knows a rule of the protocol that a test could be about.
 */
import { openDuplexClient, serveDuplex } from "@mcpwire/jsonrpc";
import type { Acceptor, ClientTransport, JSONObject, Pipe, PipeReader } from "@mcpwire/jsonrpc";

export const legacyRevisions = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"] as const;

/** Everything that is in flight between two ends of this program has arrived after it. */
export const settled = (ms = 5): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** What a modern request carries. */
export const metadata = (capabilities: JSONObject = {}): JSONObject => ({
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "by hand", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": capabilities,
});

/** A client by hand, on a link of its own. */
export interface HandClient {
  /** Every message of the server, in order. */
  readonly heard: JSONObject[];
  /** Sends any value as JSON, or text as it is. */
  say(message: unknown): void;
  /** Sends a request under a new id, or under `id`, and waits for the message that answers it. */
  ask(method: string, params?: JSONObject, id?: unknown): Promise<JSONObject>;
  /** The first message that matches, also one that is yet to come. */
  until(matches: (message: JSONObject) => boolean): Promise<JSONObject>;
  /** The peer hangs up. */
  leave(): void;
}

export function handClient(server: Acceptor): HandClient {
  const heard: JSONObject[] = [];
  const waiting = new Set<() => void>();
  const { reader } = serveDuplex(recorder(heard, waiting), server);
  let lastId = 100;
  const until = async (matches: (message: JSONObject) => boolean): Promise<JSONObject> => {
    for (;;) {
      const found = heard.find(matches);
      if (found !== undefined) return found;
      await new Promise<void>((resolve) => waiting.add(resolve));
    }
  };
  const say = (message: unknown): void =>
    reader.receiveText(typeof message === "string" ? message : JSON.stringify(message));
  return {
    heard,
    say,
    until,
    ask(method, params, id = ++lastId) {
      const from = heard.length;
      say({ jsonrpc: "2.0", id, method, ...(params === undefined ? {} : { params }) });
      return until((message) => message["id"] === id && !("method" in message) && heard.indexOf(message) >= from);
    },
    leave: () => reader.ended({ cleanly: false }),
  };
}

/** A client by hand that has agreed on a legacy revision; modern ones need no greeting. */
export async function greeted(server: Acceptor, revision: string, capabilities: JSONObject = {}): Promise<HandClient> {
  const client = handClient(server);
  await client.ask("initialize", {
    protocolVersion: revision,
    capabilities,
    clientInfo: { name: "by hand", version: "1" },
  });
  client.say({ jsonrpc: "2.0", method: "notifications/initialized" });
  return client;
}

/** A server by hand. */
export interface HandServer extends ClientTransport {
  /** Every message of the client, in order. */
  readonly heard: JSONObject[];
  /** Those of a method. */
  of(method: string): JSONObject[];
  say(message: unknown): void;
  /** Asks the client, and waits for the answer. */
  ask(method: string, params?: JSONObject, id?: unknown): Promise<JSONObject>;
  /** Ends the link without a word, as a process that crashes. */
  crash(): void;
}

type Answer = (params: JSONObject, request: JSONObject) => JSONObject | "silence" | Promise<JSONObject | "silence">;

export interface HandServerOptions {
  readonly capabilities?: JSONObject;
  /** Results by method; `{ error }` answers with an error. What is not here is unknown. */
  readonly answers?: Readonly<Record<string, Answer>>;
}

/** A server by hand that greets any client in this revision, and answers what it was told to. */
export function handServer(revision: string, { capabilities = {}, answers = {} }: HandServerOptions = {}): HandServer {
  const heard: JSONObject[] = [];
  const waiting = new Set<() => void>();
  const serverInfo = { name: "by hand", version: "1" };
  const known: Record<string, Answer> = {
    ...(revision === "2026-07-28"
      ? {
          "server/discover": () => ({
            supportedVersions: [revision],
            capabilities,
            ttlMs: 0,
            cacheScope: "private",
            _meta: { "io.modelcontextprotocol/serverInfo": serverInfo },
          }),
        }
      : { initialize: () => ({ protocolVersion: revision, capabilities, serverInfo }) }),
    ...answers,
  };
  let reader: PipeReader | undefined;
  const say = (message: unknown): void =>
    reader?.receiveText(typeof message === "string" ? message : JSON.stringify(message));
  const reply = async (message: JSONObject): Promise<void> => {
    const { id, method, params } = message;
    if (typeof method !== "string" || id === undefined) return;
    const answer = Object.hasOwn(known, method) ? known[method] : undefined;
    const outcome = (await answer?.((params ?? {}) as JSONObject, message)) ?? {
      error: { code: -32601, message: `Method not found: ${method}` },
    };
    if (outcome === "silence") return;
    const resultType = revision === "2026-07-28" ? { resultType: "complete" } : {};
    say({ jsonrpc: "2.0", id, ...("error" in outcome ? outcome : { result: { ...resultType, ...outcome } }) });
  };
  let lastId = 0;
  return {
    kind: "by hand",
    scope: "process",
    heard,
    of: (method) => heard.filter((message) => message["method"] === method),
    say,
    async ask(method, params, id = `ask-${++lastId}`) {
      say({ jsonrpc: "2.0", id, method, ...(params === undefined ? {} : { params }) });
      for (;;) {
        const found = heard.find((message) => message["id"] === id && !("method" in message));
        if (found !== undefined) return found;
        await new Promise<void>((resolve) => waiting.add(resolve));
      }
    },
    crash: () => reader?.ended({ cleanly: false, error: new Error("crashed") }),
    // oxlint-disable-next-line typescript/require-await -- the contract wants a promise
    async open(on) {
      const pipe = recorder(heard, waiting, (message) => queueMicrotask(() => void reply(message)));
      const end = openDuplexClient(
        { send: pipe.send, close: () => queueMicrotask(() => end.reader.ended({ cleanly: false })) },
        on,
      );
      reader = end.reader;
      return end.link;
    },
  };
}

/** A transport to a server that keeps what either side says. */
export function tapped(server: Acceptor): ClientTransport & { readonly up: JSONObject[]; readonly down: JSONObject[] } {
  const up: JSONObject[] = [];
  const down: JSONObject[] = [];
  return {
    kind: "tapped",
    scope: "process",
    up,
    down,
    // oxlint-disable-next-line typescript/require-await -- the contract wants a promise
    async open(on) {
      const later = (deliver: (text: string) => void) => (message: JSONObject) => {
        const text = JSON.stringify(message);
        queueMicrotask(() => deliver(text));
      };
      const end = (): void =>
        queueMicrotask(() => {
          near.reader.ended({ cleanly: false });
          far.reader.ended({ cleanly: false });
        });
      const upward = recorder(
        up,
        new Set(),
        later((text) => far.reader.receiveText(text)),
      );
      const downward = recorder(
        down,
        new Set(),
        later((text) => near.reader.receiveText(text)),
      );
      const near = openDuplexClient({ send: upward.send, close: end }, on);
      const far = serveDuplex({ send: downward.send, close: end }, server);
      return near.link;
    },
  };
}

/** Keeps what is sent, as a peer would read it. */
function recorder(kept: JSONObject[], waiting: Set<() => void>, also: (message: JSONObject) => void = () => {}): Pipe {
  return {
    send(message) {
      // What JSON gives back for a message is an object.
      const read = JSON.parse(JSON.stringify(message)) as JSONObject;
      kept.push(read);
      also(read);
      for (const wake of waiting) wake();
      waiting.clear();
    },
    close() {},
  };
}
