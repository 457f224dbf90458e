/** A registry at a distance: every call takes effect, and is answered, some microtasks later; and it can be made to fail. */
import type { SessionRecord, SessionRegistry } from "../src/core/legacy/session-registry.js";

export class DistantRegistry implements SessionRegistry {
  readonly #near: SessionRegistry;
  /** Calls of this name reject, or are never answered. */
  fault: { readonly call: keyof SessionRegistry; readonly how: "rejects" | "throws" | "hangs" } | undefined;
  readonly calls: string[] = [];

  constructor(near: SessionRegistry) {
    this.#near = near;
  }

  create(record: SessionRecord, keepMs: number): Promise<boolean> {
    // Only JSON crosses a distance.
    return this.#far("create", () => this.#near.create(copy(record), keepMs));
  }

  find(id: string): Promise<SessionRecord | undefined> {
    return this.#far("find", () => {
      const found = this.#near.find(id);
      // The registry in memory answers at once.
      return found === undefined ? undefined : copy(found as SessionRecord);
    });
  }

  put(id: string, name: string, value: unknown): Promise<number | undefined> {
    return this.#far("put", () => this.#near.put(id, name, value === undefined ? undefined : copy(value)));
  }

  touch(id: string, keepMs: number): Promise<boolean> {
    return this.#far("touch", () => this.#near.touch(id, keepMs));
  }

  remove(id: string): Promise<void> {
    return this.#far("remove", () => this.#near.remove(id));
  }

  #far<T>(call: keyof SessionRegistry, near: () => T | PromiseLike<T>): Promise<T> {
    this.calls.push(call);
    const { fault } = this;
    if (fault?.call !== call)
      return soon()
        .then(near)
        .then(async (value) => (await soon(), value));
    if (fault.how === "throws") throw new Error("the registry is broken");
    return fault.how === "hangs" ? new Promise(() => {}) : Promise.reject(new Error("the registry is away"));
  }
}

async function soon(): Promise<void> {
  for (let i = 0; i < 3; i++) await Promise.resolve();
}

function copy<T>(value: T): T {
  // Sound: JSON in, the same JSON out.
  return JSON.parse(JSON.stringify(value)) as T;
}
