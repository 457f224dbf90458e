/** The fixture server and the driver as harnesses meet them: processes, lines and exit codes. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { startListening } from "../support/listening-process.js";
import type { Listening } from "../support/listening-process.js";
import { Driven, runner, sourceOf } from "./driven.js";

const program = sourceOf("conformance-server");
const stdioTarget = { command: process.execPath, args: [...runner, program, "--stdio"] };
const listen = (...options: string[]): Promise<Listening> =>
  startListening({ command: process.execPath, args: [...runner, program, ...options], env: { PORT: "0" } }).then(
    (listening) => ({ ...listening, url: (JSON.parse(listening.url) as { readonly listening: string }).listening }), // its first line
  );
const text = (value: string): object => ({ ok: { content: [{ type: "text", text: value }] } });

let driven: Driven;
afterEach(async () => {
  await driven.end();
});

describe("the fixture server's command line", () => {
  it.each([
    [["--nonsense"]],
    [["--legacy", "off", "--modern", "off"]],
    [["--event-log", "many"]],
    [["--callers", "x"]],
  ])("%j is refused with exit code 2", async (args) => {
    driven = new Driven();
    const child = spawn(process.execPath, [...runner, program, ...args], { stdio: "ignore" });
    expect(await once(child, "exit")).toEqual([2, null]);
  });

  it("binds callers to tokens, and turns everybody else away", async () => {
    const server = await listen("--callers", "secret=ada,other=bob");
    driven = new Driven();
    const target = { url: server.url };
    expect(await driven.run("connect", { target })).toMatchObject({
      error: { family: "transport", code: "unauthorized" },
    });
    const options = { headers: { Authorization: "Bearer secret" } };
    expect(await driven.run("connect", { target, options })).toMatchObject({ ok: { era: "modern" } });
    expect(await driven.run("call", { name: "whoami" })).toMatchObject(
      text(JSON.stringify({ caller: "ada", era: "modern", revision: "2026-07-28" })),
    );
    await server.stop();
  });

  it.each([
    ["--legacy", { revision: "2026-07-28" }],
    ["--modern", { revision: "2025-11-25" }],
  ])("%s off leaves the other generation", async (option, agreed) => {
    const server = await listen(option, "off");
    driven = new Driven();
    expect(await driven.run("connect", { target: { url: server.url } })).toMatchObject({ ok: agreed });
    await server.stop();
  });

  it("changes lists in silence with --list-changed off", async () => {
    driven = new Driven();
    const target = { ...stdioTarget, args: [...stdioTarget.args, "--list-changed", "off"] };
    expect(await driven.run("connect", { target })).toMatchObject({
      ok: { capabilities: { tools: { listChanged: false }, resources: { listChanged: false, subscribe: true } } },
    });
    expect(await driven.run("subscribe", { tools: true, resources: ["test://watched-resource"] })).toEqual({
      ok: { resources: ["test://watched-resource"] },
    });
    const updated = driven.next(({ event }) => event === "notification");
    await driven.run("call", { name: "change", arguments: { what: "tools" } });
    await driven.run("call", { name: "change", arguments: { what: "watched" } });
    expect(await updated).toMatchObject({ method: "notifications/resources/updated" });
  });
});

describe("the fixture server ends on SIGTERM with exit code 0", () => {
  it.each(["2026-07-28", "2025-11-25"])("after its last answer, over HTTP at %s", async (revision) => {
    const child = spawn(process.execPath, [...runner, program], { stdio: ["ignore", "pipe", "ignore"] });
    const [line] = (await once(child.stdout, "data")) as [Buffer]; // the one line it prints
    const { listening: url } = JSON.parse(line.toString()) as { readonly listening: string };
    driven = new Driven();
    await driven.run("connect", { target: { url }, options: { revisions: [revision] } });
    await driven.run("subscribe", { tools: true });
    const slept = driven.run("call", { name: "sleep", arguments: { ms: 700 } });
    const isRunning = driven.run("call", { name: "stream", arguments: { n: 1 } });
    await isRunning;
    const exited = once(child, "exit");
    child.kill("SIGTERM");
    expect(await slept).toMatchObject(text("slept 700 ms"));
    expect(await exited).toEqual([0, null]);
  });

  it("and over stdio, also at the end of its input", async () => {
    driven = new Driven();
    for (const stop of [
      (child: ReturnType<typeof spawn>) => child.kill("SIGTERM"),
      (child: ReturnType<typeof spawn>) => child.stdin?.end(),
    ]) {
      const child = spawn(process.execPath, stdioTarget.args, { stdio: ["pipe", "pipe", "inherit"] });
      const answer = once(child.stdout, "data");
      child.stdin.write(
        '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"sleep","arguments":{"ms":1},"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}\n',
      );
      expect(String(await answer)).toContain("slept 1 ms");
      stop(child);
      expect(await once(child, "exit")).toEqual([0, null]);
    }
  });
});

describe.each(["2026-07-28", "2025-11-25", "2024-11-05"])("the driver over stdio at %s", (revision) => {
  it("calls, asks, watches, and tells local ends from the server's errors", async () => {
    driven = new Driven();
    const asks = revision === "2024-11-05" ? ["sampling", "roots"] : ["elicitation", "sampling", "roots"];
    const capabilities = Object.fromEntries(asks.map((kind) => [kind, {}]));
    const connected = await driven.run("connect", {
      target: stdioTarget,
      options: { revisions: [revision], capabilities },
    });
    expect(connected).toMatchObject({ ok: { revision, serverInfo: { name: "mcpwire-conformance-server" } } });

    expect(await driven.run("call", { name: "stream", arguments: { n: 3 }, progress: true })).toMatchObject(
      text("done 3"),
    );
    expect(driven.events("progress")).toMatchObject(
      [1, 2, 3].map((progress) => ({ of: driven.lastId, progress, total: 3 })),
    );

    const message = { role: "assistant", model: "m", content: { type: "text", text: "hi" } };
    await driven.run("answer", { to: "elicitation", with: { action: "decline" } });
    await driven.run("answer", { to: "roots", with: { roots: [{ uri: "file:///a" }] }, afterMs: 10 });
    await driven.run("answer", { to: "sampling", with: message });
    const answers = { elicitation: { action: "decline" }, sampling: message, roots: { roots: [{ uri: "file:///a" }] } };
    const wanted = Object.fromEntries(Object.entries(answers).filter(([kind]) => asks.includes(kind)));
    expect(await driven.run("call", { name: "ask", arguments: { kinds: asks } })).toMatchObject(
      text(JSON.stringify(wanted)),
    );
    expect(driven.events("asked")).toHaveLength(asks.length);
    await driven.run("answer", { to: "sampling", with: { error: { code: -1, message: "no" } } });
    expect(await driven.run("call", { name: "test_sampling", arguments: { prompt: "?" } })).toHaveProperty("error");

    await driven.run("subscribe", { tools: true, resources: ["test://watched-resource"] });
    const heard = ["notifications/tools/list_changed", "notifications/resources/updated"].map((method) =>
      driven.next((line) => line.event === "notification" && "method" in line && line.method === method),
    );
    for (const what of ["tools", "watched"]) await driven.run("call", { name: "change", arguments: { what } });
    await Promise.all(heard);

    const sleeping = driven.run("call", { name: "sleep", arguments: { ms: 60_000 } });
    await driven.run("abort", { of: driven.lastId });
    expect(await sleeping).toMatchObject({ error: { family: "transport", code: "aborted" } });
    expect(await driven.run("call", { name: "sleep", arguments: { ms: 60_000 }, timeoutMs: 50 })).toMatchObject({
      error: { family: "transport", code: "timeout" },
    });
    expect(await driven.run("call", { name: "throw", arguments: { what: "undefined" } })).toMatchObject({
      error: { family: "protocol", code: -32603 },
    });
    expect(await driven.run("call", { name: "no such tool" })).toMatchObject({
      error: { family: "protocol", code: -32602 },
    });
    expect(await driven.run("read", { uri: "test://query?x=1" })).toMatchObject({
      ok: { contents: [{ text: '{"x":"1"}' }] },
    });
    expect(await driven.run("read", { uri: "test://files/exact" })).toMatchObject({
      ok: { contents: [{ text: "the exact one" }] },
    });
    expect(await driven.run("call", { name: "crash" })).toMatchObject({
      error: { family: "transport", code: "closed", data: { exitCode: 3 } },
    });
    await driven.run("close");
    expect(await driven.run("connect", { target: stdioTarget })).toHaveProperty("ok");
    expect(await driven.run("quit")).toEqual({ ok: {} });
    expect(await driven.exited).toBe(0);
  });
});

describe("the driver's own errors", () => {
  let server: Listening;
  beforeAll(async () => {
    server = await listen();
  });
  afterAll(() => server.stop());

  it("are of the family usage, and end nothing", async () => {
    driven = new Driven();
    expect(await driven.run("call", { name: "echo" })).toMatchObject({
      error: { family: "usage", code: "not-connected" },
    });
    expect(await driven.run("dance")).toMatchObject({ error: { family: "usage", code: "bad-command" } });
    expect(await driven.raw("no json\n", ({ error }) => error !== undefined)).toMatchObject({
      id: null,
      error: { family: "usage" },
    });
    const target = { url: server.url };
    expect(await driven.run("connect", { target, options: { auth: { redirect: "guess" } } })).toMatchObject({
      error: { family: "usage", code: "bad-command" },
    });
    expect(await driven.run("connect", { target, options: { colour: "red" } })).toMatchObject({
      error: { code: "bad-command" },
    });
    expect(await driven.run("connect", { target: { url: "http://127.0.0.1:1/mcp" } })).toMatchObject({
      error: { family: "transport", code: "unreachable" },
    });
    expect(await driven.run("connect", { target })).toMatchObject({ ok: { era: "modern" } });
    expect(await driven.run("connect", { target })).toMatchObject({ error: { family: "usage", code: "connected" } });
    expect(await driven.run("ping")).toMatchObject({ error: { family: "usage" } });
  });

  it("HTTP+SSE clients are served beside the endpoint", async () => {
    driven = new Driven();
    const target = { url: new URL("/sse", server.url).href };
    expect(await driven.run("connect", { target })).toMatchObject({ ok: { era: "legacy" } });
    expect(await driven.run("call", { name: "echo", arguments: { text: "hello" } })).toMatchObject(text("hello"));
  });

  it("a stream that the server hangs up is resumed, and the driver says so", async () => {
    driven = new Driven();
    await driven.run("connect", { target: { url: server.url }, options: { revisions: ["2025-11-25"] } });
    expect(await driven.run("call", { name: "test_reconnection" })).toMatchObject(
      text("The answer that waited for you."),
    );
    expect(driven.events("resumed")).toHaveLength(1);
  });

  it("a result without content is shown without content", async () => {
    driven = new Driven();
    const bare = `process.stdin.on("data",(d)=>{for(const l of String(d).trim().split("\\n")){const q=JSON.parse(l);if(q.id===undefined)continue;
      const result=q.method==="initialize"?{protocolVersion:"2025-11-25",capabilities:{tools:{}},serverInfo:{name:"bare",version:"1"}}:{structuredContent:{a:1}};
      console.log(JSON.stringify({jsonrpc:"2.0",id:q.id,result}))}})`;
    await driven.run("connect", {
      target: { command: process.execPath, args: ["-e", bare] },
      options: { revisions: ["2025-11-25"] },
    });
    expect(await driven.run("call", { name: "t" })).toEqual({ ok: { structuredContent: { a: 1 } } });
  });
});
