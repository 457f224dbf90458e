/** What the client does in each scenario of the suite. */
import type { Client, ClientOptions } from "@mcpwire/client";
import type { JSONObject } from "@mcpwire/jsonrpc";

export interface Scenario {
  /** What this client can be asked. Default: nothing. */
  readonly options?: ClientOptions;
  /** `context` is what the suite hands over for this scenario. */
  readonly run: (client: Client, context: JSONObject) => Promise<unknown>;
}

/** The scenario of that name. One without an entry of its own connects and looks around. */
export function scenarioOf(name: string | undefined): Scenario {
  if (name?.startsWith("auth/") === true) return { run: useTool };
  return scenarios.get(name ?? "") ?? { run: lookAround };
}

/** Finds a tool and calls it: the servers that want authorization may want more of it for the second. */
async function useTool(client: Client): Promise<void> {
  await client.tools().all();
  await client.callTool("test-tool");
}

/** Lists the tools of a server that has any. */
async function lookAround(client: Client): Promise<void> {
  if (client.serverCapabilities.tools !== undefined) await client.tools().all();
}

/** A user who accepts every form as it is offered; the library fills in the defaults. */
const elicit = (): { action: "accept"; content: Record<string, never> } => ({ action: "accept", content: {} });

const scenarios: ReadonlyMap<string, Scenario> = new Map<string, Scenario>([
  [
    "tools_call",
    {
      run: async (client) => {
        await client.tools().all();
        await client.callTool("add_numbers", { a: 5, b: 3 });
      },
    },
  ],
  [
    "elicitation-sep1034-client-defaults",
    { options: { elicit }, run: (client) => client.callTool("test_client_elicitation_defaults") },
  ],
  ["sse-retry", { run: (client) => client.callTool("test_reconnection") }],
  [
    "request-metadata",
    {
      options: {
        elicit,
        roots: [],
        sample: () => ({ role: "assistant", model: "none", content: { type: "text", text: "No model is here." } }),
      },
      run: lookAround,
    },
  ],
  [
    "sep-2322-client-request-state",
    {
      options: { elicit: () => ({ action: "accept", content: { confirmed: true } }) },
      run: async (client) => {
        for (const name of [
          "test_mrtr_echo_state",
          "test_mrtr_no_state",
          "test_mrtr_unrelated",
          "test_mrtr_no_result_type",
        ]) {
          await client.callTool(name);
        }
      },
    },
  ],
  [
    "http-standard-headers",
    {
      run: async (client) => {
        for await (const { name } of client.tools()) await client.callTool(name);
        for await (const { uri } of client.resources()) await client.readResource(uri);
        for await (const { name } of client.prompts()) await client.getPrompt(name);
      },
    },
  ],
  [
    "http-custom-headers",
    {
      run: async (client, { toolCalls }) => {
        await client.tools().all();
        for (const { name, arguments: args } of asCalls(toolCalls)) await client.callTool(name, args);
      },
    },
  ],
  [
    "http-invalid-tool-headers",
    {
      // A tool whose headers are wrong is left out of the list, so that whatever is listed can be called.
      run: async (client) => {
        for await (const { name } of client.tools()) await client.callTool(name, { region: "eu-west-1" });
      },
    },
  ],
  [
    "json-schema-2020-12-preservation",
    {
      run: async (client) => {
        const tools = await client.tools().all();
        const tool = tools.find(({ name }) => name === "json_schema_2020_12_tool");
        await client.callTool("json_schema_echo", { schema: tool?.inputSchema });
      },
    },
  ],
]);

interface ToolCall {
  readonly name: string;
  readonly arguments?: JSONObject;
}

/** The suite vouches for the shape of its own context. */
function asCalls(toolCalls: unknown): readonly ToolCall[] {
  return Array.isArray(toolCalls) ? (toolCalls as readonly ToolCall[]) : [];
}
