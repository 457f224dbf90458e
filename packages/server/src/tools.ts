/**
 * Tools: registration, the list, and calls. Everything that can be worked out beforehand is worked out at registration; a call is
 * a lookup, a check of the arguments, the handler, and the shaping of its result. [2026-07-28 server/tools#protocol-messages]
 */
import { INTERNAL_ERROR, INVALID_PARAMS, ProtocolError, UsageError, isThenable } from "@mcpwire/jsonrpc";
import type { HeaderParameter, JSONObject } from "@mcpwire/jsonrpc";
import type { HandlerOutcome, RequestContext } from "@mcpwire/negotiation";
import type { Icon, Tool, ToolAnnotations } from "@mcpwire/protocol";
import { InputContext } from "./context.js";
import type { InputAsked } from "./input/rounds.js";
import { headersOf } from "./header-parameters.js";
import { Registry } from "./registry.js";
import type { Handle, Listed, Visible } from "./registry.js";
import { failure, isFullResult, shapeStructured, shapeToolReturn, unmarked, withoutUndefined } from "./results.js";
import type { FullResult, ToolReturn } from "./results.js";
import { compileSchema, describeIssues, isPlainObject, objectRoot } from "./schema.js";
import type { CompiledSchema } from "./schema.js";
import { isInputRequired } from "./services.js";
import type { Services } from "./services.js";
import type { Schema, SchemaInput, SchemaOutput, SchemaResult } from "./standard-schema.js";
import { isToolError } from "./tool-error.js";

export interface ToolOptions<I = Schema | undefined, O = Schema | undefined> {
  readonly title?: string;
  readonly description?: string;
  /** What the arguments are. Absent: the tool takes none. */
  readonly input?: I;
  /** What the structured result is; any JSON value. */
  readonly output?: O;
  readonly annotations?: ToolAnnotations;
  readonly icons?: readonly Icon[];
  readonly _meta?: JSONObject;
  /** Who may see and call it. Default: everybody. The list's cache scope becomes `private` with it. */
  readonly visible?: Visible;
}

/** The arguments of a handler: what the input schema yields. */
export type ToolArguments<I> = [I] extends [Schema] ? SchemaOutput<I> : Record<string, never>;

/** What a handler returns: with an output schema, a value that it accepts, or `toolResult(…)`. */
export type ToolReturnFor<O> = ([O] extends [Schema] ? SchemaInput<O> | FullResult : ToolReturn) | InputAsked;

export type ToolHandler<I, O> = (
  args: ToolArguments<I>,
  ctx: InputContext,
) => ToolReturnFor<O> | Promise<ToolReturnFor<O>>;

interface ToolEntry extends Listed {
  readonly item: Tool;
  readonly input: CompiledSchema;
  readonly output: CompiledSchema | undefined;
  readonly headers: readonly HeaderParameter[];
}

type AnyHandler = (args: unknown, ctx: InputContext) => unknown;

/** [2026-07-28 server/tools#tool] */
const noArguments: CompiledSchema = {
  json: { type: "object", additionalProperties: false },
  check(value) {
    const stray = isPlainObject(value) ? Object.keys(value) : [];
    return stray.length === 0
      ? { value: {} }
      : { issues: [{ message: "this tool takes no arguments", path: stray.slice(0, 1) }] };
  },
};
const goodName = /^[A-Za-z0-9_.-]{1,128}$/;
const noHeaders: readonly HeaderParameter[] = [];

export class Tools {
  readonly registry: Registry<ToolEntry & { readonly handler: AnyHandler }>;
  readonly #services: Services;

  constructor(services: Services, changed: () => void) {
    this.#services = services;
    this.registry = new Registry("tool", changed);
  }

