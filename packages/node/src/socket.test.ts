import { mkdtempSync, rmSync } from "node:fs";
import { connect, createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { notification, request } from "@mcpwire/jsonrpc";
import { transportCompliance } from "@mcpwire/jsonrpc/compliance";
import { serveSocket, socketClient } from "./index.js";
import { TestAcceptor } from "../test-fixtures/acceptor.js";
import { until } from "../test-fixtures/processes.js";
import { Recorder, call, resultOf } from "../test-fixtures/recorder.js";

const folder = mkdtempSync(join(tmpdir(), "mcpwire-"));
afterAll(() => rmSync(folder, { recursive: true }));
let paths = 0;
const freshPath = () => ({ path: join(folder, `${paths++}.sock`) });
const quick = { closeMs: 50, drainMs: 50 };

describe.each([
  ["a Unix socket", freshPath],
  ["TCP", () => ({ port: 0 })],
])("%s", (name, address) => {
  const cases = transportCompliance({
    name,
    async open(acceptor) {
      const server = await serveSocket(acceptor, address(), quick);
      return { transport: socketClient(server.address), close: () => server.close() };
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
    openHandles: () => process.getActiveResourcesInfo().filter((kind) => /Pipe|TCP|Timeout/.test(kind)).length,
  });
  it.each(cases)("$title", async ({ run }) => {
    await expect(run()).resolves.toBeUndefined();
  });
});

describe("a socket client", () => {
  it("rejects at once where nobody listens, naming the place", async () => {
    const address = freshPath();
    await expect(socketClient(address).open(new Recorder())).rejects.toMatchObject({
      code: "unreachable",
      message: expect.stringContaining(address.path),
    });
  });

  it("is told when the server breaks the connection, and settles every send", async () => {
    const listener = createServer((socket) => {
      socket.on("error", () => {});
      setTimeout(() => socket.resetAndDestroy(), 30);
    });
    await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
    const { port } = listener.address() as AddressInfo;
    const on = new Recorder();
    const link = await socketClient({ port }).open(on);
    const pending = call(link, "unknown").catch((error: unknown) => error);
    const sent = link.notify(notification("big", { text: "x".repeat(20_000_000) }));
    expect(await pending).toMatchObject({ code: "lost" });
    await sent;
    expect(await on.end).toMatchObject({ code: "lost" });
    await link.close();
    listener.close();
  });

  it("does not wait for ever for a server that never ends its half", async () => {
    const listener = createServer({ allowHalfOpen: true }, (socket) => {
      socket.resume().once("error", () => {});
      // Long after the client gave up; for the listener's sake only.
      setTimeout(() => socket.destroy(), 500);
    });
    await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
    const { port } = listener.address() as AddressInfo;
    const link = await socketClient({ port }, { closeMs: 50 }).open(new Recorder());
    await link.close();
    await new Promise((resolve) => listener.close(resolve));
  });
});

describe("a socket server", () => {
  it("rejects when its address is taken", async () => {
    const server = await serveSocket(new TestAcceptor(), { port: 0 });
    await expect(serveSocket(new TestAcceptor(), server.address)).rejects.toMatchObject({ code: "unreachable" });
    await server.close();
  });

  // 2026-07-28/basic/transports/index#custom-transports/4
  it("answers a client that has ended its half already", async () => {
    const server = await serveSocket(new TestAcceptor(), { port: 0 });
    if (!("port" in server.address)) return expect.unreachable("TCP has a port");
    const socket = connect(server.address.port, "127.0.0.1");
    let said = "";
    socket.setEncoding("utf8").on("data", (text: string) => (said += text));
    socket.end(`${JSON.stringify(request(1, "slow", { ms: 30 }))}\n`);
    await new Promise((resolve) => socket.once("close", resolve));
    expect(JSON.parse(said)).toMatchObject({ id: 1, result: { ms: 30 } });
    await server.close();
  });

  it("that closes under a client which is still sending does not reset the answers that it has not read yet", async () => {
    const acceptor = new TestAcceptor();
    const server = await serveSocket(acceptor, { port: 0 }, quick);
    if (!("port" in server.address)) return expect.unreachable("TCP has a port");
    const socket = connect(server.address.port, "127.0.0.1");
    let said = "";
    let failure: Error | undefined;
    socket.setEncoding("utf8").on("data", (text: string) => (said += text));
    socket.on("error", (error) => (failure = error));
    const gone = new Promise((resolve) => socket.once("close", resolve));
    socket.write(`${JSON.stringify(request(1, "echo"))}\n`);
    await until(() => said !== "");
    socket.pause();
    socket.write(`${JSON.stringify(request(2, "big", { bytes: 50_000 }))}\n`);
    // The server reads it and answers; the answer waits in the client's system.
    await new Promise((resolve) => setTimeout(resolve, 50));
    const sending = setInterval(() => socket.write("y".repeat(1000)), 1);
    const closing = server.close();
    await new Promise((resolve) => setTimeout(resolve, 150));
    clearInterval(sending);
    socket.resume();
    await Promise.all([closing, gone]);
    expect(failure).toBeUndefined();
    const answers = said
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(answers.map((answer) => answer.id).slice(0, 2)).toEqual([1, 2]);
  });

  it("serves many at once with one acceptor, and aborts what runs for one that is gone", async () => {
    const acceptor = new TestAcceptor();
    const server = await serveSocket(acceptor, freshPath(), quick);
    const links = await Promise.all([1, 2, 3].map(() => socketClient(server.address).open(new Recorder())));
    const answers = await Promise.all(links.map((link, at) => resultOf(link, "echo", { at })));
    expect(answers).toEqual([{ at: 0 }, { at: 1 }, { at: 2 }]);
    const pending = links.map((link) => call(link, "forever").catch(() => "lost"));
    await until(() => acceptor.links.length === 3);
    await links[0]?.close();
    expect(await until(() => acceptor.aborts.length === 1)).toBe(true);
    const closing = server.close();
    expect(server.close()).toBe(closing);
    await closing;
    expect(acceptor.aborts.length).toBe(3);
    expect(await Promise.all(pending)).toMatchObject(["lost", { error: {} }, { error: {} }]);
    await Promise.all(links.map((link) => link.close()));
  });
});
