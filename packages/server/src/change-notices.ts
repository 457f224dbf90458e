/** Says that something changed: once for all the changes of one turn, and only what was declared. */
import type { ChangeNotice } from "@mcpwire/negotiation";
import type { ServerCapabilities } from "@mcpwire/protocol";

/** Tells clients that asked for it; each of these is coalesced over one turn. */
export interface Notify {
  toolsChanged(): void;
  promptsChanged(): void;
  resourcesChanged(): void;
  resourceUpdated(uri: string): void;
}

export class ChangeNotices implements Notify {
  readonly #send: (notice: ChangeNotice) => void;
  readonly #capabilities: () => ServerCapabilities | undefined;
  readonly #waiting = new Map<string, ChangeNotice>();

  /** `capabilities` gives undefined until they are fixed: before that nobody is there to be told. */
  constructor(capabilities: () => ServerCapabilities | undefined, send: (notice: ChangeNotice) => void) {
    this.#capabilities = capabilities;
    this.#send = send;
  }

  toolsChanged(): void {
    if (this.#capabilities()?.tools?.listChanged === true) this.#queue("tools", { type: "tools" });
  }

  promptsChanged(): void {
    if (this.#capabilities()?.prompts?.listChanged === true) this.#queue("prompts", { type: "prompts" });
  }

  resourcesChanged(): void {
    if (this.#capabilities()?.resources?.listChanged === true) this.#queue("resources", { type: "resources" });
  }

  resourceUpdated(uri: string): void {
    if (this.#capabilities()?.resources?.subscribe === true) this.#queue(`resource ${uri}`, { type: "resource", uri });
  }

  #queue(key: string, notice: ChangeNotice): void {
    if (this.#waiting.size === 0) queueMicrotask(() => this.#flush());
    this.#waiting.set(key, notice);
  }

  #flush(): void {
    const notices = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const notice of notices) this.#send(notice);
  }
}
