/**
 * A process that shares a file of credentials with others: connects while its token is good, waits for a line on its input, and makes a hundred
 * calls at once by a clock that says that the token has ended. Prints `ready`, then how many results came.
 *   hundred-calls.ts URL FILE
 */
import { once } from "node:events";
import { createOAuthSession } from "@mcpwire/auth";
import { connect } from "@mcpwire/client";
import { credentialFile } from "@mcpwire/node";
import { http } from "@mcpwire/streamable-http";

const [url = "", file = ""] = process.argv.slice(2);
let ahead = 0;
const auth = createOAuthSession({
  redirect: { start: () => Promise.reject(new Error("nobody is here to log in")) },
  store: credentialFile(file),
  now: () => Date.now() + ahead,
});
const client = await connect(http(url, { auth }));
console.log("ready");
await once(process.stdin, "data");
ahead = 45_000;
const results = await Promise.all(Array.from({ length: 100 }, () => client.callTool("whoami")));
console.log(`${results.filter(({ content }) => JSON.stringify(content).includes("ann")).length} results`);
await client.close();
process.exit();
