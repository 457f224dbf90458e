/** Calls of a session registry, wherever it is: each is answered once, at once or later, and never with an exception. */
import { INTERNAL_ERROR } from "@mcpwire/jsonrpc";
import type { MaybeLater } from "../http-port.js";
import type { Services } from "../services.js";
import { refuse, type Refused } from "../status.js";
import type { SessionRegistry } from "./session-registry.js";

/** The answer to whoever needs a registry that does not answer. This very object says so. */
export const unavailable: Refused = refuse(
  503,
  INTERNAL_ERROR,
  "the registry of sessions does not answer; the session may still be there, try again",
);

export class RegistryLine {
  readonly #registry: SessionRegistry;
  readonly #services: Services;
  /** What is still to be answered. */
  readonly #open = new Set<() => void>();
  #isClosed = false;

  constructor(registry: SessionRegistry, services: Services) {
    this.#registry = registry;
    this.#services = services;
  }

  /** `done` is called once: before this returns, where the registry answers at once. */
  ask<T>(call: (registry: SessionRegistry) => MaybeLater<T>, done: (answer: T | typeof unavailable) => void): void {
    if (this.#isClosed) {
      done(unavailable);
      return;
    }
    let answer: MaybeLater<T>;
    try {
      answer = call(this.#registry);
    } catch (error) {
      this.#failed(error);
      done(unavailable);
      return;
    }
    if (isLater(answer)) this.#wait(answer, done);
    else done(answer);
  }

  /** Whoever waits now waits no longer. */
  close(): void {
    this.#isClosed = true;
    for (const giveUp of this.#open) giveUp();
  }

  #wait<T>(answer: PromiseLike<T>, done: (answer: T | typeof unavailable) => void): void {
    const { timers } = this.#services.host;
    const { registryMs } = this.#services.limits;
    const settle = (outcome: T | typeof unavailable): void => {
      if (!this.#open.delete(giveUp)) return;
      timers.clear(timer);
      done(outcome);
    };
    const giveUp = (): void => settle(unavailable);
    this.#open.add(giveUp);
    const timer = timers.set(registryMs, () => {
      this.#failed(undefined);
      giveUp();
    });
    answer.then(settle, (error: unknown) => {
      this.#failed(error);
      giveUp();
    });
  }

  #failed(error: unknown): void {
    const message =
      error === undefined ? "The session registry has not answered in time" : "The session registry failed";
    this.#services.report({ code: "session-registry-failed", message, data: error });
  }
}

function isLater<T>(value: MaybeLater<T>): value is PromiseLike<T> {
  return typeof value === "object" && value !== null && "then" in value;
}
