import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { notification, request, type JSONObject } from "@mcpwire/jsonrpc";
import { startStdio, type ServeStdioOptions } from "./index.js";
import { TestAcceptor } from "../test-fixtures/acceptor.js";
import { isAlive, until } from "../test-fixtures/processes.js";

const home = fileURLToPath(new URL("..", import.meta.url));
const runner = ["--import", "tsx", "--conditions=@mcpwire/source"];
const serve = fileURLToPath(new URL("../test-fixtures/serve.ts", import.meta.url));
const exitEarly = fileURLToPath(new URL("../test-fixtures/exit-early.ts", import.meta.url));

function line(method: string, id?: number, params: JSONObject = {}): string {
  return `${JSON.stringify(id === undefined ? notification(method, params) : request(id, method, params))}\n`;
}

/** A server on streams of this process, with what it has written so far. */
function served(options: ServeStdioOptions = {}) {
  const input = new PassThrough();
  const output = new PassThrough();
  const acceptor = new TestAcceptor();
  let text = "";
  output.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
  const server = startStdio(acceptor, { input, output, ...options });
  const answers = (): JSONObject[] =>
    text
      .split("\n")
      .filter((l) => l !== "")
      .map((l) => JSON.parse(l));
  return {
    input,
    output,
    acceptor,
    server,
    answers,
    isSaid: (count: number) => until(() => answers().length >= count),
  };
}

/** A server program in a process of its own. */
function program(
  ...args: readonly string[]
): ChildProcessWithoutNullStreams & { said: () => string; logged: () => string } {
  const child = spawn(process.execPath, [...runner, serve, ...args], {
    cwd: home,
  });
  let said = "";
  let logged = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (said += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (logged += text));
  return Object.assign(child, { said: () => said, logged: () => logged });
}

