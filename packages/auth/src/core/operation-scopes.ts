/** Which scopes a message needs. [2026-07-28 basic/authorization/index#runtime-insufficient-scope-errors] */
import { isObject, isNotification, isRequest, type JSONRPCMessage } from "@mcpwire/jsonrpc";
import { splitScope } from "./scopes.js";

/** What a message asks for. */
export interface Operation {
  readonly method: string;
  /** The tool or prompt by its name, the resource by its URI. Absent for methods that act on none of these. */
  readonly name?: string;
}

export interface ScopeRules {
  /** Needed for everything. */
  readonly required?: readonly string[];
  /** Needed to call a tool, by its name, on top. */
  readonly tools?: Readonly<Record<string, readonly string[]>>;
  /** Needed on top for anything else that you can tell. */
  readonly of?: (operation: Operation) => readonly string[];
  /** Scopes that a scope stands for, such as `{ admin: ["read", "write"] }`. */
  readonly implied?: Readonly<Record<string, readonly string[]>>;
}

/** Every scope that the message needs, in one list: a client that steps up does so once. */
export function scopesOf(message: JSONRPCMessage, rules: ScopeRules): readonly string[] {
  const needed = new Set(rules.required ?? []);
  const operation = operationOf(message);
  if (operation === undefined) return [...needed];
  const { method, name } = operation;
  if (method === "tools/call" && name !== undefined && rules.tools !== undefined && Object.hasOwn(rules.tools, name)) {
    for (const scope of rules.tools[name] ?? []) needed.add(scope);
  }
  for (const scope of rules.of?.(operation) ?? []) needed.add(scope);
  return [...needed];
}

/** Answers to what we asked ask for nothing themselves. */
function operationOf(message: JSONRPCMessage): Operation | undefined {
  if (!isRequest(message) && !isNotification(message)) return undefined;
  const { method, params } = message;
  const member = memberActedOn(method);
  const name = member !== undefined && isObject(params) ? params[member] : undefined;
  return typeof name === "string" ? { method, name } : { method };
}

/** The one member that the method goes by: a caller who puts another beside it must not choose what is looked at. */
function memberActedOn(method: string): "name" | "uri" | undefined {
  if (method.startsWith("resources/")) return "uri";
  return method.startsWith("tools/") || method.startsWith("prompts/") ? "name" : undefined;
}

/** What is held, with what it stands for, however many steps away. */
export function expandScopes(held: readonly string[], implied: ScopeRules["implied"]): ReadonlySet<string> {
  const all = new Set<string>();
  const waiting = [...held];
  for (let scope = waiting.pop(); scope !== undefined; scope = waiting.pop()) {
    if (all.has(scope)) continue;
    all.add(scope);
    if (implied !== undefined && Object.hasOwn(implied, scope)) waiting.push(...(implied[scope] ?? []));
  }
  return all;
}

/** Scopes of a token's claims: `scope` as one string or a list, or `scp`, as some servers have it. */
export function scopesOfClaims(claims: Readonly<Record<string, unknown>>): readonly string[] {
  for (const value of [claims["scope"], claims["scp"]]) {
    if (typeof value === "string") return splitScope(value);
    if (Array.isArray(value)) return value.filter((one): one is string => typeof one === "string");
  }
  return [];
}
