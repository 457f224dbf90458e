/**
 * Completion of prompt arguments and of variables in resource templates. [2026-07-28 server/utilities/completion#protocol-messages]
 */
import { INVALID_PARAMS, ProtocolError } from "@mcpwire/jsonrpc";
import type { JSONObject } from "@mcpwire/jsonrpc";
import type { HandlerContext } from "./context.js";
import { isPlainObject } from "./schema.js";

/** Suggestions: values, best first. Those beyond the hundredth are cut, and the client is told that there are more. */
export type CompletionReturn = readonly string[] | CompletionValues;

export interface CompletionValues {
  readonly values: readonly string[];
  /** Of all matches, where known. */
  readonly total?: number;
  readonly hasMore?: boolean;
}

/** Suggests values for what the user has typed; `given` holds the arguments that are settled already. */
export type Completer = (
  value: string,
  ctx: HandlerContext,
  given: Readonly<Record<string, string>>,
) => CompletionReturn | Promise<CompletionReturn>;

/** Completers by argument or variable. */
export type Completers = Readonly<Record<string, Completer>>;

/** [2026-07-28 server/utilities/completion#completion-results] */
const maxValues = 100;

/** What `completion/complete` needs of the registries. */
export interface CompletionSources {
  /** Undefined where there is no such prompt for this caller. */
  prompt(name: string, caller: unknown): { readonly complete: Completers | undefined } | undefined;
  /** Undefined where neither a template nor a resource of this caller has that URI. */
  resource(uri: string, caller: unknown): { readonly complete: Completers | undefined } | undefined;
}

/** Answers `completion/complete`; the params have been checked. */
export async function complete(
  params: JSONObject,
  ctx: HandlerContext,
  sources: CompletionSources,
): Promise<JSONObject> {
  const ref = isPlainObject(params["ref"]) ? params["ref"] : {};
  const argument = isPlainObject(params["argument"]) ? params["argument"] : {};
  const context = isPlainObject(params["context"]) ? params["context"] : {};
  const subject = String(ref["type"] === "ref/prompt" ? ref["name"] : ref["uri"]);
  const source = ref["type"] === "ref/prompt" ? sources.prompt(subject, ctx.auth) : sources.resource(subject, ctx.auth);
  if (source === undefined)
    throw new ProtocolError(INVALID_PARAMS, `Nothing to complete: unknown ${subject.slice(0, 140)}`);
  const name = String(argument["name"]);
  const completers = source.complete ?? {};
  const completer = Object.hasOwn(completers, name) ? completers[name] : undefined;
  if (completer === undefined) return { completion: { values: [], hasMore: false } };
  // Params were checked: the settled arguments are strings.
  const given = (isPlainObject(context["arguments"]) ? context["arguments"] : {}) as Record<string, string>;
  return { completion: shape(await completer(String(argument["value"]), ctx, given)) };
}

function shape(returned: CompletionReturn): JSONObject {
  const { values, total, hasMore }: CompletionValues = isList(returned) ? { values: returned } : returned;
  if (values.length > maxValues)
    return { values: values.slice(0, maxValues), total: total ?? values.length, hasMore: true };
  return {
    values,
    ...(total === undefined ? {} : { total }),
    hasMore: hasMore ?? (total !== undefined && total > values.length),
  };
}

function isList(returned: CompletionReturn): returned is readonly string[] {
  return Array.isArray(returned);
}
