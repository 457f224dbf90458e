/** The grammar of RFC 6570, all four levels. Whatever is outside of it is refused here, so that nothing later has to guess. */
import { UsageError } from "@mcpwire/jsonrpc";

import { encodePercent, isTripletAt } from "./percent.js";

export interface Variable {
  readonly name: string;
  /** `*`: one part per member of a list. */
  readonly isExploded: boolean;
  /** `:n`: only so many characters of the value. */
  readonly maxLength: number | undefined;
}

export type Operator = "" | "+" | "#" | "." | "/" | ";" | "?" | "&";

export type Part =
  | { readonly type: "literal"; readonly text: string }
  | { readonly type: "expression"; readonly operator: Operator; readonly variables: readonly Variable[] };

/** How an operator writes: RFC 6570, appendix A. */
export interface Style {
  readonly first: string;
  readonly separator: string;
  /** Values carry their name. */
  readonly isNamed: boolean;
  /** What follows the name of an empty value. */
  readonly ifEmpty: string;
  readonly keepReserved: boolean;
}

export const styles: Readonly<Record<Operator, Style>> = {
  "": { first: "", separator: ",", isNamed: false, ifEmpty: "", keepReserved: false },
  "+": { first: "", separator: ",", isNamed: false, ifEmpty: "", keepReserved: true },
  "#": { first: "#", separator: ",", isNamed: false, ifEmpty: "", keepReserved: true },
  ".": { first: ".", separator: ".", isNamed: false, ifEmpty: "", keepReserved: false },
  "/": { first: "/", separator: "/", isNamed: false, ifEmpty: "", keepReserved: false },
  ";": { first: ";", separator: ";", isNamed: true, ifEmpty: "", keepReserved: false },
  "?": { first: "?", separator: "&", isNamed: true, ifEmpty: "=", keepReserved: false },
  "&": { first: "&", separator: "&", isNamed: true, ifEmpty: "=", keepReserved: false },
};

export interface TemplateLimits {
  /** Characters of a template. */
  readonly maxTemplateLength: number;
  /** Variables of a template, repetitions counted. */
  readonly maxVariables: number;
}

/** Splits a template into parts. Throws a `UsageError` (`invalid-uri-template`) that says where and why. */
export function parseTemplate(source: string, limits: TemplateLimits): readonly Part[] {
  if (source.length > limits.maxTemplateLength) {
    throw new UsageError(
      "invalid-uri-template",
      `The URI template has ${source.length} characters; at most ${limits.maxTemplateLength} are allowed`,
    );
  }
  const parts: Part[] = [];
  let variables = 0;
  let at = 0;
  while (at < source.length) {
    if (source[at] === "{") {
      const end = source.indexOf("}", at);
      if (end === -1) throw invalid(source, at, "an expression is not closed");
      const part = parseExpression(source, at + 1, end);
      variables += part.variables.length;
      if (variables > limits.maxVariables) {
        throw invalid(source, at, `it has more than ${limits.maxVariables} variables`);
      }
      parts.push(part);
      at = end + 1;
    } else {
      const next = source.indexOf("{", at);
      const end = next === -1 ? source.length : next;
      checkLiteral(source, at, end);
      parts.push({ type: "literal", text: encodePercent(source.slice(at, end), { keepReserved: true }) });
      at = end;
    }
  }
  return parts;
}

function parseExpression(source: string, from: number, to: number): Part & { readonly type: "expression" } {
  const lead = source.charAt(from);
  if (from < to && "=,!@|".includes(lead)) throw invalid(source, from, `the operator "${lead}" is reserved`);
  const operator = from < to && isOperator(lead) ? lead : "";
  const variables: Variable[] = [];
  let at = from + operator.length;
  for (const spec of source.slice(at, to).split(",")) {
    variables.push(parseVariable(source, at, spec));
    at += spec.length + 1;
  }
  return { type: "expression", operator, variables };
}

// Names are made of letters, digits, underscores and escapes; dots may stand between, not at the ends.
const variablePattern =
  /^((?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2})+(?:\.(?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2})+)*)(\*|:[1-9][0-9]{0,3})?$/;

function parseVariable(source: string, at: number, spec: string): Variable {
  const found = variablePattern.exec(spec);
  const name = found?.[1];
  if (name === undefined) throw invalid(source, at, `"${spec}" is not a variable`);
  const modifier = found?.[2];
  return {
    name,
    isExploded: modifier === "*",
    maxLength: modifier?.startsWith(":") === true ? Number(modifier.slice(1)) : undefined,
  };
}

function checkLiteral(source: string, from: number, to: number): void {
  for (let at = from; at < to; at++) {
    const char = source.charAt(at);
    if (char === "%" ? !isTripletAt(source, at) : /[\u0000-\u0020\u007f"<>\\^`|}]/.test(char)) {
      throw invalid(source, at, `${JSON.stringify(char)} may not stand outside of an expression`);
    }
  }
}

function isOperator(char: string): char is Operator {
  return Object.hasOwn(styles, char);
}

function invalid(source: string, at: number, why: string): UsageError {
  const shown = source.length > 100 ? `${source.slice(0, 100)}…` : source;
  return new UsageError("invalid-uri-template", `The URI template ${shown} is malformed at character ${at}: ${why}`);
}
