/**
 * The way back of a user who logs in: a listener on 127.0.0.1 that takes one redirect. It opens no browser; the caller is handed the
 * URL and decides how the user gets there. [2026-07-28 basic/authorization/security-considerations#communication-security]
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { RedirectVisit, UserRedirect } from "@mcpwire/auth";

export interface LoopbackRedirectOptions {
  /** Handed the URL that the user must visit: print it, open a browser, show a button. A rejection cancels the login. */
  readonly open: (url: string) => void | Promise<void>;
  /** Default 0: any free one. Authorization servers are told to accept any; a fixed one serves those that do not. */
  readonly port?: number;
  /** Default `/callback`. */
  readonly path?: string;
  /** The HTML that the user sees in the end. */
  readonly page?: string;
}

const defaultPage =
  "<!doctype html><meta charset=utf-8><title>Done</title><p>You may close this page and go back to the program.</p>";

/** The `redirect` of an OAuth session, for programs on the user's machine. */
export function loopbackRedirect(options: LoopbackRedirectOptions): UserRedirect {
  return {
    async start(): Promise<RedirectVisit> {
      const listener = new RedirectListener(options);
      await listener.listen();
      return listener;
    },
  };
}

class RedirectListener implements RedirectVisit {
  uri = "";
  readonly #options: LoopbackRedirectOptions;
  readonly #server: Server;
  #host = "";
  #state: string | null = null;
  #returned: ((url: string) => void) | undefined;

  constructor(options: LoopbackRedirectOptions) {
    this.#options = options;
    this.#server = createServer((req, res) => this.#receive(req, res));
  }

  listen(): Promise<void> {
    const { port = 0, path = "/callback" } = this.#options;
    return new Promise((resolve, reject) => {
      this.#server.once("error", reject);
      // The address, not the name: a name could lead to another program that listens on IPv6.
      this.#server.listen(port, "127.0.0.1", () => {
        this.#server.off("error", reject);
        const address = this.#server.address();
        this.#host = `127.0.0.1:${typeof address === "object" && address !== null ? address.port : port}`;
        this.uri = `http://${this.#host}${path}`;
        resolve();
      });
    });
  }

  async visit(url: string, signal: AbortSignal): Promise<string> {
    this.#state = new URL(url).searchParams.get("state");
    const returned = new Promise<string>((resolve, reject) => {
      this.#returned = resolve;
      const giveUp = (): void => reject(new Error("The login was given up"));
      if (signal.aborted) giveUp();
      signal.addEventListener("abort", giveUp, { once: true });
    });
    // Either may fail first; and an `open` that lasts as long as the browser does holds up nobody who is back.
    const opened = Promise.resolve(this.#options.open(url)).then(() => returned);
    return Promise.race([returned, opened]);
  }

  /** Lets the last page reach the user, then frees the port. */
  stop(): Promise<void> {
    return new Promise((resolve) => {
      this.#server.close(() => resolve());
      this.#server.closeIdleConnections();
      setTimeout(() => this.#server.closeAllConnections(), 200).unref();
    });
  }

  #receive(req: IncomingMessage, res: ServerResponse): void {
    // Any page that the user looks at can send requests here; only who knows the state has been where we sent the user.
    const url = req.method === "GET" && req.headers.host === this.#host ? this.#placeOf(req.url ?? "/") : undefined;
    const isReturn = url !== undefined && this.#state !== null && url.searchParams.get("state") === this.#state;
    const page = isReturn ? (this.#options.page ?? defaultPage) : "Not found";
    res.writeHead(isReturn ? 200 : 404, {
      "Content-Type": isReturn ? "text/html; charset=utf-8" : "text/plain",
      "Cache-Control": "no-store",
      "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
      "Referrer-Policy": "no-referrer",
      Connection: "close",
    });
    res.end(page);
    if (isReturn) this.#returned?.(url.href);
  }

  /** Undefined for another path, and for a target that is no URL: `//` is one that any page can have a browser send. */
  #placeOf(target: string): URL | undefined {
    try {
      const url = new URL(target, this.uri);
      const own = new URL(this.uri);
      return url.origin === own.origin && url.pathname === own.pathname ? url : undefined;
    } catch {
      return undefined;
    }
  }
}
