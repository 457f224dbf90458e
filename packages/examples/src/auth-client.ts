/** A client that logs in when it has to: it prints where, and keeps what it gets in a file of its user's alone. */
import { createOAuthSession } from "@mcpwire/auth";
import { connect } from "@mcpwire/client";
import { credentialFile, loopbackRedirect } from "@mcpwire/node";
import { http } from "@mcpwire/streamable-http";
import { homedir } from "node:os";
import { join } from "node:path";

const auth = createOAuthSession({
  redirect: loopbackRedirect({ open: (url) => console.log(`Log in at ${url}`) }),
  store: credentialFile(process.env["CREDENTIALS"] ?? join(homedir(), ".mcpwire", "credentials.json")),
  client: { metadata: { client_name: "Notes reader" } },
});

const client = await connect(http(process.argv[2] ?? "http://127.0.0.1:8766/mcp", { auth }));

console.log((await client.callTool("list_notes")).content);
// Needs a scope that was not asked for yet, and so one more consent.
console.log((await client.callTool("add_note", { text: "Call Ada" })).content);

await client.close();