describe("a server on a pair of streams", () => {
  it("answers requests while the handlers of others run, in the order in which they end", async () => {
    const { input, answers, isSaid, server } = served();
    input.write(line("slow", 1, { ms: 40 }) + line("forever", 2) + line("echo", 3, { a: 1 }));
    await isSaid(2);
    expect(answers()).toMatchObject([{ id: 3, result: { a: 1 } }, { id: 1 }]);
    input.write(line("notifications/cancelled", undefined, { requestId: 2 }));
    input.end();
    await server.closed;
  });

  it("answers blank, foreign and undecodable lines with errors without an id, and goes on", async () => {
    const { input, answers, isSaid, server } = served({ limits: { maxMessageBytes: 1000 } });
    input.write("\nContent-Length: 20\r\n");
    input.write(Buffer.from([0x22, 0xff, 0x22, 0x0a]));
    input.write(`${"x".repeat(5000)}\n`);
    input.write(`\uFEFF${line("echo", 1).replace("\n", "\r\n")}`);
    await isSaid(5);
    expect(answers().map((a) => (a["error"] as JSONObject | undefined)?.["code"])).toEqual([
      -32700,
      -32700,
      -32700,
      -32600,
      undefined,
    ]);
    expect(
      answers()
        .slice(0, 4)
        .every((a) => !("id" in a)),
    ).toBe(true);
    expect(answers()[4]).toMatchObject({ id: 1, result: {} });
    input.end();
    await server.closed;
  });

  it("takes a request that arrives byte by byte", async () => {
    const { input, answers, isSaid, server } = served();
    for (const byte of Buffer.from(line("echo", 1, { text: "ü€😀" }))) input.write(Buffer.of(byte));
    await isSaid(1);
    expect(answers()).toMatchObject([{ id: 1, result: { text: "ü€😀" } }]);
    input.end();
    await server.closed;
  });

  it("answers a result that JSON cannot hold with one error, and lives", async () => {
    const { input, answers, isSaid, server } = served();
    input.write(line("bigint", 1) + line("echo", 2));
    await isSaid(2);
    expect(answers()).toMatchObject([{ id: 1, error: { code: -32603 } }, { id: 2 }]);
    input.end();
    await server.closed;
  });

  it("finishes and flushes what is in flight after the end of input, a last line without its ending included", async () => {
    const { input, output, acceptor, answers, server } = served();
    input.write(line("watch", 1) + line("slow", 2, { ms: 50 }));
    input.end(line("echo", 3).trimEnd());
    await server.closed;
    expect(answers().map((a) => a["id"])).toEqual([3, 1, 2]);
    expect(acceptor.released).toEqual(["drain"]);
    expect(acceptor.aborts).toEqual([]);
    expect(output.writableFinished).toBe(true);
  });

  it("aborts what has not finished some time after the end of input, and says so to a client that still reads", async () => {
    const { input, acceptor, answers, server } = served({ drainMs: 50 });
    input.end(line("forever", 1));
    await server.closed;
    expect(answers()).toMatchObject([{ id: 1, error: { code: -32603 } }]);
    expect(acceptor.aborts).toEqual([{ code: "closed" }]);
  });

  it("that is closed by a signal is not kept from ending by the end of its input, or by a second close", async () => {
    const { input, acceptor, server } = served({ closeMs: 400, drainMs: 10_000 });
    input.write(line("forever", 1));
    await until(() => acceptor.links.length === 1);
    await new Promise((resolve) => setImmediate(resolve));
    const began = performance.now();
    void server.close();
    input.end();
    setTimeout(() => void server.close(), 300);
    await server.closed;
    expect(performance.now() - began).toBeLessThan(650);
  });

  it("closes from its own side: watches get their result, new requests are refused, the rest is answered in time", async () => {
    const { input, acceptor, answers, isSaid, server } = served({ closeMs: 100 });
    input.write(line("watch", 1) + line("slow", 2, { ms: 30 }) + line("forever", 3));
    await until(() => acceptor.links.length === 1);
    await new Promise((resolve) => setImmediate(resolve));
    const closing = server.close();
    input.write(line("echo", 4));
    await isSaid(2);
    expect(server.close()).toBe(closing);
    await closing;
    expect(answers().map((a) => [a["id"], "result" in a])).toEqual([
      [1, true],
      [4, false],
      [2, true],
      [3, false],
    ]);
    expect(input.destroyed).toBe(true);
  });

  it("survives a closed output: what runs is aborted, nothing is thrown", async () => {
    const input = new PassThrough();
    const output = new Writable({
      write: (_chunk, _encoding, taken) => taken(Object.assign(new Error("write EPIPE"), { code: "EPIPE" })),
    });
    const acceptor = new TestAcceptor();
    const server = startStdio(acceptor, { input, output });
    input.write(line("forever", 1) + line("echo", 2));
    await server.closed;
    expect(acceptor.aborts).toEqual([{ code: "disconnected" }]);
    expect(acceptor.released).toEqual(["drop"]);
  });

  it("takes an input that breaks as the end of the link", async () => {
    const { input, acceptor, server } = served();
    input.write(line("forever", 1));
    await new Promise((resolve) => setImmediate(resolve));
    input.destroy(new Error("read EIO"));
    await server.closed;
    expect(acceptor.aborts).toEqual([{ code: "disconnected" }]);
  });

  it("stops reading from a client that does not read, and goes on when it does", async () => {
    const input = new PassThrough();
    const output = new PassThrough();
    const server = startStdio(new TestAcceptor(), { input, output, maxQueuedBytes: 100_000 });
    for (let id = 1; id <= 100; id++) input.write(line("big", id, { bytes: 10_000 }));
    await until(() => input.isPaused());
    expect(input.isPaused()).toBe(true);
    input.end();
    let bytes = 0;
    output.on("data", (chunk: Buffer) => (bytes += chunk.length));
    await server.closed;
    expect(bytes).toBeGreaterThan(1_000_000);
  });
});

