// Starts a server as a child process, in both generations, and looks at it: prints what it saw as one line of JSON.
import { connect } from "@mcpwire/client";
import { stdio } from "@mcpwire/node";
import { eventually, expectEqual, runChecks, textOf } from "../smoke/checks.mjs";

const [feature, command, ...args] = process.argv.slice(2);

async function check(revision) {
  const client = await connect(stdio(command, args, { env: process.env }), { revisions: [revision] });
  expectEqual(client.revision, revision, "revision");
  const seen = [];
  const result = await client.callTool("steps", { count: 3 }, { onProgress: ({ progress }) => seen.push(progress) });
  expectEqual([...seen, textOf(result)], [1, 2, 3, "done"], "progress and answer");
  const length = 4 * 1024 * 1024;
  expectEqual(textOf(await client.callTool("size", { text: "é".repeat(length) })), String(length), "length");
  const caller = new AbortController();
  const call = client.callTool("wait", {}, { signal: caller.signal, onProgress: () => caller.abort() });
  expectEqual(await call.catch((error) => error.code), "aborted", "the call's end");
  await eventually(async () => textOf(await client.callTool("aborted")), "1", "the handler was aborted");
  const closing = Date.now();
  await client.close();
  // A server that ends with its input takes a moment; one that must be killed takes seconds.
  if (Date.now() - closing > 1500) throw new Error("the server did not end with its input");
}

console.log(
  JSON.stringify(
    await runChecks({
      [feature]: async () => {
        await check("2026-07-28");
        await check("2025-11-25");
      },
    }),
  ),
);
process.exit(0);
