/**
 * What tools, prompts, resources and templates have in common: a name, an order, a switch, and who may see them. Lists come in
 * the order of registration, in pages whose cursors stay good when entries come and go.
 * [2026-07-28 server/utilities/pagination#pagination-model]
 */
import { INVALID_PARAMS, ProtocolError, UsageError } from "@mcpwire/jsonrpc";
import type { Auth } from "./auth.js";

/** Decides whether a caller may see and use something. Must give the same answer for the same authorization. */
export type Visible = (auth: Auth) => boolean;

/** What can be done with something that was registered. */
export interface Handle<Changes> {
  /** Replaces what is given and keeps the rest. Throws a `UsageError` for what could not have been registered, and changes nothing then. */
  update(changes: Changes): void;
  /** Takes it away for good. Idempotent. */
  remove(): void;
  enable(): void;
  /** Hides it from lists and refuses its use, until `enable`. */
  disable(): void;
}

/** What a registry needs of its entries. */
export interface Listed {
  /** The entry as lists show it. */
  readonly item: object;
  readonly visible: Visible | undefined;
}

interface Slot<E> {
  readonly order: number;
  entry: E;
  isEnabled: boolean;
}

export interface Page<E> {
  readonly entries: readonly E[];
  readonly nextCursor?: string;
}

export class Registry<E extends Listed> {
  readonly #kind: string;
  readonly #changed: () => void;
  readonly #slots = new Map<string, Slot<E>>();
  #order = 0;
  #enabled: readonly Slot<E>[] | undefined;

  /** `kind` names an entry in messages and marks the cursors: `tool`. */
  constructor(kind: string, changed: () => void) {
    this.#kind = kind;
    this.#changed = changed;
  }

  get size(): number {
    return this.#slots.size;
  }

  /** Where some entries are hidden from some callers, lists are not for sharing. [2026-07-28 server/utilities/caching#cache-scope-field] */
  get isPerCaller(): boolean {
    return this.some((entry) => entry.visible !== undefined);
  }

  /** `build` makes the entry from the options; it runs again with the merged options when they are updated. */
  add<O extends object>(name: string, options: O, build: (options: O) => E): Handle<Partial<O>> {
    if (this.#slots.has(name)) {
      throw new UsageError(
        "duplicate-name",
        `the ${this.#kind} "${name}" is registered already; update or remove it first`,
      );
    }
    const slot: Slot<E> = { order: (this.#order += 1), entry: build(options), isEnabled: true };
    let current = options;
    this.#slots.set(name, slot);
    this.#touch();
    return {
      update: (changes) => {
        this.#mustHave(name, slot);
        const merged = { ...current, ...changes };
        slot.entry = build(merged);
        current = merged;
        this.#touch();
      },
      remove: () => {
        if (this.#slots.get(name) !== slot) return;
        this.#slots.delete(name);
        this.#touch();
      },
      enable: () => this.#switch(name, slot, true),
      disable: () => this.#switch(name, slot, false),
    };
  }

  /** The entry, where it exists, is enabled and visible to the caller. */
  find(name: string, caller: unknown): E | undefined {
    const slot = this.#slots.get(name);
    return slot !== undefined && slot.isEnabled && isVisible(slot.entry, caller) ? slot.entry : undefined;
  }

  /** Every entry that the caller may use, in order. */
  usable(caller: unknown): readonly E[] {
    return this.#list()
      .filter((slot) => isVisible(slot.entry, caller))
      .map((slot) => slot.entry);
  }

  some(predicate: (entry: E) => boolean): boolean {
    for (const { entry } of this.#slots.values()) if (predicate(entry)) return true;
    return false;
  }

  page(cursor: string | undefined, size: number, caller: unknown): Page<E> {
    const after = cursor === undefined ? 0 : this.#orderOf(cursor);
    const entries: E[] = [];
    let last = 0;
    for (const { order, entry } of this.#list()) {
      if (order <= after || !isVisible(entry, caller)) continue;
      if (entries.length === size) return { entries, nextCursor: `${this.#kind}-${last.toString(36)}` };
      entries.push(entry);
      last = order;
    }
    return { entries };
  }

  #orderOf(cursor: string): number {
    const digits = cursor.startsWith(`${this.#kind}-`) ? cursor.slice(this.#kind.length + 1) : "";
    const order = /^[0-9a-z]{1,10}$/.test(digits) ? Number.parseInt(digits, 36) : 0;
    // Orders only grow, so that one beyond the newest was never handed out here.
    if (order === 0 || order > this.#order) throw unknownCursor();
    return order;
  }

  #list(): readonly Slot<E>[] {
    return (this.#enabled ??= [...this.#slots.values()].filter((slot) => slot.isEnabled));
  }

  #switch(name: string, slot: Slot<E>, isEnabled: boolean): void {
    this.#mustHave(name, slot);
    if (slot.isEnabled === isEnabled) return;
    slot.isEnabled = isEnabled;
    this.#touch();
  }

  #mustHave(name: string, slot: Slot<E>): void {
    if (this.#slots.get(name) !== slot) throw new UsageError("removed", `the ${this.#kind} "${name}" was removed`);
  }

  #touch(): void {
    this.#enabled = undefined;
    this.#changed();
  }
}

/** [2026-07-28 server/utilities/pagination#error-handling] */
export function unknownCursor(): ProtocolError {
  return new ProtocolError(INVALID_PARAMS, "Unknown cursor; start the list again without one");
}

function isVisible(entry: Listed, caller: unknown): boolean {
  // As in `HandlerContext.auth`: what the program says that it is.
  return entry.visible === undefined || entry.visible(caller as Auth);
}
