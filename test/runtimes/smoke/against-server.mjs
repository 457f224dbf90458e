// The server's half: a client on this machine's Node looks at an endpoint that some runtime serves.
import { request } from "node:http";
import { connect } from "@mcpwire/client";
import { http } from "@mcpwire/streamable-http";
import { checkProgress, eventually, expectEqual, runChecks, textOf, within } from "./checks.mjs";

export const MODERN = ["2026-07-28"];
export const LEGACY = ["2025-11-25"];

/**
 * `quietMs`: how long a call says nothing. `stateless`: the endpoint has no sessions, so there is nothing to come back to.
 * `jsonOnly`: nor has it streams. `noticeMs`: how long it may take until the host says that a caller left.
 */
export async function checkServer(url, { quietMs, stateless, jsonOnly, noticeMs = 2000 }) {
  const generations = {
    "server: 2026-07-28": () => listsAndCalls(url, MODERN),
    "server: 2025-11-25": () => listsAndCalls(url, LEGACY),
  };
  if (jsonOnly) return runChecks(generations);
  const seen = await runChecks({
    ...generations,
    "server: progress over SSE": () => forBoth((revisions) => withClient(url, revisions, checkProgress)),
    "server: announces changes": () =>
      stateless ? hearsOfChanges(url, MODERN) : forBoth((revisions) => hearsOfChanges(url, revisions)),
    ...(!stateless && { "server: a session's stream is resumed": () => resumes(url) }),
    "server: a quiet call is kept alive": () => staysQuiet(url, quietMs),
    "server: a call whose stream is closed is aborted": () => noticesAbort(url, MODERN, noticeMs),
    ...(!stateless && { "server: a call that is cancelled is aborted": () => noticesAbort(url, LEGACY, noticeMs) }),
  });
  // Alone, since bodies of this size hold up everything beside them.
  return [
    ...seen,
    ...(await runChecks({ "server: 16 MB in": () => forBoth((revisions) => takesMuch(url, revisions)) })),
    ...(await runChecks({ "server: 413 past the limit": () => refusesTooMuch(url) })),
  ];
}

async function forBoth(check) {
  await check(MODERN);
  await check(LEGACY);
}

async function withClient(url, revisions, job, options = {}) {
  const client = await connect(http(url, options), { revisions, probeTimeoutMs: 12_000 });
  try {
    return await job(client);
  } finally {
    await client.close();
  }
}

function listsAndCalls(url, revisions) {
  return withClient(url, revisions, async (client) => {
    expectEqual(client.revision, revisions[0], "revision");
    const names = (await client.tools().all()).map(({ name }) => name);
    if (!names.includes("strict")) throw new Error(`the tools are ${names.join(", ")}`);
    expectEqual(textOf(await client.callTool("size", { text: "héllo" })), "5", "answer");
    expectEqual((await client.callTool("strict", { code: "abc" })).isError, true, "isError of invalid input");
    expectEqual((await client.callTool("strict", { code: "ABC" })).structuredContent, { code: "ABC" }, "structure");
  });
}

function hearsOfChanges(url, revisions) {
  return withClient(url, revisions, async (client) => {
    const subscription = await within(5000, client.subscribe({ tools: true }), "no acknowledgement");
    const change = subscription[Symbol.asyncIterator]().next();
    if (revisions === LEGACY) {
      // The standalone stream is opened in the background, and nobody says when it is there.
      await eventually(
        async () => {
          await client.callTool("change");
          return Promise.race([change.then(() => true), new Promise((resolve) => setTimeout(resolve, 50, false))]);
        },
        true,
        "a change was announced",
      );
    } else {
      await client.callTool("change");
    }
    expectEqual((await within(5000, change, "no change")).value, { type: "tools" }, "the change");
    await subscription.close();
  });
}

function resumes(url) {
  const resumptions = [];
  const counting = (target, init) => {
    const from = new Headers(init.headers).get("last-event-id");
    if (from !== null) resumptions.push(from);
    return fetch(target, init);
  };
  return withClient(
    url,
    LEGACY,
    async (client) => {
      const seen = [];
      const result = await client.callTool("detach", {}, { onProgress: ({ progress }) => seen.push(progress) });
      expectEqual([...seen, textOf(result)], [1, 2, "resumed"], "progress and answer");
      if (resumptions.length === 0) throw new Error("the stream was never closed, so nothing was resumed");
    },
    { fetch: counting },
  );
}

async function staysQuiet(url, quietMs) {
  const types = [];
  const watching = async (target, init) => {
    const response = await fetch(target, init);
    types.push(response.headers.get("content-type"));
    return response;
  };
  // Not the first call, whose timers may be the first ones of the host as well.
  await new Promise((resolve) => setTimeout(resolve, 500));
  await withClient(
    url,
    MODERN,
    async (client) => {
      expectEqual(textOf(await client.callTool("quiet", { ms: quietMs })), "still here", "answer");
      // The answer became a stream, and a comment in it said that somebody is there.
      expectEqual(types.at(-1), "text/event-stream", "content type");
    },
    { fetch: watching },
  );
}

const mega = 1024 * 1024;

function takesMuch(url, revisions) {
  return withClient(url, revisions, async (client) => {
    const text = "x".repeat(16 * mega);
    expectEqual(textOf(await client.callTool("size", { text })), String(16 * mega), "length");
  });
}

/** Announces more than the limit and sends the beginning of it: who sends all may lose the answer with the connection. */
async function refusesTooMuch(url) {
  const headers = {
    "content-type": "application/json",
    "content-length": 33 * mega,
    accept: "application/json, text/event-stream",
    "mcp-protocol-version": "2026-07-28",
    "mcp-method": "tools/call",
    "mcp-name": "size",
  };
  const status = await new Promise((resolve, reject) => {
    const sent = request(url, { method: "POST", headers }, (response) => {
      resolve(response.statusCode);
      sent.destroy();
    });
    sent.once("error", reject);
    sent.write("x".repeat(1024));
  });
  expectEqual(status, 413, "status of a body that is announced as too large");
  // The same without an announcement. A host may break the connection while we still send; taking it all is what it must not do.
  const { "content-length": _length, ...plain } = headers;
  async function* endless() {
    for (let sent = 0; sent < 40; sent += 1) yield new TextEncoder().encode("x".repeat(mega));
  }
  const body = ReadableStream.from(endless());
  const response = await fetch(url, { method: "POST", headers: plain, body, duplex: "half" }).catch(() => undefined);
  if (response !== undefined) expectEqual(response.status, 413, "status of a body that turns out too large");
}

function noticesAbort(url, revisions, noticeMs) {
  return withClient(url, revisions, async (client) => {
    const count = async () => textOf(await client.callTool("aborted"));
    const before = Number(await count());
    const caller = new AbortController();
    const call = client.callTool("wait", {}, { signal: caller.signal, onProgress: () => caller.abort() });
    const code = await call.then(
      () => "answered",
      (error) => error.code,
    );
    expectEqual(code, "aborted", "the call's end");
    await eventually(async () => Number(await count()) > before, true, "the handler was aborted", noticeMs);
  });
}
