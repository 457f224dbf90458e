/**
 * The client that the official suite tests: `conformance-client.js URL`. The suite says in the environment which scenario it plays
 * and which revision it speaks. Ends with exit code 0 when the scenario is played to its end.
 */
import { connect } from "@mcpwire/client";
import { latest, offeredRevisions } from "@mcpwire/protocol";
import { http } from "@mcpwire/streamable-http";
import { authFor } from "./conformance/auth.js";
import { scenarioOf } from "./conformance/scenarios.js";

const url = process.argv.at(2);
if (url === undefined) {
  console.error("usage: conformance-client.js URL");
  process.exit(2);
}
const name = process.env["MCP_CONFORMANCE_SCENARIO"] ?? "";
const scenario = scenarioOf(name);
const played = process.env["MCP_CONFORMANCE_PROTOCOL_VERSION"] ?? latest.name;
const given: unknown = JSON.parse(process.env["MCP_CONFORMANCE_CONTEXT"] ?? "{}");
const context = isObject(given) ? given : {};
const auth = await authFor(name, context);

// The suite's servers speak one generation each; elsewhere a client finds that out by itself.
const era = offeredRevisions.find((revision) => revision.name === played)?.era ?? latest.era;
const revisions = offeredRevisions.filter((revision) => revision.era === era).map((revision) => revision.name);

const client = await connect(http(url, auth === undefined ? {} : { auth }), {
  info: { name: "mcpwire-conformance-client", version: "1.0.0" },
  revisions,
  report: ({ code, message }) => console.error(`${code}: ${message}`),
  ...scenario.options,
});
try {
  await scenario.run(client, context);
} finally {
  await client.close();
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
