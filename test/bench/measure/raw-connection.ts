/**
 * HTTP/1.1 over one raw keep-alive socket, one request at a time: just enough to load a server without a client library in the way.
 */
import { connect } from "node:net";
import type { Socket } from "node:net";

export interface RawAnswer {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

interface Pending {
  readonly resolve: (answer: RawAnswer) => void;
  readonly reject: (error: Error) => void;
  readonly onBody: ((chunk: Buffer) => void) | undefined;
  readonly parts: Buffer[];
  state: "head" | "length" | "size" | "chunk" | "chunk-end" | "trailer" | "until-close";
  head: string;
  /** Bytes that are still to come of the body or the chunk. */
  left: number;
}

const headEnd = Buffer.from("\r\n\r\n");

export class RawConnection {
  readonly #port: number;
  #socket: Socket | undefined;
  #rest: Buffer = Buffer.alloc(0);
  #pending: Pending | undefined;

  constructor(port: number) {
    this.#port = port;
  }

  /** Sends one request. `onBody` takes the body as it comes; without it the answer holds it. */
  async send(request: string, onBody?: (chunk: Buffer) => void): Promise<RawAnswer> {
    const socket = (this.#socket ??= await this.#open());
    return new Promise((resolve, reject) => {
      this.#pending = { resolve, reject, onBody, parts: [], state: "head", head: "", left: 0 };
      socket.write(request);
    });
  }

  destroy(): void {
    this.#pending = undefined;
    this.#socket?.destroy();
  }

  #open(): Promise<Socket> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port: this.#port, host: "127.0.0.1", noDelay: true });
      this.#rest = Buffer.alloc(0);
      socket.once("connect", () => resolve(socket));
      socket.on("error", (error) => {
        reject(error);
        this.#fail(error);
      });
      socket.on("data", (chunk) => this.#read(chunk));
      socket.on("close", () => {
        if (this.#socket === socket) this.#socket = undefined;
        if (this.#pending?.state === "until-close") this.#finish(this.#pending);
        else this.#fail(new Error("the connection was closed before the answer ended"));
      });
    });
  }

  #fail(error: Error): void {
    const pending = this.#pending;
    this.#pending = undefined;
    pending?.reject(error);
  }

  #finish(pending: Pending): void {
    this.#pending = undefined;
    if (/\r\nconnection: *close/i.test(pending.head)) {
      this.#socket?.destroy();
      this.#socket = undefined;
    }
    const [first] = pending.parts;
    const bytes = pending.parts.length === 1 && first !== undefined ? first : Buffer.concat(pending.parts);
    pending.resolve({ status: Number(pending.head.slice(9, 12)), head: pending.head, body: bytes.toString("utf8") });
  }

  #read(chunk: Buffer): void {
    this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    for (let pending = this.#pending; pending !== undefined && this.#step(pending); pending = this.#pending);
  }

  /** One step; false when it needs more bytes. */
  #step(pending: Pending): boolean {
    switch (pending.state) {
      case "head":
        return this.#readHead(pending);
      case "length":
      case "chunk":
      case "until-close":
        return this.#readBody(pending);
      case "size": {
        const end = this.#rest.indexOf(10);
        if (end === -1) return false;
        pending.left = Number.parseInt(this.#rest.toString("latin1", 0, end), 16);
        pending.state = pending.left === 0 ? "trailer" : "chunk";
        this.#rest = this.#rest.subarray(end + 1);
        return true;
      }
      default: {
        if (this.#rest.length < 2) return false;
        this.#rest = this.#rest.subarray(2);
        if (pending.state === "trailer") this.#finish(pending);
        else pending.state = "size";
        return true;
      }
    }
  }

  #readHead(pending: Pending): boolean {
    const end = this.#rest.indexOf(headEnd);
    if (end === -1) return false;
    pending.head = this.#rest.toString("latin1", 0, end);
    this.#rest = this.#rest.subarray(end + headEnd.length);
    const length = /\r\ncontent-length: *(\d+)/i.exec(pending.head)?.[1];
    if (/\r\ntransfer-encoding: *chunked/i.test(pending.head)) pending.state = "size";
    else if (length !== undefined || / 204 /.test(pending.head.slice(0, 20))) {
      pending.left = Number(length ?? 0);
      pending.state = "length";
      if (pending.left === 0) this.#finish(pending);
    } else pending.state = "until-close";
    return true;
  }

  #readBody(pending: Pending): boolean {
    if (this.#rest.length === 0) return false;
    const count = pending.state === "until-close" ? this.#rest.length : Math.min(pending.left, this.#rest.length);
    const piece = this.#rest.subarray(0, count);
    this.#rest = this.#rest.subarray(count);
    if (pending.onBody === undefined) pending.parts.push(piece);
    else pending.onBody(piece);
    if (pending.state === "until-close") return false;
    pending.left -= count;
    if (pending.left > 0) return false;
    if (pending.state === "length") this.#finish(pending);
    else pending.state = "chunk-end";
    return true;
  }
}

/** Calls back for each event of a stream of server-sent events in ASCII, with its lines. */
export function eventSplitter(onEvent: (block: string) => void): (chunk: Buffer) => void {
  let rest = "";
  return (chunk) => {
    const text = rest + chunk.toString("latin1");
    let from = 0;
    for (let end = text.indexOf("\n\n"); end !== -1; end = text.indexOf("\n\n", from)) {
      onEvent(text.slice(from, end));
      from = end + 2;
    }
    rest = text.slice(from);
  };
}
