/** One wave of the chaos run: clients that call and count what comes back, and what each kind of client was promised. */
import { connect, type Client } from "@mcpwire/client";
import { isTransportError } from "@mcpwire/jsonrpc";
import { http } from "@mcpwire/streamable-http";
import { HeldEvents } from "./held-events.js";
import type { Random } from "./random.js";

export interface Kind {
  readonly name: string;
  readonly url: string;
  readonly revision: string;
  readonly clients: number;
  /** Streams can be resumed: a call that holds an event id ends with its result. */
  readonly resumes: boolean;
}

export interface Tally {
  calls: number;
  results: number;
  /** Ended without a result, by the code of the error. */
  readonly losses: Map<string, number>;
  /** Calls with a result whose progress was all there, once and in order. */
  complete: number;
  /** Streams taken up again, the standalone ones of sessions included. */
  resumptions: number;
  readonly violations: string[];
}

const steps = 4;
const everyMs = 4;
/** Far beyond what any call takes, cuts included: an answer that never comes is a violation. */
const patienceMs = 30_000;
/** What a broken connection may mean to a caller. */
const typedLosses = new Set(["lost", "unreachable"]);
/** What the layers notice when something arrives twice. */
const doubles = new Set(["late-reply", "unknown-reply"]);

export async function openClients(kind: Kind, wave: number): Promise<readonly Caller[]> {
  const tally: Tally = { calls: 0, results: 0, losses: new Map(), complete: 0, resumptions: 0, violations: [] };
  return Promise.all(
    Array.from({ length: kind.clients }, async (_, i) => {
      const held = new HeldEvents();
      const transport = http(kind.url, { fetch: held.fetch, maxReconnects: 100, reconnectDelayMs: 5 });
      const client = await connect(transport, {
        revisions: [kind.revision],
        report: ({ code, message }) => {
          if (doubles.has(code)) tally.violations.push(`${kind.name}: ${code}: ${message}`);
        },
      });
      return new Caller(kind, `${kind.name} ${wave}/${i}`, client, held, tally);
    }),
  );
}

export class Caller {
  readonly kind: Kind;
  readonly tally: Tally;
  readonly #name: string;
  readonly #client: Client;
  readonly #held: HeldEvents;

  constructor(kind: Kind, name: string, client: Client, held: HeldEvents, tally: Tally) {
    this.kind = kind;
    this.tally = tally;
    this.#name = name;
    this.#client = client;
    this.#held = held;
  }

  /** Makes its calls one after the other. Never rejects. */
  async run(calls: number, random: Random): Promise<void> {
    for (let n = 0; n < calls; n++) await this.#call(`${this.#name}#${n}`, random);
  }

  async close(): Promise<void> {
    this.tally.resumptions += this.#held.resumptions;
    await this.#client.close();
  }

  async #call(key: string, random: Random): Promise<void> {
    const { tally, kind } = this;
    const seen: number[] = [];
    // Now and then the server closes the connection itself and lets the client come back.
    const detachAt = kind.resumes && random() < 0.1 ? 2 : 0;
    tally.calls++;
    try {
      const result = await this.#client.callTool(
        "work",
        { key, steps, everyMs, detachAt },
        { timeoutMs: patienceMs, onProgress: ({ progress }) => void seen.push(progress) },
      );
      tally.results++;
      const [block] = result.content;
      if (block?.type !== "text" || block.text !== `did ${key}`) this.#violated(key, `got ${JSON.stringify(result)}`);
      if (seen.join() === "1,2,3,4") tally.complete++;
      else this.#violated(key, `has its result, and progress ${seen.join() || "none"}`);
    } catch (error) {
      this.#lost(key, error);
      if (seen.some((progress, i) => progress !== i + 1)) this.#violated(key, `progress arrived as ${seen.join()}`);
    }
  }

  #lost(key: string, error: unknown): void {
    const code = isTransportError(error) ? error.code : "untyped";
    this.tally.losses.set(code, (this.tally.losses.get(code) ?? 0) + 1);
    const text = error instanceof Error ? error.message : String(error);
    if (!typedLosses.has(code)) this.#violated(key, `ended with ${code}: ${text}`);
    else if (this.kind.resumes && this.#held.has(key)) this.#violated(key, `held an event id and was lost: ${text}`);
  }

  #violated(key: string, what: string): void {
    this.tally.violations.push(`${key} ${what}`);
  }
}
