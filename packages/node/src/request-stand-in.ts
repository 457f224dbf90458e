/**
 * A request of `node:http` as a `Request`, built when it is looked at. Endpoints of ours need not look: they find this host's own driver
 * on it, for as long as nobody else has taken the body.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { hostDriver, type Served } from "@mcpwire/streamable-http/core";
import { FetchedCall } from "./fetched-call.js";
import { standInFor } from "./stand-in.js";

class RequestStandIn {
  readonly #req: IncomingMessage;
  readonly #res: ServerResponse;
  readonly #origin: string | undefined;
  #url: string | undefined = undefined;
  #real: Request | undefined = undefined;
  /** The real request's body; it reads nothing before it is read. */
  #body: ReadableStream<Uint8Array> | undefined = undefined;
  /** An endpoint of ours has taken the body. */
  #isTaken = false;

  /** `origin` begins the URL; undefined: `http://` and the request's `Host`. */
  constructor(req: IncomingMessage, res: ServerResponse, origin: string | undefined) {
    this.#req = req;
    this.#res = res;
    this.#origin = origin;
  }

  get method(): string {
    return this.#req.method ?? "GET";
  }

  get url(): string {
    return (this.#url ??= urlOf(this.#req, this.#origin));
  }

  get bodyUsed(): boolean {
    return this.#isTaken || this.#real?.bodyUsed === true;
  }

  /** For `FetchedCall`: the header as a `Request` has it; undefined where nobody has built one. */
  get builtHeaders(): Headers | undefined {
    return this.#real?.headers;
  }

  /** Answers the request without web objects; undefined where somebody else has begun to read its body. */
  [hostDriver](endpoint: Served): Promise<Response> | undefined {
    if (this.#isGone) return undefined;
    return new Promise((resolve) => new FetchedCall(this.#req, this.#res, endpoint, this, resolve).start());
  }

  /** For `FetchedCall`: the body is read from now on, and to others it is used. False where others were first. */
  takeBody(): boolean {
    if (this.#isGone) return false;
    this.#isTaken = true;
    void this.#body?.cancel();
    return true;
  }

  /** Somebody reads the body, or has read it. */
  get #isGone(): boolean {
    return this.bodyUsed || this.#body?.locked === true;
  }

  static realOf(standIn: object): Request {
    if (!(#real in standIn)) throw new TypeError("Illegal invocation");
    // Sound: only instances of this class have its private members.
    return (standIn as RequestStandIn).#build();
  }

  #build(): Request {
    if (this.#real !== undefined) return this.#real;
    const req = this.#req;
    const headers = new Headers();
    for (let i = 0; i + 1 < req.rawHeaders.length; i += 2) {
      headers.append(req.rawHeaders[i] ?? "", req.rawHeaders[i + 1] ?? "");
    }
    const { method } = this;
    const init: RequestInit & { duplex?: "half" } = { method, headers, signal: signalOf(this.#res) };
    if (method !== "GET" && method !== "HEAD") {
      this.#body = bytesOf(req, this.#res);
      init.body = this.#body;
      init.duplex = "half";
    }
    this.#real = new Request(this.url, init);
    if (this.#isTaken) void this.#body?.cancel();
    return this.#real;
  }
}

let areTransparent: boolean | undefined;

/**
 * A `Request` for any function. Where the runtime would not take a stand-in for one (`new Request(request)`, `fetch(request)`), it is a
 * real one that carries the driver.
 */
export function toRequest(req: IncomingMessage, res: ServerResponse, origin: string | undefined): Request {
  const standIn = toStandIn(req, res, origin);
  if (areTransparent === true) return standIn;
  return Object.defineProperty(RequestStandIn.realOf(standIn), hostDriver, {
    // Sound: it was made above.
    value: (endpoint: Served) => (standIn as unknown as RequestStandIn)[hostDriver](endpoint),
  });
}

/** A `Request` for a function that hands it to nothing of the runtime. */
export function toStandIn(req: IncomingMessage, res: ServerResponse, origin: string | undefined): Request {
  areTransparent ??= prepare();
  // Sound: `prepare` gave it every member that a request has.
  return new RequestStandIn(req, res, origin) as unknown as Request;
}

/** True where a stand-in passes for a request wherever the runtime itself takes one. */
function prepare(): boolean {
  standInFor(RequestStandIn, Request, new Request("http://localhost"), (standIn) => RequestStandIn.realOf(standIn));
  // Sound: no more of them is read here.
  const req = {
    method: "PUT",
    url: "/probe",
    headers: {},
    rawHeaders: ["X-Probe", "yes"],
  } as unknown as IncomingMessage;
  const res = { on: () => {} } as unknown as ServerResponse;
  try {
    const copy = new Request(new RequestStandIn(req, res, "http://localhost") as unknown as Request, { body: null });
    return copy.method === "PUT" && copy.headers.get("x-probe") === "yes" && copy.url === "http://localhost/probe";
  } catch {
    return false;
  }
}

function urlOf(req: IncomingMessage, origin = `http://${req.headers.host ?? "localhost"}`): string {
  const { url = "/" } = req;
  // A proxy's client names the whole URL.
  return (url.startsWith("/") ? new URL(origin + url) : new URL(url, origin)).href;
}

/** Fires when the client leaves before it has the response. */
function signalOf(res: ServerResponse): AbortSignal {
  const controller = new AbortController();
  const closed = (): void => {
    if (!res.writableFinished) controller.abort();
  };
  if (res.closed) closed();
  else res.on("close", closed);
  return controller.signal;
}

/** The body as it is read; nothing of it is before. */
function bytesOf(req: IncomingMessage, res: ServerResponse): ReadableStream<Uint8Array> {
  let isBegun = false;
  let isWanted = false;
  const begin = (controller: ReadableStreamDefaultController<Uint8Array>): void => {
    isBegun = true;
    if (req.readableEnded || req.destroyed) {
      controller.error(new Error("The body has been read already, or the client has left"));
      return;
    }
    const take = (chunk: Uint8Array): void => {
      isWanted = false;
      req.pause();
      controller.enqueue(chunk);
    };
    req.on("data", take);
    req.on("end", () => controller.close());
    req.on("error", (error) => controller.error(error));
    // Nobody reads on, and the next request of this connection waits behind the rest.
    res.on("finish", () => {
      if (isWanted || req.readableEnded) return;
      controller.error(new Error("The response is over, and the rest of the body was thrown away"));
      discard();
    });
  };
  const discard = (): void => void req.removeAllListeners("data").removeAllListeners("end").resume();
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        isWanted = true;
        if (isBegun) req.resume();
        else begin(controller);
      },
      // The rest is read and thrown away, so that the client sees the answer.
      cancel: () => {
        if (isBegun) discard();
      },
    },
    { highWaterMark: 0 },
  );
}
