/**
 * How a client ends a server process: close its input, wait, ask it to stop, wait, make it stop.
 * [2025-11-25 basic/lifecycle#stdio] [2026-07-28 basic/transports/stdio#shutdown]
 *
 * The machine decides the order; the driver owns the process, its descendants and the clock. What is ended is the whole tree: a
 * wrapper (a package runner, a shell) that is gone while the server behind it lives on has ended nothing.
 */

export type ShutdownInput =
  /** Our side wants the process gone. May come at any time and any number of times. */
  | { readonly type: "close" }
  /** The process that was started has exited; `leftovers` when some descendant of it still runs. */
  | { readonly type: "exited"; readonly leftovers: boolean }
  /** After `exited` with leftovers: the last of them is gone. */
  | { readonly type: "emptied" }
  /** The timer that was set has fired. */
  | { readonly type: "timer" };

export type ShutdownOutput =
  | { readonly type: "end-input" }
  /** Ask the tree to stop (SIGTERM). */
  | { readonly type: "terminate" }
  /** Stop the tree (SIGKILL). */
  | { readonly type: "kill" }
  | { readonly type: "set-timer"; readonly ms: number }
  | { readonly type: "clear-timer" }
  /** Nothing is left to wait for; comes once. */
  | { readonly type: "released" };

export interface ShutdownWaits {
  /** From the end of input to the request to stop, in ms. */
  readonly exitMs: number;
  /** From the request to stop to the kill, in ms; waited once more after the kill, before giving up. */
  readonly terminateMs: number;
}

/** Long enough for a server to flush its state, short enough that a user who closes a host does not notice. */
export const defaultShutdownWaits: ShutdownWaits = { exitMs: 2000, terminateMs: 2000 };

export type ShutdownPhase = "running" | "input-ended" | "terminating" | "killing" | "released";

export class Shutdown {
  readonly #waits: ShutdownWaits;
  #phase: ShutdownPhase = "running";

  constructor(waits: ShutdownWaits = defaultShutdownWaits) {
    this.#waits = waits;
  }

  get phase(): ShutdownPhase {
    return this.#phase;
  }

  handle(input: ShutdownInput): readonly ShutdownOutput[] {
    if (this.#phase === "released") return [];
    switch (input.type) {
      case "close":
        if (this.#phase !== "running") return [];
        this.#phase = "input-ended";
        return [{ type: "end-input" }, { type: "set-timer", ms: this.#waits.exitMs }];
      case "exited":
        if (!input.leftovers) return this.#release();
        // They may be on their way out: end of input reached them too, or reaches them now.
        return this.handle({ type: "close" });
      case "emptied":
        return this.#release();
      case "timer":
        return this.#escalate();
      default:
        return input satisfies never;
    }
  }

  #escalate(): readonly ShutdownOutput[] {
    switch (this.#phase) {
      case "input-ended":
        return this.#terminate();
      case "terminating":
        this.#phase = "killing";
        return [{ type: "kill" }, { type: "set-timer", ms: this.#waits.terminateMs }];
      case "killing":
        // A process that survives SIGKILL hangs in the kernel, or is not ours to signal; waiting longer changes nothing.
        this.#phase = "released";
        return [{ type: "released" }];
      default:
        return [];
    }
  }

  #terminate(): readonly ShutdownOutput[] {
    this.#phase = "terminating";
    return [{ type: "terminate" }, { type: "set-timer", ms: this.#waits.terminateMs }];
  }

  #release(): readonly ShutdownOutput[] {
    const isTimed = this.#phase !== "running";
    this.#phase = "released";
    return isTimed ? [{ type: "clear-timer" }, { type: "released" }] : [{ type: "released" }];
  }
}
