import { describe, expect, it } from "vitest";
import {
  notification,
  request,
  resultResponse,
  type Acceptor,
  type LinkEvents,
  type ServerExchange,
  type TransportError,
} from "@mcpwire/jsonrpc";
import { transportCompliance } from "@mcpwire/jsonrpc/compliance";
import { serveStreams, streamClient, type ByteStreams } from "./stream-transport.js";

/** Two ends of one channel. Bytes pass in pieces of `cut`, so that no line arrives as it was written. */
function channel(cut = Number.POSITIVE_INFINITY): readonly [ByteStreams, ByteStreams] {
  const [there, back] = [pipe(cut), pipe(cut)];
  return [
    { readable: back.readable, writable: there.writable },
    { readable: there.readable, writable: back.writable },
  ];
}

function pipe(cut: number): TransformStream<Uint8Array, Uint8Array> {
  return new TransformStream<Uint8Array, Uint8Array>(
    {
      transform(bytes, to) {
        for (let at = 0; at < bytes.length; at += cut) to.enqueue(bytes.subarray(at, at + cut));
      },
    },
    undefined,
    new ByteLengthQueuingStrategy({ highWaterMark: 65_536 }),
  );
}

describe.each([
  ["web streams", Number.POSITIVE_INFINITY],
  ["web streams cut into 4 KB", 4096],
])("%s", (name, cut) => {
  const cases = transportCompliance({
    name,
    open(acceptor) {
      const served: ReturnType<typeof serveStreams>[] = [];
      return Promise.resolve({
        transport: streamClient(() => {
          const [near, far] = channel(cut);
          served.push(serveStreams(acceptor, far, { closeMs: 50, drainMs: 50 }));
          return near;
        }),
        async close() {
          await Promise.all(served.map((one) => one.close()));
        },
      });
    },
    features: {
      asks: true,
      linkNotify: true,
      linkAsks: true,
      detach: false,
      closeAborts: false,
      serverCloses: true,
      ownLinks: true,
    },
  });
  it.each(cases)("$title", async ({ run }) => {
    await expect(run()).resolves.toBeUndefined();
  });
});

class Owner implements LinkEvents {
  readonly ends: (TransportError | undefined)[] = [];
  readonly reports: string[] = [];
  readonly correlation = {
    exchangeOf: () => undefined,
    cancelledBy: () => undefined,
    isHandshake: () => false,
  };
  notified(): void {}
  asked(): void {}
  closed(error?: TransportError): void {
    this.ends.push(error);
  }
  report(report: { readonly code: string }): void {
    this.reports.push(report.code);
  }
}

/** A server that echoes, except for what it is told to keep. */
function echo(): Acceptor & { readonly kept: ServerExchange[]; readonly released: string[] } {
  return {
    kept: [],
    released: [],
    facts: { revisions: [], correlation: new Owner().correlation, headerParameters: () => [] },
    attach() {},
    take() {},
    release(_link, how) {
      this.released.push(how);
    },
    accept(x) {
      if (x.request.method === "keep") this.kept.push(x);
      else x.end(resultResponse(x.request.id, x.request.params ?? {}));
    },
  };
}

/** The far end by hand: bytes in, text out. */
function byHand(streams: ByteStreams) {
  const writer = streams.writable.getWriter();
  const reader = streams.readable.getReader();
  return {
    say: (text: string) => writer.write(new TextEncoder().encode(text)),
    hangUp: () => writer.close(),
    break: (reason: unknown) => Promise.all([writer.abort(reason), reader.cancel(reason)]),
    async hear(): Promise<string | undefined> {
      const { value } = await reader.read();
      return value === undefined ? undefined : new TextDecoder().decode(value);
    },
  };
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 10));

