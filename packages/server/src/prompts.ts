/**
 * Prompts: registration, the list, and getting one with typed arguments. [2026-07-28 server/prompts#protocol-messages]
 */
import { INTERNAL_ERROR, INVALID_PARAMS, ProtocolError, UsageError } from "@mcpwire/jsonrpc";
import type { JSONObject } from "@mcpwire/jsonrpc";
import type { HandlerOutcome, RequestContext } from "@mcpwire/negotiation";
import type { Icon, Prompt, PromptArgument } from "@mcpwire/protocol";
import type { Completers } from "./completion.js";
import { InputContext } from "./context.js";
import type { InputAsked } from "./input/rounds.js";
import { Registry } from "./registry.js";
import type { Handle, Listed, Visible } from "./registry.js";
import { shapePrompt, withoutUndefined } from "./results.js";
import type { PromptReturn } from "./results.js";
import { compileSchema, describeIssues, isPlainObject, objectRoot } from "./schema.js";
import type { CompiledSchema } from "./schema.js";
import { isInputRequired } from "./services.js";
import type { Services } from "./services.js";
import type { Schema, SchemaOutput } from "./standard-schema.js";

/** Arguments by name, all of them strings on the wire. */
export type ArgumentList = readonly PromptArgument[];

export interface PromptOptions<A = Schema | ArgumentList | undefined> {
  readonly title?: string;
  readonly description?: string;
  /** A list of arguments, or the schema of an object of them. Absent: the prompt takes none. */
  readonly args?: A;
  /** Suggests values for arguments. */
  readonly complete?: Completers;
  readonly icons?: readonly Icon[];
  readonly _meta?: JSONObject;
  /** Who may see and get it. Default: everybody. */
  readonly visible?: Visible;
}

/** The arguments of a handler: what the schema yields, or the strings of the list. */
export type PromptArguments<A> = [A] extends [ArgumentList]
  ? { readonly [P in A[number] as P extends { readonly required: true } ? P["name"] : never]: string } & {
      readonly [P in A[number] as P extends { readonly required: true } ? never : P["name"]]?: string;
    }
  : [A] extends [Schema]
    ? SchemaOutput<A>
    : Record<string, never>;

export type PromptHandler<A> = (
  args: PromptArguments<A>,
  ctx: InputContext,
) => PromptReturn | InputAsked | Promise<PromptReturn | InputAsked>;

type AnyHandler = (args: unknown, ctx: InputContext) => unknown;

interface PromptEntry extends Listed {
  readonly item: Prompt;
  readonly check: CompiledSchema["check"];
  readonly complete: Completers | undefined;
}

export class Prompts {
  readonly registry: Registry<PromptEntry & { readonly handler: AnyHandler }>;
  readonly #services: Services;

  constructor(services: Services, changed: () => void) {
    this.#services = services;
    this.registry = new Registry("prompt", changed);
  }

  add(name: string, options: PromptOptions, handler: AnyHandler): Handle<Partial<PromptOptions>> {
    if (name === "") throw new UsageError("bad-name", "a prompt needs a name");
    return this.registry.add(name, options, (current) => ({ ...this.#build(name, current), handler }));
  }

  list(params: JSONObject, request: RequestContext): JSONObject {
    const { entries, nextCursor } = this.registry.page(
      this.#services.cursorOf(params),
      this.#services.pageSize,
      request.auth,
    );
    const prompts = entries.map((entry) => entry.item);
    return nextCursor === undefined ? { prompts } : { prompts, nextCursor };
  }

  async get(params: JSONObject, request: RequestContext): Promise<HandlerOutcome> {
    const name = params["name"];
    const entry = typeof name === "string" ? this.registry.find(name, request.auth) : undefined;
    if (entry === undefined) throw new ProtocolError(INVALID_PARAMS, `Unknown prompt: ${String(name).slice(0, 140)}`);
    const checked = await entry.check(params["arguments"] ?? {});
    if (checked.issues !== undefined) {
      throw new ProtocolError(
        INVALID_PARAMS,
        `Invalid arguments for ${entry.item.name}: ${describeIssues(checked.issues)}`,
      );
    }
    const ctx = new InputContext(request, this.#services);
    const returned = await this.#services.rounds.run("prompts/get", params, ctx, () =>
      entry.handler(checked.value, ctx),
    );
    if (isInputRequired(returned)) return returned;
    const result = shapePrompt(returned, entry.item.description);
    if (result !== undefined) return { ...result };
    this.#services.report({
      code: "bad-result",
      message: `prompt "${entry.item.name}" returned neither text nor messages`,
    });
    throw new ProtocolError(INTERNAL_ERROR, "Internal error");
  }

  #build(name: string, options: PromptOptions): PromptEntry {
    const { args, complete, visible, ...described } = options;
    const subject = `prompt "${name}" args`;
    const { list, check } = isList(args) ? fromList(args) : this.#fromSchema(args, subject);
    const stray = Object.keys(complete ?? {}).find((key) => !list.some((argument) => argument.name === key));
    if (stray !== undefined)
      throw new UsageError("unknown-argument", `prompt "${name}" completes "${stray}", which it does not take`);
    const item: Prompt = { name, ...withoutUndefined(described), ...(list.length === 0 ? {} : { arguments: list }) };
    return { item, visible, check, complete };
  }

  #fromSchema(args: Schema | undefined, subject: string): { list: ArgumentList; check: CompiledSchema["check"] } {
    if (args === undefined) return { list: [], check: () => ({ value: {} }) };
    const { json, check } = compileSchema(args, "input", this.#services.compile, subject);
    const { properties, required } = objectRoot(json, subject);
    if (properties !== undefined && !isPlainObject(properties)) {
      throw new UsageError("bad-json-schema", `${subject}: properties must be an object`);
    }
    const needed: readonly unknown[] = Array.isArray(required) ? required : [];
    const list = Object.entries(properties ?? {}).map(([argument, field]) => ({
      name: argument,
      ...described(field),
      ...(needed.includes(argument) ? { required: true } : {}),
    }));
    return { list, check };
  }
}

function isList(args: unknown): args is ArgumentList {
  return Array.isArray(args);
}

/** Arguments are strings; those that are required must be there. [2026-07-28 server/prompts#error-handling] */
function fromList(list: ArgumentList): { list: ArgumentList; check: CompiledSchema["check"] } {
  return {
    list,
    check(value) {
      const given = isPlainObject(value) ? value : {};
      const absent = list.filter((argument) => argument.required === true && !Object.hasOwn(given, argument.name));
      return absent.length === 0
        ? { value: given }
        : { issues: absent.map((argument) => ({ message: "is required", path: [argument.name] })) };
    },
  };
}

function described(field: unknown): { title?: string; description?: string } {
  if (!isPlainObject(field)) return {};
  const { title, description } = field;
  return {
    ...(typeof title === "string" ? { title } : {}),
    ...(typeof description === "string" ? { description } : {}),
  };
}
