/** Two endpoints that share their sessions and their events, and requests to either. */
import { request } from "@mcpwire/jsonrpc";
import type { EndpointOptions } from "../src/core/create-endpoint.js";
import { MemoryEventLog } from "../src/core/legacy/event-log.js";
import { MemorySessionRegistry, type SessionRegistry } from "../src/core/legacy/session-registry.js";
import { EndpointBench, type Answering } from "./endpoint-bench.js";

export const list = request(7, "tools/list");
export const shake = (revision = "2025-11-25") => request("init", "initialize", { protocolVersion: revision });

export async function settled(): Promise<void> {
  for (let i = 0; i < 300; i++) await Promise.resolve();
}

export class Cluster {
  clock = 0;
  readonly memory: MemorySessionRegistry;
  readonly registry: SessionRegistry;
  readonly log = new MemoryEventLog({ timers: { now: () => this.clock } });
  readonly a: EndpointBench;
  readonly b: EndpointBench;

  constructor(wrap: (near: MemorySessionRegistry) => SessionRegistry = (near) => near, options: EndpointOptions = {}) {
    this.memory = new MemorySessionRegistry({ timers: { now: () => this.clock } });
    this.registry = wrap(this.memory);
    const shared = { sessionRegistry: this.registry, eventLog: this.log, ...options };
    this.a = new EndpointBench(shared);
    this.b = new EndpointBench(shared);
  }

  async open(revision?: string, headers: Readonly<Record<string, string>> = {}): Promise<string> {
    const opened = await this.answer(this.a.send({ headers, body: shake(revision) }));
    const id = opened.port.headers["Mcp-Session-Id"];
    if (id === undefined) throw new Error(`no session: ${opened.port.status} ${opened.port.text}`);
    return id;
  }

  async answer(answering: Answering): Promise<Answering> {
    await settled();
    return answering;
  }

  async status(answering: Answering): Promise<number | undefined> {
    return (await this.answer(answering)).port.status;
  }

  async advance(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= 500) {
      this.clock += Math.min(left, 500);
      for (const { host } of [this.a, this.b]) host.advance(Math.min(left, 500));
      await settled();
    }
  }

  /** A request that the acceptor of this endpoint holds, one turn later. */
  async hold(bench: EndpointBench, session: string, id: string | number) {
    const answering = await this.answer(bench.in(session).post(request(id, "hold")));
    bench.host.turn();
    await settled();
    const x = bench.acceptor.held.at(-1);
    if (x === undefined || x.request.id !== id) throw new Error("the request was not held");
    return { ...answering, x };
  }
}
