/** What a client tells its host beside answers. */
import type { JSONObject } from "@mcpwire/jsonrpc";
import type { LoggingLevel } from "@mcpwire/protocol";

export interface LogMessage {
  readonly level: LoggingLevel;
  readonly logger?: string;
  readonly data: unknown;
}

/** Event name → what its listeners get. */
export interface ClientEvents {
  /** The list of tools changed. Listening watches for it, where the server announces it. */
  readonly toolsChanged: undefined;
  readonly promptsChanged: undefined;
  readonly resourcesChanged: undefined;
  /** A resource that is subscribed to changed. */
  readonly resourceUpdated: { readonly uri: string };
  /** The server says that an interaction at a URL is over. Only for those that this client was asked for. */
  readonly elicitationComplete: { readonly elicitationId: string };
  /** A log message of the server that belongs to no call. */
  readonly log: LogMessage;
  /** Any notification that belongs to no call. */
  readonly notification: { readonly method: string; readonly params: JSONObject | undefined };
  /** The connection ended. */
  readonly closed: { readonly error?: Error };
}

export type Listener<Name extends keyof ClientEvents> = (event: ClientEvents[Name]) => void;

/** Calls listeners in the order in which they came. A listener that throws harms nobody: `failed` is told. */
export class Listeners {
  readonly #listeners = new Map<keyof ClientEvents, Set<(event: never) => void>>();
  readonly #failed: (name: string, error: unknown) => void;

  constructor(failed: (name: string, error: unknown) => void) {
    this.#failed = failed;
  }

  add<Name extends keyof ClientEvents>(name: Name, listener: Listener<Name>): () => void {
    const listeners = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, listeners.add(listener));
    return () => void listeners.delete(listener);
  }

  /** True while anybody listens. */
  has(name: keyof ClientEvents): boolean {
    return (this.#listeners.get(name)?.size ?? 0) > 0;
  }

  emit<Name extends keyof ClientEvents>(name: Name, event: ClientEvents[Name]): void {
    for (const listener of this.#listeners.get(name) ?? []) {
      try {
        // add() filed it under this name, so it takes this event.
        (listener as Listener<Name>)(event);
      } catch (error) {
        this.#failed(name, error);
      }
    }
  }
}
