/**
 * How long a client may keep a result, and whether it may share it. [2026-07-28 server/utilities/caching#cacheable-results]
 */
import type { JSONObject } from "@mcpwire/jsonrpc";
import type { CacheHints } from "@mcpwire/negotiation";
import type { Prompts } from "./prompts.js";
import type { Resources } from "./resources.js";
import type { Tools } from "./tools.js";

/**
 * Hints by what they are about; `ttlMs` in ms, default 0, and `cacheScope`, default `private`. `all` fills in for the others. A
 * list with entries that are not visible to everybody is private whatever is said here.
 */
export interface CacheOptions {
  readonly all?: Partial<CacheHints>;
  /** What the server says of itself. */
  readonly server?: Partial<CacheHints>;
  readonly tools?: Partial<CacheHints>;
  readonly prompts?: Partial<CacheHints>;
  /** Both lists of resources. */
  readonly resources?: Partial<CacheHints>;
  /** Reads; a resource's own `cache` goes before it. */
  readonly reads?: Partial<CacheHints>;
}

/** What decides whether a result is the same for everybody. */
export interface HintSources {
  readonly tools: Tools;
  readonly prompts: Prompts;
  readonly resources: Resources;
}

export function hintsFor(
  method: string,
  params: JSONObject | undefined,
  caller: unknown,
  options: CacheOptions,
  { tools, prompts, resources }: HintSources,
): CacheHints {
  switch (method) {
    case "tools/list":
      return merge(options, options.tools, tools.registry.isPerCaller);
    case "prompts/list":
      return merge(options, options.prompts, prompts.registry.isPerCaller);
    case "resources/list":
    case "resources/templates/list":
      return merge(options, options.resources, resources.isPerCaller);
    case "resources/read": {
      const found = resources.hintsOf(String(params?.["uri"]), caller);
      return merge(options, over(found?.hints, options.reads), found?.isPerCaller === true);
    }
    default:
      return merge(options, options.server, false);
  }
}

function merge({ all }: CacheOptions, own: SomeHints | undefined, isPerCaller: boolean): CacheHints {
  const { ttlMs = 0, cacheScope = "private" } = over(own, all);
  // Whoever writes Infinity means for ever, for which JSON has no number.
  return { ttlMs: Math.min(ttlMs, Number.MAX_SAFE_INTEGER), cacheScope: isPerCaller ? "private" : cacheScope };
}

type SomeHints = { readonly [Hint in keyof CacheHints]?: CacheHints[Hint] | undefined };

function over(first: SomeHints | undefined, second: SomeHints | undefined): SomeHints {
  return { ttlMs: first?.ttlMs ?? second?.ttlMs, cacheScope: first?.cacheScope ?? second?.cacheScope };
}
