/**
 * URI templates by RFC 6570, all four levels, both ways: expansion, and matching that never backtracks.
 * [2026-07-28 server/resources#resource-templates]
 */
import { expandParts } from "./expand.js";
import type { UriValue } from "./expand.js";
import { runMatch } from "./match.js";
import { parseTemplate } from "./parse.js";
import { compile } from "./program.js";
import type { UriVariables } from "./variables.js";

export interface UriTemplateOptions {
  /** Characters of the template. Default 2 048: a template is written by a person. */
  readonly maxTemplateLength?: number;
  /** Variables of the template, repetitions counted. Default 64. */
  readonly maxVariables?: number;
  /** Characters of a URI to match; a longer one does not match. Default 8 192, what web servers take in a request line. */
  readonly maxUriLength?: number;
}

export interface UriTemplate<Template extends string = string> {
  /** As it was given. */
  readonly source: Template;
  /** Names in order of appearance, each once. */
  readonly variables: readonly string[];
  /**
   * The URI for these values. Undefined and null leave no trace; an empty string does. Lists and objects expand as the RFC says.
   * Throws a `UsageError` (`invalid-uri-value`) where `{name:3}` is given a list.
   */
  expand(values: { readonly [name: string]: UriValue }): string;
  /**
   * The values for this URI, each percent-decoded once; undefined where the URI is not of this template, holds a malformed escape,
   * or is too long. A variable that occurs twice must have one value. Names and values have no prototype behind them.
   */
  match(uri: string): UriVariables<Template> | undefined;
}

/** Parses a template. Throws a `UsageError` (`invalid-uri-template`) for one that is malformed or beyond a limit. */
export function uriTemplate<Template extends string>(
  source: Template,
  options: UriTemplateOptions = {},
): UriTemplate<Template> {
  const { maxTemplateLength = 2048, maxVariables = 64, maxUriLength = 8192 } = options;
  const parts = parseTemplate(source, { maxTemplateLength, maxVariables });
  const program = compile(parts);
  const names = parts.flatMap((part) => (part.type === "literal" ? [] : part.variables.map(({ name }) => name)));
  return {
    source,
    variables: [...new Set(names)],
    expand: (values) => expandParts(parts, values),
    match(uri) {
      if (uri.length > maxUriLength) return undefined;
      // The program was compiled from this very template, so its captures are this template's variables.
      return runMatch(program, uri).values as UriVariables<Template> | undefined;
    },
  };
}
