import { tmpdir } from "node:os";
import { realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { isTransportError, notification, type ClientLink } from "@mcpwire/jsonrpc";
import { stdio, type ProcessExit, type StdioOptions } from "./index.js";
import { Recorder, call, resultOf } from "../test-fixtures/recorder.js";
import { isAlive, until } from "../test-fixtures/processes.js";

const server = fileURLToPath(new URL("../test-fixtures/server.mjs", import.meta.url));
const wrapper = fileURLToPath(new URL("../test-fixtures/wrapper.mjs", import.meta.url));
const quick = { exitMs: 150, terminateMs: 150 };

async function open(
  args: readonly string[] = [],
  options: StdioOptions = {},
): Promise<{ link: ClientLink; on: Recorder; pid: number }> {
  const on = new Recorder();
  const link = await stdio(process.execPath, [server, ...args], { shutdown: quick, ...options }).open(on);
  return { link, on, pid: args.includes("--silent") ? 0 : Number((await resultOf(link, "surroundings"))["pid"]) };
}

describe("starting", { concurrent: true }, () => {
  it.each([
    ["a command that does not exist", "no-such-command-anywhere", {}],
    ["a folder that does not exist", process.execPath, { cwd: "/no/such/folder" }],
    ["a command that is no program", "/", {}],
    ["an argument that no system takes", "a\0b", {}],
  ])("%s rejects at once, naming the command and the reason", async (_title, command, options) => {
    const on = new Recorder();
    const start = performance.now();
    const error: unknown = await stdio(command, [], options)
      .open(on)
      .catch((e: unknown) => e);
    if (!isTransportError(error)) return expect.unreachable(String(error));
    expect(error.code).toBe("unreachable");
    expect(error.message).toContain(command);
    expect(error.message).toMatch(/ENOENT|EACCES|null byte/);
    expect(error.cause).toBeInstanceOf(Error);
    expect(performance.now() - start).toBeLessThan(2000);
    expect(on.ends).toEqual([]);
  });

  it("hands arguments with blanks, quotes, ampersands and dollars over verbatim, with no shell between", async () => {
    const args = ["a b", 'say "hi"', "x & y", "$HOME", "%PATH%", "", "it's", "ü\\", "--", "*"];
    const { link } = await open(args);
    expect((await resultOf(link, "surroundings"))["args"]).toEqual(args);
    await link.close();
  });

  it("starts where it is told to", async () => {
    const { link } = await open([], { cwd: tmpdir() });
    expect((await resultOf(link, "surroundings"))["cwd"]).toBe(realpathSync(tmpdir()));
    await link.close();
  });

  it("keeps our environment to itself but for a small list, over which own entries win", async () => {
    process.env["MCPWIRE_TEST_SECRET"] = "secret";
    const { link } = await open([], { env: { OWN: "1", LANG: "xx", TERM: undefined } });
    delete process.env["MCPWIRE_TEST_SECRET"];
    const env = (await resultOf(link, "surroundings"))["env"];
    expect(env).toMatchObject({ OWN: "1", LANG: "xx", PATH: process.env["PATH"] });
    expect(env).not.toHaveProperty("MCPWIRE_TEST_SECRET");
    expect(env).not.toHaveProperty("TERM");
    await link.close();
  });

  // 2026-07-28/basic/transports/stdio#unexpected-termination/1
  it("starts a fresh process by each open, also after the last one died", async () => {
    const transport = stdio(process.execPath, [server], { shutdown: quick });
    const first = new Recorder();
    const dying = await transport.open(first);
    await expect(call(dying, "exit", { code: 7 })).rejects.toMatchObject({ code: "closed" });
    const again = await transport.open(new Recorder());
    const beside = await transport.open(new Recorder());
    const pids = [await resultOf(again, "surroundings"), await resultOf(beside, "surroundings")].map((r) => r["pid"]);
    expect(new Set(pids).size).toBe(2);
    await Promise.all([again.close(), beside.close()]);
  });
});

describe("what the server writes", { concurrent: true }, () => {
  it("arrives whole when it is delivered byte by byte", async () => {
    const { link } = await open();
    const text = "ü€😀\u2028\n".repeat(20);
    expect(await resultOf(link, "trickle", { text })).toEqual({ text });
    await link.close();
  });

  // 2026-07-28/basic/transports/stdio#top/5 is the server's duty; a client meets servers that neglect it.
  it("may be no message at all: blank and foreign lines are reported and skipped, the link lives", async () => {
    const { link, on } = await open(["--banner"]);
    await resultOf(link, "raw", { base64: Buffer.from("npm warn something\r\n[not json\n").toString("base64") });
    expect(on.reports.map((report) => report.code)).toEqual(Array.from({ length: 4 }, () => "skipped-line"));
    expect(await resultOf(link, "echo", { still: "here" })).toEqual({ still: "here" });
    await link.close();
  });

  it("may be invalid UTF-8, which harms only its own line", async () => {
    const { link, on } = await open();
    await resultOf(link, "raw", { base64: Buffer.from([0x22, 0xff, 0x22, 0x0a]).toString("base64") });
    expect(on.reports).toMatchObject([{ code: "skipped-line" }]);
    expect(await resultOf(link, "echo", { still: "here" })).toEqual({ still: "here" });
    await link.close();
  });

  it("may be an answer larger than the link's owner allows, which is lost with the budget's name", async () => {
    const on = Object.assign(new Recorder(), { limits: { maxMessageBytes: 10_000 } });
    const link = await stdio(process.execPath, [server], { shutdown: quick }).open(on);
    await expect(call(link, "echo", { text: "x".repeat(20_000) })).rejects.toMatchObject({
      code: "budget",
      data: { limit: "maxMessageBytes", max: 10_000 },
    });
    expect(await resultOf(link, "echo", { still: "here" })).toEqual({ still: "here" });
    await link.close();
  });

  it("may be an overlong line, which harms only itself", async () => {
    const { link, on } = await open([], { limits: { maxMessageBytes: 10_000 } });
    await resultOf(link, "raw", { base64: Buffer.from(`${"x".repeat(300_000)}\n`).toString("base64") });
    expect(on.reports).toMatchObject([{ code: "overlong-line" }]);
    expect(await resultOf(link, "echo", { still: "here" })).toEqual({ still: "here" });
    await link.close();
  });

  // 2024-11-05/basic/transports#stdio/2, 2025-03-26/basic/transports#stdio/2, 2025-06-18/basic/transports#stdio/2,
  // 2024-11-05/basic/transports#stdio/3, 2025-03-26/basic/transports#stdio/3, 2025-06-18/basic/transports#stdio/3,
  // 2025-11-25/basic/transports#stdio/2, 2025-11-25/basic/transports#stdio/3, 2025-11-25/basic/transports#stdio/4,
  // 2026-07-28/basic/transports/stdio#top/2, 2026-07-28/basic/transports/stdio#top/3, 2026-07-28/basic/transports/stdio#top/4
  it("to stderr is always drained, heard, and no error: megabytes of it block nothing", async () => {
    let heard = 0;
    const { link, on } = await open([], { onStderr: (text) => (heard += text.length) });
    await resultOf(link, "stderr", { text: "0123456789abcdef", times: 250_000 });
    expect(await until(() => heard === 4_000_000)).toBe(true);
    expect(on.reports).toEqual([]);
    expect(on.ends).toEqual([]);
    await link.close();
  });

  it("to stderr is drained when nobody listens, and a listener that throws is reported", async () => {
    const { link } = await open();
    await resultOf(link, "stderr", { text: "0123456789abcdef", times: 250_000 });
    await link.close();
    const throwing = await open([], {
      onStderr() {
        throw new Error("listener");
      },
    });
    await resultOf(throwing.link, "stderr", { text: "x", times: 1 });
    expect(await until(() => throwing.on.reports.length > 0)).toBe(true);
    expect(throwing.on.reports[0]?.code).toBe("handler-error");
    await throwing.link.close();
  });

  it("carries 16 MB both ways", async () => {
    const { link } = await open();
    const text = "ü".repeat(8_000_000);
    expect((await resultOf(link, "echo", { text }))["text"]).toBe(text);
    await link.close();
  });
});

describe("a server that ends by itself", { concurrent: true }, () => {
  it("fails what is pending with its exit code, and closes the link once", async () => {
    const { link, on } = await open();
    const pending = [call(link, "unknown"), call(link, "exit", { code: 3 })];
    const reasons = await Promise.all(pending.map((one) => one.catch((error: unknown) => error)));
    const reason = { code: "closed", data: { exitCode: 3, signal: null, stderr: "" } };
    expect(reasons).toMatchObject([reason, reason]);
    expect((await on.end)?.message).toMatch(/exited with code 3/);
    await link.close();
    expect(on.ends.length).toBe(1);
    await expect(call(link, "echo")).rejects.toMatchObject({ code: "closed" });
  });

  it("by a signal says which, and with which last words", async () => {
    const { link, on } = await open();
    await expect(call(link, "die")).rejects.toMatchObject({
      code: "closed",
      data: { exitCode: null, signal: "SIGKILL", stderr: "last words" },
    });
    expect((await on.end)?.message).toMatch(/SIGKILL/);
  });

  it("is heard out: an answer that it wrote just before its exit arrives, the loss of the others after it", async () => {
    const { link } = await open();
    const order: string[] = [];
    const waiting = call(link, "unknown").catch(() => order.push("lost"));
    const answer = await call(link, "answer-and-exit").finally(() => order.push("answered"));
    await waiting;
    expect(answer).toHaveProperty("result.text.length", 50_000);
    expect(order).toEqual(["answered", "lost"]);
  });

  it("keeps only the end of its stderr", async () => {
    const { link } = await open([], { stderrTail: 10 });
    await resultOf(link, "stderr", { text: "0123456789", times: 50_000 });
    await expect(call(link, "die")).rejects.toMatchObject({ data: { stderr: "last words" } });
  });

  // 2024-11-05/basic/lifecycle#stdio/2, 2025-03-26/basic/lifecycle#stdio/2, 2025-06-18/basic/lifecycle#stdio/2,
  // 2025-11-25/basic/lifecycle#stdio/2, 2026-07-28/basic/transports/stdio#shutdown/3
  it("by closing its output only is a close too, and the process is ended", async () => {
    const { link, on, pid } = await open(["--ignore-end"]);
    await expect(call(link, "close-output")).rejects.toMatchObject({ code: "closed", data: { exitCode: null } });
    expect((await on.end)?.message).toMatch(/closed its streams/);
    await link.close();
    expect(isAlive(pid)).toBe(false);
  });

  it("by closing its input only: EPIPE is a close, not an unhandled error", async () => {
    const { link, on, pid } = await open();
    const pending = call(link, "close-input").catch((error: unknown) => error);
    const isClosed = await until(() => {
      void link.notify(notification("poke"));
      return on.ends.length > 0;
    });
    expect(isClosed).toBe(true);
    expect(await pending).toMatchObject({ code: "closed" });
    await link.close();
    expect(isAlive(pid)).toBe(false);
  });

  it("while 8 MB are on their way to it leaves no send unsettled", async () => {
    const { link, on } = await open();
    void call(link, "exit", { code: 0 }).catch(() => {});
    const sent = link.notify(notification("big", { text: "x".repeat(8_000_000) }));
    expect(sent).toBeInstanceOf(Promise);
    await sent;
    await on.end;
    expect(link.notify(notification("after"))).toBeUndefined();
  });

  it("takes its leftovers with it: a wrapper that leaves its server behind leaves no orphan", async () => {
    const on = new Recorder();
    const link = await stdio(process.execPath, [wrapper, "--leave", "--ignore-end"], { shutdown: quick }).open(on);
    const end = await on.end;
    if (end === undefined) return expect.unreachable("the end has no reason");
    const { exitCode, stderr } = end.data as ProcessExit;
    expect(exitCode).toBe(0);
    expect(Number(stderr)).toBeGreaterThan(0);
    await link.close();
    expect(isAlive(Number(stderr))).toBe(false);
    expect(on.ends.length).toBe(1);
  });
});

describe("backpressure", { concurrent: true }, () => {
  it("makes senders wait for a server that does not read, with one promise for one stall", async () => {
    const { link } = await open(["--silent"]);
    const line = notification("n", { text: "x".repeat(10_000) });
    const waits = Array.from({ length: 100 }, () => link.notify(line));
    expect(waits[0]).toBeUndefined();
    expect(waits.at(-1)).toBeInstanceOf(Promise);
    expect(new Set(waits.filter((wait) => wait !== undefined)).size).toBe(1);
    await link.close();
    await waits.at(-1);
  });

  it("asks nobody to wait for small messages that are being read", async () => {
    const { link } = await open();
    for (let at = 0; at < 200; at++) {
      expect(link.notify(notification("n", { at }))).toBeUndefined();
      await Promise.resolve();
    }
    await link.close();
  });
});

describe("close", { concurrent: true }, () => {
  it("lets a server leave in its own time after the end of its input", async () => {
    let heard = "";
    const { link, pid } = await open(["--farewell"], {
      shutdown: { exitMs: 3000, terminateMs: 3000 },
      onStderr: (text) => (heard += text),
    });
    await link.close();
    expect(heard).toBe("flushed");
    expect(isAlive(pid)).toBe(false);
  });

  it("reads on until a server has left: what it still writes while it tidies up does not break its pipe", async () => {
    let heard = "";
    const { link } = await open(["--farewell-to-output"], {
      shutdown: { exitMs: 3000, terminateMs: 3000 },
      onStderr: (text) => (heard += text),
    });
    await link.close();
    expect(heard).toBe("flushed");
  });

  it("terminates a server that ignores the end of its input", async () => {
    const { link, on, pid } = await open(["--ignore-end"]);
    await link.close();
    expect(isAlive(pid)).toBe(false);
    expect(on.ends).toEqual([undefined]);
  });

  it("kills a server that ignores SIGTERM as well", async () => {
    const { link, pid } = await open(["--ignore-end", "--ignore-term"]);
    const start = performance.now();
    await link.close();
    expect(performance.now() - start).toBeGreaterThan(quick.exitMs + quick.terminateMs - 20);
    expect(isAlive(pid)).toBe(false);
  });

  it("ends the server behind a wrapper, as package runners start it", async () => {
    const on = new Recorder();
    const link = await stdio(process.execPath, [wrapper, "--ignore-end", "--ignore-term"], { shutdown: quick }).open(
      on,
    );
    const pid = Number((await resultOf(link, "surroundings"))["pid"]);
    await link.close();
    expect(isAlive(pid)).toBe(false);
  });

  it.each([["ignore"], ["inherit"]])(
    "ends descendants that outlive the server, their streams being %s",
    async (streams) => {
      const { link, pid } = await open();
      const descendant = Number((await resultOf(link, "descendant", { stdio: streams }))["pid"]);
      expect(isAlive(descendant)).toBe(true);
      await link.close();
      expect([pid, descendant].filter(isAlive)).toEqual([]);
    },
  );

  it("is idempotent, re-entrant, and safe from within the closed event", async () => {
    const { link, on } = await open();
    let inner: Promise<void> | undefined;
    const closed = on.closed.bind(on);
    on.closed = (error) => {
      closed(error);
      inner = link.close();
    };
    const pending = call(link, "unknown").catch((error: unknown) => error);
    const first = link.close();
    await Promise.all([first, link.close(), inner]);
    expect(await pending).toMatchObject({ code: "closed" });
    await link.close();
    expect(on.ends).toEqual([undefined]);
  });

  it("right after a big send neither hangs nor throws", async () => {
    const { link } = await open(["--silent"]);
    const sent = link.notify(notification("big", { text: "x".repeat(4_000_000) }));
    await link.close();
    await sent;
  });

  it("leaves neither timers, handles nor listeners of ours", async () => {
    const before = process.listenerCount("exit");
    for (let at = 0; at < 3; at++) {
      const { link } = await open();
      await link.close();
    }
    // Others of this file run beside this test, and hold one listener together.
    expect(process.listenerCount("exit")).toBeLessThanOrEqual(before + 1);
  });
});
