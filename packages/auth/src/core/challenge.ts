/**
 * Reads `WWW-Authenticate`: several challenges in one field, quoted strings, token68 values, and what servers get wrong. Never throws;
 * what cannot be read is skipped up to the next comma. [2026-07-28 basic/authorization/authorization-server-discovery#protected-resource-metadata-discovery-requirements]
 */

export interface Challenge {
  /** In lower case. */
  readonly scheme: string;
  /** Names in lower case; of a repeated one, the first. */
  readonly params: ReadonlyMap<string, string>;
}

/** A header beyond this is no challenge that anybody meant. */
const maxLength = 16_384;

const tokenAt = /[!#$%&'*+\-.^_`|~0-9A-Za-z]+/y;
const equalsAt = /[ \t]*=[ \t]*/y;
/** One that ends at a comma or at the end; a `=` inside would make it a parameter. */
const token68At = /[A-Za-z0-9\-._~+/]+=*(?=[ \t]*(?:,|$))/y;
const quotedAt = /"((?:[^"\\]|\\.)*)"/sy;
/** Servers leave quotes out around URLs. */
const bareAt = /[^\s,"]+/y;

/** The challenges of a field, in order; empty for an absent one. Repeated fields come joined by commas. */
export function parseChallenges(field: string | null | undefined): readonly Challenge[] {
  const text = (field ?? "").slice(0, maxLength);
  const challenges: { scheme: string; params: Map<string, string> }[] = [];
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found !== null) at = pattern.lastIndex;
    return found;
  };
  while (at < text.length) {
    if (take(/[\s,]+/y) !== null) continue;
    const name = take(tokenAt)?.[0];
    if (name === undefined) {
      skipToComma();
      continue;
    }
    const afterName = at;
    if (take(equalsAt) !== null) {
      const value = takeValue();
      const params = challenges.at(-1)?.params;
      if (value === undefined) skipToComma();
      else if (params !== undefined && !params.has(name.toLowerCase())) params.set(name.toLowerCase(), value);
      continue;
    }
    at = afterName;
    challenges.push({ scheme: name.toLowerCase(), params: new Map() });
    if (take(/[ \t]+/y) !== null) take(token68At);
  }
  return challenges;

  function takeValue(): string | undefined {
    const quoted = take(quotedAt);
    if (quoted !== null) return quoted[1]?.replace(/\\(.)/gs, "$1");
    return take(bareAt)?.[0];
  }

  function skipToComma(): void {
    const comma = text.indexOf(",", at);
    at = comma === -1 ? text.length : comma + 1;
  }
}

/** What a challenge asks of an OAuth client; several challenges of OAuth schemes count as one, DPoP first. */
export interface OAuthChallenge {
  readonly error?: string;
  readonly scope?: string;
  /** As the server wrote it; not yet checked. */
  readonly resourceMetadata?: string;
}

/** Merges the Bearer and DPoP challenges of a field. Empty where there is none. */
export function readOAuthChallenge(field: string | null | undefined): OAuthChallenge {
  const ours = parseChallenges(field).filter(({ scheme }) => scheme === "dpop" || scheme === "bearer");
  ours.sort((a, b) => Number(b.scheme === "dpop") - Number(a.scheme === "dpop"));
  const find = (name: string): string | undefined =>
    ours.map(({ params }) => params.get(name)).find((value) => value !== undefined && value !== "");
  const error = find("error");
  const scope = find("scope");
  const resourceMetadata = find("resource_metadata");
  return {
    ...(error === undefined ? {} : { error }),
    ...(scope === undefined ? {} : { scope }),
    ...(resourceMetadata === undefined ? {} : { resourceMetadata }),
  };
}