// 2026-07-28/basic/transports/stdio#top/7
describe("the client's end over streams", () => {
  // 2024-11-05/basic/transports#stdio/5, 2025-03-26/basic/transports#stdio/5, 2025-06-18/basic/transports#stdio/5,
  // 2025-11-25/basic/transports#stdio/6, 2026-07-28/basic/transports/stdio#top/6
  it("writes the messages of one turn in one piece, a line each", async () => {
    const [near, far] = channel();
    const link = await streamClient(near).open(new Owner());
    void link.notify(notification("a"));
    void link.notify(notification("b"));
    expect(await byHand(far).hear()).toBe('{"jsonrpc":"2.0","method":"a"}\n{"jsonrpc":"2.0","method":"b"}\n');
    await link.close();
  });

  it("ends when the peer hangs up, and when the channel breaks, with the reason", async () => {
    const ended = new Owner();
    const [near, far] = channel();
    await streamClient(near).open(ended);
    await byHand(far).hangUp();
    await settled();
    expect(ended.ends).toMatchObject([{ code: "closed" }]);

    const broken = new Owner();
    const [near2, far2] = channel();
    await streamClient(near2).open(broken);
    const reason = new Error("cable cut");
    await byHand(far2).break(reason);
    await settled();
    expect(broken.ends).toMatchObject([{ code: "lost", cause: reason }]);
  });

  it("makes a sender wait for a slow peer, and lets it go when the channel breaks", async () => {
    const owner = new Owner();
    const [near, far] = channel();
    const link = await streamClient(near).open(owner);
    const big = notification("big", { text: "x".repeat(100_000) });
    const stall = link.notify(big);
    expect(stall).toBeInstanceOf(Promise);
    expect(link.notify(big)).toBe(stall);
    await byHand(far).break(new Error("cable cut"));
    await stall;
    expect(link.notify(big)).toBeUndefined();
  });

  it("closes within its bound although the peer takes nothing", async () => {
    const [near] = channel();
    const link = await streamClient(near, { closeMs: 30 }).open(new Owner());
    const stall = link.notify(notification("big", { text: "x".repeat(1_000_000) }));
    await link.close();
    await stall;
  });

  it("rejects a second open of the same streams, which is the caller's mistake", async () => {
    const [near, far] = channel();
    const transport = streamClient(near);
    const link = await transport.open(new Owner());
    await expect(transport.open(new Owner())).rejects.toMatchObject({ code: "streams-in-use" });
    void byHand(far).hangUp();
    await link.close();
  });

  it("rejects with unreachable when the channel cannot be brought up", async () => {
    const cause = new Error("no route");
    const transport = streamClient(() => Promise.reject(cause));
    await expect(transport.open(new Owner())).rejects.toMatchObject({ code: "unreachable", cause });
  });
});

describe("the server's end over streams", () => {
  it("answers what is in flight after the peer has hung up, then ends its half", async () => {
    const [near, far] = channel();
    const acceptor = echo();
    const served = serveStreams(acceptor, far);
    const client = byHand(near);
    await client.say(`${JSON.stringify(request(1, "keep"))}\n`);
    await client.hangUp();
    await settled();
    expect(acceptor.released).toEqual(["drain"]);
    acceptor.kept[0]?.end(resultResponse(1, { late: true }));
    expect(await client.hear()).toBe('{"jsonrpc":"2.0","id":1,"result":{"late":true}}\n');
    expect(await client.hear()).toBeUndefined();
    await served.closed;
  });

  it("aborts what still runs some time after the peer has hung up, with an answer", async () => {
    const [near, far] = channel();
    const acceptor = echo();
    const served = serveStreams(acceptor, far, { drainMs: 20 });
    const client = byHand(near);
    await client.say(`${JSON.stringify(request(1, "keep"))}\n`);
    await client.hangUp();
    expect(JSON.parse((await client.hear()) ?? "")).toMatchObject({ id: 1, error: { code: -32603 } });
    await served.closed;
    expect(acceptor.kept[0]?.aborted).toEqual({ code: "closed" });
  });

  it("gives no more time to what runs when the peer hangs up while it closes, or when it is closed again", async () => {
    const [near, far] = channel();
    const acceptor = echo();
    const served = serveStreams(acceptor, far, { closeMs: 400, drainMs: 10_000 });
    const client = byHand(near);
    await client.say(`${JSON.stringify(request(1, "keep"))}\n`);
    await settled();
    const began = performance.now();
    void served.close();
    await client.hangUp();
    setTimeout(() => void served.close(), 300);
    await served.closed;
    expect(performance.now() - began).toBeLessThan(650);
  });

  it("aborts what runs when the channel breaks", async () => {
    const [near, far] = channel();
    const acceptor = echo();
    const served = serveStreams(acceptor, far);
    const client = byHand(near);
    await client.say(`${JSON.stringify(request(1, "keep"))}\n`);
    await settled();
    await client.break(new Error("cable cut"));
    await served.closed;
    expect(acceptor.kept[0]?.aborted).toEqual({ code: "disconnected" });
    expect(acceptor.released).toEqual(["drop"]);
  });

  it("closes from its own side, also twice, and hands the caller on", async () => {
    const [near, far] = channel();
    const acceptor = echo();
    const served = serveStreams(acceptor, far, { closeMs: 20, caller: "somebody" });
    const client = byHand(near);
    await client.say(`${JSON.stringify(request(1, "keep"))}\n`);
    await settled();
    expect(acceptor.kept[0]?.caller).toBe("somebody");
    const heard = client.hear();
    await Promise.all([served.close(), served.close()]);
    expect(JSON.parse((await heard) ?? "")).toMatchObject({ id: 1, error: {} });
  });

  it("stops reading from a peer that does not read, and goes on when it does", async () => {
    const [near, far] = channel();
    const served = serveStreams(echo(), far, { maxQueuedBytes: 50_000 });
    const client = byHand(near);
    let taken = 0;
    const line = `${JSON.stringify(request(1, "echo", { text: "x".repeat(10_000) }))}\n`;
    const saying = (async () => {
      for (; taken < 100; taken++) await client.say(line);
      await client.hangUp();
    })();
    await settled();
    expect(taken).toBeLessThan(60);
    let heard = 0;
    for (let text = await client.hear(); text !== undefined; text = await client.hear()) heard += text.length;
    await Promise.all([saying, served.closed]);
    expect(heard).toBeGreaterThan(1_000_000);
  });
});
