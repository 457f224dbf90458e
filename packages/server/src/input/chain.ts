/**
 * One chain of rounds: a request, the questions that came back instead of its result, and the requests that brought the answers.
 * The handler is run again from its start in every round; what it asked and did before is read from here. A chain is a value
 * between rounds: `save` and `load` turn it into text and back. [2026-07-28 basic/patterns/mrtr#basic-workflow]
 */
import { UsageError } from "@mcpwire/jsonrpc";
import type { JSONObject } from "@mcpwire/jsonrpc";
import type { InputRequest } from "@mcpwire/negotiation";
import { missingRequiredClientCapability } from "@mcpwire/protocol";
import type { ClientCapabilities } from "@mcpwire/protocol";
import { isPlainObject } from "../schema.js";
import { missingCapability } from "./questions.js";
import type { Question } from "./questions.js";

/** Thrown into a handler whose question has no answer yet. Let it pass: the handler is run again with the answer. */
export class InputPending extends Error {
  constructor(key: string) {
    super(`waiting for the answer to "${key}"; let this error pass, and the handler is run again with it`);
    this.name = "InputPending";
  }
}

export class Chain {
  /** What the handler left for its next round through `inputRequired`. */
  state: unknown;
  readonly #answers: Map<string, unknown>;
  readonly #effects: Map<string, unknown>;
  readonly #arrived: JSONObject;
  readonly #capabilities: ClientCapabilities;
  readonly #asked = new Map<string, InputRequest>();
  readonly #running = new Map<string, Promise<unknown>>();
  readonly #checking = new Set<Promise<unknown>>();

  constructor(arrived: unknown, capabilities: ClientCapabilities, saved: SavedChain = emptyChain) {
    this.#arrived = isPlainObject(arrived) ? arrived : {};
    this.#capabilities = capabilities;
    this.#answers = new Map(saved.answers);
    this.#effects = new Map(saved.effects.map(([key, value]) => [key, value]));
    this.state = saved.state;
  }

  /** True once the handler asked something that has no answer: its outcome no longer counts. */
  get isWaiting(): boolean {
    return this.#asked.size > 0;
  }

  /** Every answer so far by key, as it arrived. */
  answers(): ReadonlyMap<string, unknown> {
    for (const [key, answer] of Object.entries(this.#arrived)) this.#answers.set(key, answer);
    return this.#answers;
  }

  /** The answer, or a rejection that ends this round. An answer that does not fit is asked for again. */
  ask<T>(key: string, question: Question<T>): Promise<T> {
    const asking = this.#answer(key, question);
    const settled: Promise<unknown> = asking.then(done, done).then(() => this.#checking.delete(settled));
    this.#checking.add(settled);
    return asking;
  }

  async #answer<T>(key: string, question: Question<T>): Promise<T> {
    const answer = Object.hasOwn(this.#arrived, key) ? this.#arrived[key] : this.#answers.get(key);
    const accepted = answer === undefined ? undefined : await question.accept(answer);
    if (accepted !== undefined) {
      this.#answers.set(key, answer);
      return accepted;
    }
    this.#answers.delete(key);
    this.require(key, question.request);
    throw new InputPending(key);
  }

  /** Puts a question on the list of this round. Throws where the client never said that it can answer. */
  require(key: string, request: InputRequest): void {
    const missing = missingCapability(request, this.#capabilities);
    if (missing !== undefined) throw missingRequiredClientCapability(missing);
    if (this.#asked.has(key))
      throw new UsageError("duplicate-key", `two questions of one round share the key "${key}"`);
    this.#asked.set(key, request);
  }

  /** Runs an effect unless an earlier round did; its value must be JSON. */
  once<T>(key: string, effect: () => T | Promise<T>): Promise<T> {
    // What was saved under this key came from this very effect, in an earlier round.
    if (this.#effects.has(key)) return Promise.resolve(this.#effects.get(key) as T);
    const running = this.#running.get(key);
    // As above, in this round.
    if (running !== undefined) return running as Promise<T>;
    const run = this.#run(key, effect);
    this.#running.set(key, run);
    // Registered before anybody can wait for `run`, so that `settle` finds the map without it.
    const forget = (): boolean => this.#running.delete(key);
    run.then(forget, forget);
    return run;
  }

  async #run<T>(key: string, effect: () => T | Promise<T>): Promise<T> {
    const value = await effect();
    this.#effects.set(key, value);
    return value;
  }

  /** The questions of this round, once every check and every effect that was started has ended. */
  async settle(): Promise<ReadonlyMap<string, InputRequest>> {
    while (this.#running.size + this.#checking.size > 0) {
      await Promise.allSettled([...this.#running.values(), ...this.#checking]);
    }
    return this.#asked;
  }

  /** What the next round must know; undefined where that is nothing. */
  save(): SavedChain | undefined {
    if (this.state === undefined && this.#answers.size === 0 && this.#effects.size === 0) return undefined;
    // An effect without a value is saved by its key alone: JSON has no undefined.
    const effects = [...this.#effects].map(([key, value]) =>
      value === undefined ? ([key] as const) : ([key, value] as const),
    );
    return { answers: [...this.#answers], effects, state: this.state };
  }
}

/** A chain between two rounds; JSON but for what its effects returned, which the handler promised to be JSON. */
export interface SavedChain {
  readonly answers: readonly (readonly [string, unknown])[];
  readonly effects: readonly (readonly [string, unknown?])[];
  readonly state?: unknown;
}

function done(): void {}

export const emptyChain: SavedChain = { answers: [], effects: [] };
