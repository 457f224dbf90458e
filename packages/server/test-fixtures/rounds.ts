/** A client that answers what it is asked, over the fake era. */
import type { JSONObject } from "@mcpwire/jsonrpc";
import { z } from "zod";
import type { RequestStateOptions } from "../src/input/rounds.js";
import type { ServerOptions } from "../src/server.js";
import { isInputRequired } from "../src/services.js";
import { FakeContext, serverUnderTest } from "./fake-era.js";
import type { Tested } from "./fake-era.js";

/** Of a client that can be asked everything. */
export const clientCapabilities = { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} };
export const schema = z.object({ name: z.string() });
export const prompt = {
  messages: [{ role: "user", content: { type: "text", text: "Capital of France?" } }],
  maxTokens: 100,
} as const;
export const message = { role: "assistant", content: { type: "text", text: "Paris" }, model: "m" };
export const accepted = (name: unknown): JSONObject => ({ action: "accept", content: { name } });

type Call = { name: string; arguments?: JSONObject };

/** Plays the client: answers whatever is asked until there is a result. */
export async function play(
  tested: Tested,
  params: Call,
  answers: JSONObject,
  more: JSONObject = {},
): Promise<{ result: JSONObject; asked: string[][] }> {
  const asked: string[][] = [];
  let carried: { inputResponses?: JSONObject; requestState?: string } = {};
  for (;;) {
    const outcome = await tested.host.handle("tools/call", params, context({ ...more, ...carried }));
    if (!isInputRequired(outcome)) return { result: outcome, asked };
    const { inputRequests = {}, requestState } = outcome;
    const keys = Object.keys(inputRequests);
    asked.push(keys);
    if (asked.length > 9) throw new Error("the server asks for ever");
    carried = {
      inputResponses: Object.fromEntries(keys.map((key) => [key, answers[key]])),
      ...(requestState === undefined ? {} : { requestState }),
    };
  }
}

export function context(given: JSONObject) {
  return new FakeContext({ clientCapabilities, ...given });
}

/** A server with a key of its own. */
export function tested(requestState: RequestStateOptions = {}, options: Partial<ServerOptions> = {}): Tested {
  return serverUnderTest({ requestState: { keys: ["k".repeat(32)], ...requestState }, ...options });
}

export const textOf = (result: JSONObject): unknown => (result["content"] as { text: string }[])[0]?.text;
