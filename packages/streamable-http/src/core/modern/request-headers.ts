/**
 * The headers of a modern request say what its body says, or it is refused.
 * [2026-07-28 basic/transports/streamable-http#server-validation]
 */
import type { HeaderParameter, JSONRPCRequest } from "@mcpwire/jsonrpc";
import {
  METHOD_HEADER,
  NAME_HEADER,
  PROTOCOL_VERSION_HEADER,
  checkMirrored,
  decodeHeaderValue,
  subjectOf,
} from "@mcpwire/protocol";

type Lookup = (lowerCaseName: string) => string | undefined;

const versionHeader = PROTOCOL_VERSION_HEADER.toLowerCase();
const methodHeader = METHOD_HEADER.toLowerCase();
const nameHeader = NAME_HEADER.toLowerCase();

/** What is wrong with the version header, for a body that claims this revision. */
export function versionMismatch(revision: string, lookup: Lookup): string | undefined {
  const given = lookup(versionHeader);
  if (given === revision) return undefined;
  if (given === undefined) return `${PROTOCOL_VERSION_HEADER} is missing, but the body says ${shown(revision)}`;
  return given.trim() === revision
    ? undefined
    : `${PROTOCOL_VERSION_HEADER} ${shown(given)} does not match the body's ${shown(revision)}`;
}

/** What is wrong with the other headers of a request in a revision that is served. */
export function headerMismatchOf(
  request: JSONRPCRequest,
  lookup: Lookup,
  headerParameters: (tool: string) => readonly HeaderParameter[],
): string | undefined {
  const { method, params } = request;
  const given = lookup(methodHeader);
  if (given === undefined) return `${METHOD_HEADER} is missing, but the body's method is ${shown(method)}`;
  if (given !== method && given.trim() !== method) {
    return `${METHOD_HEADER} ${shown(given)} does not match the body's method ${shown(method)}`;
  }
  const subject = subjectOf(method);
  if (subject === undefined) return undefined;
  const named = params?.[subject];
  const problem = nameMismatch(named, subject, lookup(nameHeader));
  if (problem !== undefined || method !== "tools/call" || typeof named !== "string") return problem;
  const parameters = headerParameters(named);
  if (parameters.length === 0) return undefined;
  return checkMirrored(parameters, params?.["arguments"], (name) => lookup(name.toLowerCase()));
}

function nameMismatch(named: unknown, subject: string, given: string | undefined): string | undefined {
  // A body without a name fails for that, by the method's own rules.
  if (given === undefined) {
    return typeof named === "string"
      ? `${NAME_HEADER} is missing, but params.${subject} is ${shown(named)}`
      : undefined;
  }
  if (given === named && !given.startsWith("=?")) return undefined;
  const decoded = decodeHeaderValue(given);
  if ("problem" in decoded) return `${NAME_HEADER} ${decoded.problem}`;
  if (decoded.value === named) return undefined;
  return `${NAME_HEADER} ${shown(decoded.value)} does not match params.${subject}: ${shown(named)}`;
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}
