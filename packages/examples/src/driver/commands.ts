/** The commands of the driver: what stands on a line of its input. */
import { loggingLevels } from "@mcpwire/protocol";
import { z } from "zod";

const object = z.record(z.string(), z.unknown());
const strings = z.record(z.string(), z.string());
const ms = z.number().min(0);

/** Limits by their names; each goes to whatever enforces it. */
const budgets = z.strictObject({
  maxPages: z.number(),
  maxListItems: z.number(),
  maxSchemaDepth: z.number(),
  maxSubschemas: z.number(),
  maxRounds: z.number(),
  maxMessageBytes: z.number(),
  maxDepth: z.number(),
  maxInFlight: z.number(),
  maxBatch: z.number(),
  maxOpenStreams: z.number(),
  maxReconnects: z.number(),
  reconnectDelayMs: z.number(),
  maxRetryMs: z.number(),
});

const target = z.union([
  z.strictObject({ url: z.string() }),
  z.strictObject({ command: z.string(), args: z.array(z.string()).default([]), env: strings.default({}) }),
]);

const auth = z.strictObject({
  clientId: z.string().optional(),
  clientSecret: z.string().optional(),
  /** The file that keeps the credentials. Default: they end with the driver. */
  store: z.string().optional(),
  scopes: z.union([z.string(), z.array(z.string())]).optional(),
  /** Logs a user in, whose way through the authorization server is a single redirect. Absent: the client acts for itself. */
  redirect: z.literal("follow").optional(),
});

const options = z.strictObject({
  revisions: z.array(z.string()).optional(),
  timeoutMs: ms.optional(),
  maxTotalMs: ms.optional(),
  probeTimeoutMs: ms.optional(),
  headers: strings.optional(),
  verdict: z.object({ era: z.enum(["legacy", "modern"]), revision: z.string() }).optional(),
  /** Declared exactly as given. */
  capabilities: z.record(z.string(), object).optional(),
  budgets: budgets.partial().optional(),
  auth: auth.optional(),
});

/** One reply to the server's questions of a kind. */
const reply = z.union([
  z.strictObject({ error: z.object({ code: z.int(), message: z.string(), data: z.unknown() }) }),
  object,
]);

const words = z.discriminatedUnion("do", [
  z.object({ do: z.literal("connect"), target, options: options.default({}) }),
  z.object({ do: z.enum(["tools", "prompts", "resources", "templates", "ping", "close", "quit"]) }),
  z.object({
    do: z.literal("call"),
    name: z.string(),
    arguments: object.optional(),
    timeoutMs: ms.optional(),
    maxTotalMs: ms.optional(),
    progress: z.boolean().default(false),
    repeatable: z.boolean().optional(),
  }),
  z.object({ do: z.literal("prompt"), name: z.string(), arguments: strings.optional() }),
  z.object({ do: z.literal("read"), uri: z.string() }),
  z.object({ do: z.literal("complete"), ref: object, argument: object, context: object.optional() }),
  z.object({ do: z.literal("logLevel"), level: z.enum(loggingLevels).nullish() }),
  z.object({
    do: z.literal("subscribe"),
    tools: z.boolean().default(false),
    prompts: z.boolean().default(false),
    resourcesList: z.boolean().default(false),
    resources: z.array(z.string()).default([]),
  }),
  z.object({ do: z.enum(["unsubscribe", "abort"]), of: z.number() }),
  z.object({ do: z.enum(["request", "notify"]), method: z.string(), params: object.optional() }),
  z.object({
    do: z.literal("answer"),
    to: z.enum(["elicitation", "sampling", "roots"]),
    with: reply,
    afterMs: ms.default(0),
  }),
]);

export type Command = z.output<typeof words>;
export type Of<Word extends Command["do"]> = Extract<Command, { readonly do: Word }>;
export type Kind = Of<"answer">["to"];
export type AnswerReply = z.output<typeof reply>;

/** One line. `id` is undefined where the line has none; `problem` says what is wrong with the rest. */
export type Line =
  { readonly id: number; readonly command: Command } | { readonly id: number | undefined; readonly problem: string };

export function parseLine(line: string): Line {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return { id: undefined, problem: `not JSON: ${line.slice(0, 100)}` };
  }
  const head = z.looseObject({ id: z.number() }).safeParse(value);
  if (!head.success) return { id: undefined, problem: "a command is an object with a numeric id" };
  const command = words.safeParse(value);
  if (command.success) return { id: head.data.id, command: command.data };
  return { id: head.data.id, problem: z.prettifyError(command.error) };
}
