/** A TCP proxy that cuts: what stands between client and server when networks fail. */
import { connect, createServer, type Server, type Socket } from "node:net";

export class TcpProxy {
  readonly #server: Server;
  readonly #pairs = new Set<readonly [Socket, Socket]>();
  #isOpen = true;
  /** Connections cut so far. */
  cuts = 0;

  private constructor(server: Server) {
    this.#server = server;
  }

  /** Listens on a free port of loopback and passes on to the port of `target`. */
  static async before(target: string): Promise<TcpProxy> {
    const { hostname, port } = new URL(target);
    const server = createServer({ noDelay: true });
    const proxy = new TcpProxy(server);
    server.on("connection", (near) =>
      proxy.#join(near, connect({ host: hostname, port: Number(port), noDelay: true })),
    );
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", 4096, resolve));
    return proxy;
  }

  /** The URL behind the proxy, as it is reached through it. */
  through(url: string): string {
    const address = this.#server.address();
    const rewritten = new URL(url);
    rewritten.port = String(typeof address === "object" && address !== null ? address.port : 0);
    return rewritten.href;
  }

  get connections(): number {
    return this.#pairs.size;
  }

  /** Cuts every connection, or those that `choose` picks, in both directions and without a farewell. */
  cut(choose: () => boolean = () => true): void {
    for (const pair of this.#pairs) {
      if (!choose()) continue;
      this.cuts += 1;
      for (const socket of pair) socket.resetAndDestroy();
    }
  }

  async close(): Promise<void> {
    this.#isOpen = false;
    for (const pair of this.#pairs) for (const socket of pair) socket.destroy();
    await new Promise<void>((resolve) => void this.#server.close(() => resolve()));
  }

  #join(near: Socket, far: Socket): void {
    const pair = [near, far] as const;
    this.#pairs.add(pair);
    const end = (): void => {
      this.#pairs.delete(pair);
      near.destroy();
      far.destroy();
    };
    for (const socket of pair) socket.on("error", end).on("close", end);
    near.pipe(far);
    far.pipe(near);
    if (!this.#isOpen) end();
  }
}
