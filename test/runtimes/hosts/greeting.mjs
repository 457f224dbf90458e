// Calls the greeter of the examples at this URL, in both generations, and reports as one line of JSON.
import { connect } from "@mcpwire/client";
import { http } from "@mcpwire/streamable-http";
import { expectEqual, runChecks, textOf } from "../smoke/checks.mjs";

async function greet(revision) {
  const client = await connect(http(process.argv[2]), { revisions: [revision], probeTimeoutMs: 12_000 });
  expectEqual(client.serverInfo?.name, "greeter", "the server's name");
  expectEqual(textOf(await client.callTool("greet", { name: "Ada" })), "Hello, Ada!", "answer");
  await client.close();
}

const checks = {
  "its example": async () => {
    await greet("2026-07-28");
    await greet("2025-11-25");
  },
};
console.log(JSON.stringify(await runChecks(checks)));
process.exit(0);