  add(name: string, options: ToolOptions, handler: AnyHandler): Handle<Partial<ToolOptions>> {
    if (name === "") throw new UsageError("bad-name", "a tool needs a name");
    if (!goodName.test(name)) {
      // Deviation from nothing but a SHOULD, and gateways must pass such names on. [2026-07-28 server/tools#tool-names]
      this.#services.report({
        code: "tool-name",
        message: `tool "${name.slice(0, 140)}": clients may refuse names other than 1 to 128 of A-Z a-z 0-9 _ . -`,
      });
    }
    return this.registry.add(name, options, (current) => ({ ...this.#build(name, current), handler }));
  }

  list(params: JSONObject, request: RequestContext): JSONObject {
    const { entries, nextCursor } = this.registry.page(
      this.#services.cursorOf(params),
      this.#services.pageSize,
      request.auth,
    );
    const tools = entries.map((entry) => entry.item);
    return nextCursor === undefined ? { tools } : { tools, nextCursor };
  }

  /** Answers at once where the schema and the handler do: a promise costs more than everything else that happens here. */
  call(params: JSONObject, request: RequestContext): HandlerOutcome | Promise<HandlerOutcome> {
    const name = params["name"];
    const entry = typeof name === "string" ? this.registry.find(name, request.auth) : undefined;
    if (entry === undefined) throw new ProtocolError(INVALID_PARAMS, `Unknown tool: ${String(name).slice(0, 140)}`);
    const checked = entry.input.check(params["arguments"] ?? {});
    return isThenable(checked)
      ? Promise.resolve(checked).then((result) => this.#run(entry, result, params, request))
      : this.#run(entry, checked, params, request);
  }

  #run(
    entry: ToolEntry & { readonly handler: AnyHandler },
    checked: SchemaResult<unknown>,
    params: JSONObject,
    request: RequestContext,
  ): HandlerOutcome | Promise<HandlerOutcome> {
    // The model can mend its arguments, so it gets to read what is wrong. [2026-07-28 server/tools#error-handling]
    if (checked.issues !== undefined) {
      return failure([
        { type: "text", text: `Invalid arguments for ${entry.item.name}: ${describeIssues(checked.issues)}` },
      ]);
    }
    const ctx = new InputContext(request, this.#services);
    let returned: unknown;
    try {
      returned = this.#services.rounds.run("tools/call", params, ctx, () => entry.handler(checked.value, ctx));
    } catch (error) {
      return failed(error);
    }
    return returned instanceof Promise
      ? returned.then((value) => this.#result(entry, value), failed)
      : this.#result(entry, returned);
  }

  #result(entry: ToolEntry, returned: unknown): HandlerOutcome | Promise<HandlerOutcome> {
    if (isInputRequired(returned)) return returned;
    return entry.output === undefined ? this.#plain(entry, returned) : this.#structured(entry, entry.output, returned);
  }

  /** None for a tool that the caller may not see: a header that is asked for would show that it is there. */
  headerParameters(name: string, caller: unknown): readonly HeaderParameter[] {
    try {
      return this.registry.find(name, caller)?.headers ?? noHeaders;
    } catch {
      // The program's own `visible` threw, as it will again when the tool is called.
      return noHeaders;
    }
  }

  #build(name: string, options: ToolOptions): ToolEntry {
    const { input, output, visible, ...described } = options;
    const subject = `tool "${name}"`;
    const { compile } = this.#services;
    const compiled = input === undefined ? noArguments : compileSchema(input, "input", compile, `${subject} input`);
    const inputSchema = objectRoot(compiled.json, `${subject} input`);
    const compiledOutput =
      output === undefined ? undefined : compileSchema(output, "output", compile, `${subject} output`);
    // The input's root is an object by now, and so is what the model's type asks for.
    const item = {
      name,
      ...withoutUndefined(described),
      inputSchema,
      ...(compiledOutput === undefined ? {} : { outputSchema: compiledOutput.json }),
    } as unknown as Tool;
    return { item, visible, input: compiled, output: compiledOutput, headers: headersOf(inputSchema, subject) };
  }

  #plain(entry: ToolEntry, returned: unknown): JSONObject {
    const result = shapeToolReturn(returned);
    if (result !== undefined) return result;
    throw this.#wrong(entry, "returned neither text nor content; give it an output schema, or return { content }");
  }

  /** A structured result must fit its schema; one that does not is the server's fault. [2026-07-28 server/tools#output-schema] */
  async #structured(entry: ToolEntry, output: CompiledSchema, returned: unknown): Promise<JSONObject> {
    if (isFullResult(returned) && returned.isError === true) return unmarked(returned);
    const checked = await output.check(isFullResult(returned) ? returned.structuredContent : returned);
    if (checked.issues !== undefined) {
      throw this.#wrong(entry, `returned what does not fit its output schema: ${describeIssues(checked.issues)}`);
    }
    return isFullResult(returned)
      ? { ...unmarked(returned), structuredContent: checked.value }
      : shapeStructured(checked.value);
  }

  #wrong(entry: ToolEntry, reason: string): ProtocolError {
    this.#services.report({ code: "bad-result", message: `tool "${entry.item.name}" ${reason}` });
    return new ProtocolError(INTERNAL_ERROR, "Internal error");
  }
}

/** A failure that the handler declared is a result; any other is the server's. */
function failed(error: unknown): JSONObject {
  if (isToolError(error)) return failure(error.content);
  throw error;
}
