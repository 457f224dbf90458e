// The client's half, run inside a runtime: its own fetch against servers elsewhere, and what needs no wire at all.
import { connect } from "@mcpwire/client";
import { createJsonSchemaValidator } from "@mcpwire/json-schema";
import { memory } from "@mcpwire/jsonrpc/memory";
import { http } from "@mcpwire/streamable-http";
import { checkProgress, eventually, expectEqual, runChecks, textOf, within } from "./checks.mjs";
import { smokeServer } from "./server.mjs";

/** `url` serves every revision, `legacyUrl` one with a handshake alone, and `cutUrl` breaks streams. */
export async function checkRuntime({ url, legacyUrl, cutUrl }) {
  return [
    ...(await runChecks({
      "client: finds a modern server": () => probes(url, "2026-07-28"),
      "client: falls back to a legacy one": () => probes(legacyUrl, "2025-11-25"),
      "client: progress over SSE": () => withClient(http(url), {}, checkProgress),
      "client: hears of changes": () => hearsOfChanges(url),
      "client: resumes a cut stream": () => resumes(cutUrl),
      "client: abandons a call": async () => {
        await abandons(url);
        await abandons(legacyUrl);
      },
      "client: a redirect": () => isRedirected(new URL("/moved", url).href),
      "client: a fetch without streams": () => readsWhole(url),
      "memory pair": inMemory,
    })),
    // Alone, since a body of this size holds up everything beside it.
    ...(await runChecks({ "client: 16 MB out": () => sendsMuch(url) })),
    // Last, since it takes code generation away from the whole runtime.
    ...(await runChecks({ "JSON Schema without eval": withoutEval })),
  ];
}

async function withClient(transport, options, job) {
  // Several runtimes share a machine here, so a probe may take longer than a user should wait.
  const client = await within(15_000, connect(transport, { probeTimeoutMs: 12_000, ...options }), "no connection");
  try {
    return await job(client);
  } finally {
    await client.close();
  }
}

function probes(url, revision) {
  return withClient(http(url), {}, async (client) => {
    expectEqual(client.revision, revision, "revision");
    expectEqual(textOf(await client.callTool("size", { text: "ab" })), "2", "answer");
  });
}

function hearsOfChanges(url) {
  return withClient(http(url), {}, async (client) => {
    const subscription = await within(5000, client.subscribe({ tools: true }), "no acknowledgement");
    const change = subscription[Symbol.asyncIterator]().next();
    await client.callTool("change");
    expectEqual((await within(5000, change, "no change")).value, { type: "tools" }, "the change");
    await subscription.close();
  });
}

function resumes(url) {
  return withClient(http(url, { reconnectDelayMs: 50 }), {}, async (client) => {
    const seen = [];
    const result = await client.callTool("cut", {}, { onProgress: ({ progress }) => seen.push(progress) });
    expectEqual([...seen, textOf(result)], [1, 2, "resumed"], "progress and answer");
  });
}

function sendsMuch(url) {
  return withClient(http(url), {}, async (client) => {
    const length = 16 * 1024 * 1024;
    expectEqual(textOf(await client.callTool("size", { text: "x".repeat(length) })), String(length), "length");
  });
}

function abandons(url) {
  return withClient(http(url), {}, async (client) => {
    const count = async () => Number(textOf(await client.callTool("aborted")));
    const before = await count();
    const caller = new AbortController();
    const call = client.callTool("wait", {}, { signal: caller.signal, onProgress: () => caller.abort() });
    const code = await call.then(
      () => "answered",
      (error) => error.code,
    );
    expectEqual(code, "aborted", "the call's end");
    await eventually(async () => (await count()) > before, true, "the server noticed");
  });
}

/** Followed, but in a browser, which hides where it leads. */
async function isRedirected(url) {
  const call = withClient(http(url), {}, async (client) => textOf(await client.callTool("size", { text: "ab" })));
  if (typeof document === "undefined") return expectEqual(await call, "2", "answer");
  const code = await call.then(
    () => "answered",
    (error) => error.code,
  );
  expectEqual(code, "http-status", "the end of the connection");
}

/** Some hosts give a body as a whole only. */
function readsWhole(url) {
  const whole = async (target, init) => {
    const response = await fetch(target, init);
    const text = await response.text();
    const { status, statusText, headers, ok } = response;
    return {
      status,
      statusText,
      headers,
      ok,
      body: null,
      url: response.url,
      redirected: false,
      text: async () => text,
    };
  };
  return withClient(http(url, { fetch: whole }), {}, async (client) => {
    const seen = [];
    const result = await client.callTool("steps", { count: 2 }, { onProgress: ({ progress }) => seen.push(progress) });
    expectEqual([...seen, textOf(result)], [1, 2, "done"], "progress and answer");
  });
}

async function inMemory() {
  for (const revision of ["2026-07-28", "2025-11-25"]) {
    await withClient(memory(smokeServer()), { revisions: [revision] }, async (client) => {
      expectEqual(client.revision, revision, "revision");
      const seen = [];
      const result = await client.callTool(
        "steps",
        { count: 3 },
        { onProgress: ({ progress }) => seen.push(progress) },
      );
      expectEqual([...seen, textOf(result)], [1, 2, 3, "done"], "progress and answer");
    });
  }
}

async function withoutEval() {
  const forbidden = () => {
    throw new EvalError("code generation is forbidden here");
  };
  globalThis.eval = forbidden;
  globalThis.Function = forbidden;
  Object.getPrototypeOf(forbidden).constructor = forbidden;
  const schema = {
    type: "object",
    properties: { n: { type: "integer", minimum: 1 }, list: { type: "array", items: { $ref: "#/$defs/word" } } },
    required: ["n"],
    unevaluatedProperties: false,
    $defs: { word: { type: "string", pattern: "^[a-z]+$" } },
  };
  const compiled = createJsonSchemaValidator().compile(schema);
  expectEqual(compiled.validate({ n: 1, list: ["ab"] }).valid, true, "a valid value");
  expectEqual(compiled.validate({ n: 0 }).valid, false, "a number that is too small");
  expectEqual(compiled.validate({ n: 1, list: ["AB"] }).valid, false, "a word that does not match");
  expectEqual(compiled.validate({ n: 1, more: 1 }).valid, false, "a member too many");
  // Schemas of zod and raw ones behind a whole server.
  await withClient(memory(smokeServer()), {}, async (client) => {
    expectEqual(textOf(await client.callTool("size", { text: "ab" })), "2", "answer");
    expectEqual((await client.callTool("strict", { code: "abc" })).isError, true, "isError of invalid input");
    expectEqual((await client.callTool("strict", { code: "ABC" })).structuredContent, { code: "ABC" }, "structure");
  });
}
