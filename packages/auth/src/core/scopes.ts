/** Sets of scopes, kept in the order in which they came. [2026-07-28 basic/authorization/index#scope-selection-strategy] */

export function splitScope(scope: string | undefined): readonly string[] {
  return scope === undefined ? [] : scope.split(/\s+/).filter((one) => one !== "");
}

/** Undefined where there is nothing: the parameter is left out then. */
export function joinScopes(scopes: Iterable<string>): string | undefined {
  const all = [...new Set(scopes)].join(" ");
  return all === "" ? undefined : all;
}

export function unionOf(...scopes: readonly (string | undefined)[]): string | undefined {
  return joinScopes(scopes.flatMap((scope) => splitScope(scope)));
}

/** Every scope of `wanted` is in `held`. */
export function covers(held: string | undefined, wanted: string | undefined): boolean {
  const all = new Set(splitScope(held));
  return splitScope(wanted).every((scope) => all.has(scope));
}

/** The same set, as one string: order and repetition play no part. */
export function scopeKey(scope: string | undefined): string {
  return [...new Set(splitScope(scope))].sort().join(" ");
}

export interface ScopeSources {
  /** What was asked for before; kept, so that a step up loses nothing. */
  readonly previous?: string | undefined;
  /** Of the challenge at hand: authoritative for the request that was refused. */
  readonly challenged?: string | undefined;
  /** What the user of this library wants in any case. */
  readonly configured?: string | undefined;
  /** `scopes_supported` of the resource. */
  readonly supported?: readonly string[] | undefined;
}

/** What to ask for. */
export function selectScope({ previous, challenged, configured, supported }: ScopeSources): string | undefined {
  const first =
    challenged ?? (previous === undefined && configured === undefined ? joinScopes(supported ?? []) : undefined);
  return unionOf(previous, configured, first);
}