describe("a server program", { concurrent: true }, () => {
  // 2026-07-28/basic/transports/stdio#shutdown/2; and, as all that it writes is read as messages here:
  // 2024-11-05/basic/transports#stdio/4, 2025-03-26/basic/transports#stdio/4, 2025-06-18/basic/transports#stdio/4,
  // 2025-11-25/basic/transports#stdio/5, 2026-07-28/basic/transports/stdio#top/5
  it("ends by itself when its input ends, all answers out first and nothing left that keeps it alive", async () => {
    const child = program();
    child.stdin.end(line("slow", 1, { ms: 100 }) + line("big", 2, { bytes: 3_000_000 }));
    const [code] = await once(child, "close");
    expect(code).toBe(0);
    expect(child.logged()).toBe("served drain ");
    const ids = child
      .said()
      .trimEnd()
      .split("\n")
      .map((l) => JSON.parse(l).id);
    expect(ids).toEqual([2, 1]);
  });

  it("reads from a file and writes to one, as a shell may have it", async () => {
    const folder = mkdtempSync(join(tmpdir(), "mcpwire-"));
    const [from, to] = [join(folder, "in"), join(folder, "out")];
    writeFileSync(from, line("echo", 1, { a: "ü" }) + line("slow", 2, { ms: 20 }));
    const [input, output] = [openSync(from, "r"), openSync(to, "w")];
    const child = spawn(process.execPath, [...runner, serve], { cwd: home, stdio: [input, output, "ignore"] });
    closeSync(input);
    closeSync(output);
    expect(await once(child, "close")).toEqual([0, null]);
    const answers = readFileSync(to, "utf8")
      .trimEnd()
      .split("\n")
      .map((l) => JSON.parse(l));
    expect(answers).toMatchObject([{ id: 1, result: { a: "ü" } }, { id: 2 }]);
    rmSync(folder, { recursive: true });
  });

  it("ends when its output is closed under it", async () => {
    const child = program();
    child.stdin.write(line("echo", 1));
    await until(() => child.said() !== "", 10_000);
    child.stdout.destroy();
    // The first write may still be taken; a later one meets EPIPE.
    const feed = setInterval(() => child.stdin.write(line("echo", 2)), 20);
    child.stdin.on("error", () => {});
    const [code] = await once(child, "exit");
    clearInterval(feed);
    expect(code).toBe(0);
    expect(child.logged()).toBe("served drop ");
  });

  it("closes at SIGTERM when told to: a watch gets its result, a pending request an answer, exit code 0", async () => {
    const child = program("--signals");
    child.stdin.write(line("watch", 1) + line("forever", 2) + line("echo", 3));
    await until(() => child.said() !== "", 10_000);
    child.kill("SIGTERM");
    const [code, signal] = await once(child, "close");
    expect([code, signal]).toEqual([0, null]);
    const answers = child
      .said()
      .trimEnd()
      .split("\n")
      .map((l) => JSON.parse(l));
    expect(answers).toMatchObject([
      { id: 3 },
      { id: 1, result: { watched: true } },
      { id: 2, error: { code: -32603 } },
    ]);
    expect(child.logged()).toBe("served drain closed");
  });

  it("is ended by SIGTERM when not told otherwise", async () => {
    const child = program();
    child.stdin.write(line("echo", 1));
    await until(() => child.said() !== "", 10_000);
    child.kill("SIGTERM");
    expect(await once(child, "close")).toEqual([null, "SIGTERM"]);
  });
});

describe("a host program", () => {
  it("that exits without closing leaves no server and no descendant of one behind", async () => {
    const child = spawn(process.execPath, [...runner, exitEarly], {
      cwd: home,
      stdio: ["ignore", "pipe", "inherit"],
    });
    let said = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (said += text));
    const [code] = await once(child, "close");
    expect(code).toBe(0);
    const pids: number[] = JSON.parse(said);
    expect(pids.length).toBe(2);
    expect(await until(() => !pids.some(isAlive))).toBe(true);
  });
});
