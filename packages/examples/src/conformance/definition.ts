/** The whole fixture server: everything that the official suite calls for, and tools for other harnesses. One definition, every transport. */
import type { ClientTransport, ReportSink } from "@mcpwire/jsonrpc";
import { createServer } from "@mcpwire/server";
import type { Server } from "@mcpwire/server";
import { addAskingTools } from "./asking-tools.js";
import { addChanges } from "./changes.js";
import { addContentTools } from "./content-tools.js";
import { addHarnessTools } from "./harness-tools.js";
import { addInputRounds } from "./input-rounds.js";
import { addPrompts } from "./prompts.js";
import { addResources } from "./resources.js";
import { addSchemaTools } from "./schema-tools.js";

export interface DefinitionOptions {
  /** Revisions to serve. Default: every one. */
  readonly revisions?: readonly string[];
  /** Whether changes of the lists are announced. Default: true. */
  readonly listChanged?: boolean;
  /** Opens another server by its URL. */
  readonly reach: (url: string) => ClientTransport;
  /** Offers a tool that ends the process. Default: false. */
  readonly mayCrash?: boolean;
  readonly report?: ReportSink;
}

export function conformanceServer(options: DefinitionOptions): Server {
  const { revisions, listChanged = true, reach, mayCrash = false, report } = options;
  const server = createServer({
    name: "mcpwire-conformance-server",
    version: "1.0.0",
    instructions: "A server for test suites: every feature, no purpose.",
    capabilities: { tools: { listChanged }, prompts: { listChanged }, resources: { listChanged } },
    ...(revisions && { revisions }),
    ...(report && { report }),
  });
  // The suite calls the first listed tool without arguments.
  addContentTools(server);
  addSchemaTools(server);
  addAskingTools(server);
  addInputRounds(server);
  addPrompts(server);
  const changes = addChanges(server);
  addResources(server, changes.watched);
  addHarnessTools(server, { changes, reach, mayCrash });
  return server;
}
