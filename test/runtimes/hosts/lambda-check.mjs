// What is particular to a function with JSON answers, seen from Node: what it refuses, and how. Reports as one line of JSON.
import { connect } from "@mcpwire/client";
import { http } from "@mcpwire/streamable-http";
import { expectEqual, runChecks, textOf, within } from "../smoke/checks.mjs";

const [plainUrl, base64Url, functionUrl] = process.argv.slice(2);
const modern = {
  "content-type": "application/json",
  accept: "application/json, text/event-stream",
  "mcp-protocol-version": "2026-07-28",
};
const post = (body, headers = modern) => fetch(plainUrl, { method: "POST", headers, body });

async function greets(url, revision) {
  const client = await connect(http(url), { revisions: [revision] });
  for (const name of ["Ada", "Zoë 🙂", "x".repeat(4 * 1024 * 1024)]) {
    expectEqual(textOf(await client.callTool("greet", { name })).length, `Hello, ${name}!`.length, "answer's length");
  }
  const unknown = await client.callTool("nobody").catch((error) => error.code);
  expectEqual(unknown, "invalid-params", "code of an unknown tool");
  await client.close();
}

async function refuses() {
  expectEqual((await fetch(plainUrl, { headers: { accept: "text/event-stream" } })).status, 405, "status of a stream");
  expectEqual((await fetch(plainUrl, { method: "DELETE" })).status, 405, "status of DELETE");
  const broken = await post("{");
  expectEqual([broken.status, (await broken.json()).error.code], [400, -32700], "what is not JSON");
  const foreign = await post("{}", { ...modern, origin: "https://elsewhere.example" });
  expectEqual(foreign.status, 403, "status of a page from elsewhere");
  const xml = await post("<a/>", { ...modern, "content-type": "text/xml" });
  expectEqual(xml.status, 415, "status of another type");
}

/** Watching needs a stream that lives: who asks for one must be told, and not left waiting. */
async function watches() {
  const client = await connect(http(functionUrl));
  const outcome = await within(
    5000,
    client.subscribe({ tools: true }).then(
      () => "watching",
      (error) => error.code,
    ),
  );
  expectEqual(outcome, "method-not-found", "what is said about watching");
  await client.close();
}

const checks = {
  "its example": async () => {
    for (const url of [plainUrl, base64Url]) {
      for (const revision of ["2026-07-28", "2025-11-25"]) await greets(url, revision);
    }
    await refuses();
    await watches();
  },
};
console.log(JSON.stringify(await runChecks(checks)));
process.exit(0);
