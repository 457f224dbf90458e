/**
 * The per-request metadata of the modern era: the `_meta` keys that carry version, identity and capabilities on every request, how
 * a client stamps them and how a server reads them. [2026-07-28 basic/index#meta]
 *
 * Whether the revision is one that we serve is not decided here.
 */
import { INVALID_PARAMS, isRequestId, isObject } from "@mcpwire/jsonrpc";
import type { JSONObject, RequestId } from "@mcpwire/jsonrpc";

import { loggingLevels } from "./model/capabilities.js";
import type { ClientCapabilities, Implementation, LoggingLevel } from "./model/capabilities.js";
import { ownValue } from "./own-value.js";

/** Required on every modern request. */
export const PROTOCOL_VERSION_KEY = "io.modelcontextprotocol/protocolVersion";
export const CLIENT_INFO_KEY = "io.modelcontextprotocol/clientInfo";
/** Required on every modern request; an empty object declares nothing. */
export const CLIENT_CAPABILITIES_KEY = "io.modelcontextprotocol/clientCapabilities";
/** The least severe level of log messages wanted for this request; absent, none are. [2026-07-28 server/utilities/logging#per-request-log-level] */
export const LOG_LEVEL_KEY = "io.modelcontextprotocol/logLevel";
/** On results: who answered. */
export const SERVER_INFO_KEY = "io.modelcontextprotocol/serverInfo";
/** On everything that a listen stream delivers: the id of the listen request. [2026-07-28 basic/patterns/subscriptions#receiving-notifications] */
export const SUBSCRIPTION_ID_KEY = "io.modelcontextprotocol/subscriptionId";
/** Asks for progress, in every revision. [2026-07-28 basic/patterns/progress#progress-flow] */
export const PROGRESS_TOKEN_KEY = "progressToken";

/** Trace context, passed through as it is: W3C's header names serve as keys, without a prefix. */
export const TRACEPARENT_KEY = "traceparent";
export const TRACESTATE_KEY = "tracestate";
export const BAGGAGE_KEY = "baggage";

/** What one modern request says of its sender. Identity is self-reported: for display and logs, never for decisions. */
export interface RequestMetadata {
  readonly protocolVersion: string;
  readonly clientInfo?: Implementation | undefined;
  readonly clientCapabilities: ClientCapabilities;
  readonly logLevel?: LoggingLevel | undefined;
  readonly progressToken?: RequestId | undefined;
}

/** Why metadata cannot be accepted. The request is answered with `code`, on HTTP with status 400. */
export interface RequestMetadataProblem {
  /** What is wrong, naming the key; fit for the peer. */
  readonly problem: string;
  /** Always -32602. */
  readonly code: number;
  /** The `_meta` key at fault, or `_meta` itself. */
  readonly key: string;
}

/**
 * Reads the metadata of a modern request. Required keys must be there, and every known key must have its type; unknown keys are
 * nobody's business. Check the version that `classifyEra` found before calling this: other revisions may carry other metadata.
 */
export function readRequestMetadata(params: JSONObject | undefined): RequestMetadata | RequestMetadataProblem {
  const meta = metaOf(params);
  if (meta === undefined) return problem("_meta", "is missing or not an object");

  const protocolVersion = ownValue(meta, PROTOCOL_VERSION_KEY);
  if (typeof protocolVersion !== "string") return missingOr(protocolVersion, PROTOCOL_VERSION_KEY, "a string");

  const clientCapabilities = ownValue(meta, CLIENT_CAPABILITIES_KEY);
  if (!isClientCapabilities(clientCapabilities)) {
    return missingOr(clientCapabilities, CLIENT_CAPABILITIES_KEY, "an object of capability objects");
  }

  const clientInfo = ownValue(meta, CLIENT_INFO_KEY);
  if (clientInfo !== undefined && !isImplementation(clientInfo)) {
    return problem(CLIENT_INFO_KEY, "must be an object with the strings name and version");
  }
  const logLevel = ownValue(meta, LOG_LEVEL_KEY);
  if (logLevel !== undefined && !isLoggingLevel(logLevel)) {
    return problem(LOG_LEVEL_KEY, `must be one of ${loggingLevels.join(", ")}`);
  }
  const progressToken = ownValue(meta, PROGRESS_TOKEN_KEY);
  if (progressToken !== undefined && !isRequestId(progressToken)) {
    return problem(PROGRESS_TOKEN_KEY, "must be a string or an integer");
  }
  return { protocolVersion, clientCapabilities, clientInfo, logLevel, progressToken };
}

const stampedKeys: ReadonlySet<string> = new Set([
  PROTOCOL_VERSION_KEY,
  CLIENT_INFO_KEY,
  CLIENT_CAPABILITIES_KEY,
  LOG_LEVEL_KEY,
  PROGRESS_TOKEN_KEY,
]);

/**
 * A copy of the params that carries this metadata. The caller's other params and `_meta` keys survive; the five keys of
 * `RequestMetadata` are ours alone, so one that the metadata leaves out is left out of the request as well.
 */
export function stampRequestMetadata(params: JSONObject | undefined, metadata: RequestMetadata): JSONObject {
  const meta: Record<string, unknown> = {};
  const given = metaOf(params);
  if (given !== undefined) {
    for (const [key, value] of Object.entries(given)) if (!stampedKeys.has(key)) define(meta, key, value);
  }
  meta[PROTOCOL_VERSION_KEY] = metadata.protocolVersion;
  if (metadata.clientInfo !== undefined) meta[CLIENT_INFO_KEY] = metadata.clientInfo;
  meta[CLIENT_CAPABILITIES_KEY] = metadata.clientCapabilities;
  if (metadata.logLevel !== undefined) meta[LOG_LEVEL_KEY] = metadata.logLevel;
  if (metadata.progressToken !== undefined) meta[PROGRESS_TOKEN_KEY] = metadata.progressToken;
  return { ...params, _meta: meta };
}

/** A copy of the result that says who answered; without `serverInfo` the result itself. [2026-07-28 basic/index#meta] */
export function stampResult(result: JSONObject, serverInfo: Implementation | undefined): JSONObject {
  return serverInfo === undefined ? result : withMeta(result, SERVER_INFO_KEY, serverInfo);
}

/** Who answered, as a result's `_meta` says; undefined where it says nothing usable. */
export function serverInfoOf(result: JSONObject): Implementation | undefined {
  const info = ownValue(metaOf(result) ?? {}, SERVER_INFO_KEY);
  return isImplementation(info) ? info : undefined;
}

/** The subscription that params or a result are tagged with. Type and value are the listen request's id: `1` is not `"1"`. */
export function subscriptionIdOf(body: JSONObject | undefined): RequestId | undefined {
  const meta = metaOf(body);
  const id = meta === undefined ? undefined : ownValue(meta, SUBSCRIPTION_ID_KEY);
  return isRequestId(id) ? id : undefined;
}

/** A copy of params or of a result, tagged with the id of the listen request that it is delivered for. */
export function tagSubscription(body: JSONObject | undefined, id: RequestId): JSONObject {
  return withMeta(body, SUBSCRIPTION_ID_KEY, id);
}

/** The progress token of a request's params, in any revision; undefined where progress was not asked for. */
export function progressTokenOf(params: JSONObject | undefined): RequestId | undefined {
  const meta = metaOf(params);
  const token = meta === undefined ? undefined : ownValue(meta, PROGRESS_TOKEN_KEY);
  return isRequestId(token) ? token : undefined;
}

/** The `_meta` of params or of a result, where it is an object. */
export function metaOf(body: JSONObject | undefined): JSONObject | undefined {
  const meta = body === undefined ? undefined : ownValue(body, "_meta");
  return isObject(meta) ? meta : undefined;
}

/** True for an object with the strings `name` and `version`; the display fields beside them are not looked at. */
export function isImplementation(value: unknown): value is Implementation {
  return (
    isObject(value) && typeof ownValue(value, "name") === "string" && typeof ownValue(value, "version") === "string"
  );
}

/** True for a level that the spec names. */
export function isLoggingLevel(value: unknown): value is LoggingLevel {
  return loggingLevels.some((level) => level === value);
}

/** True for an object whose known members have the shape that a client declares them in; unknown members are free. */
export function isClientCapabilities(value: unknown): value is ClientCapabilities {
  if (!isObject(value)) return false;
  return (
    isAbsentOr(isObject, value, "roots") &&
    isAbsentOr((flag) => typeof flag === "boolean", ownObject(value, "roots"), "listChanged") &&
    isAbsentOr(isObject, value, "sampling") &&
    isAbsentOr(isObject, ownObject(value, "sampling"), "context") &&
    isAbsentOr(isObject, ownObject(value, "sampling"), "tools") &&
    isAbsentOr(isObject, value, "elicitation") &&
    isAbsentOr(isObject, ownObject(value, "elicitation"), "form") &&
    isAbsentOr(isObject, ownObject(value, "elicitation"), "url") &&
    isAbsentOr(isObjectOfObjects, value, "experimental") &&
    isAbsentOr(isObjectOfObjects, value, "extensions")
  );
}

function isObjectOfObjects(value: unknown): boolean {
  return isObject(value) && Object.values(value).every(isObject);
}

function isAbsentOr(check: (value: unknown) => boolean, object: JSONObject, key: string): boolean {
  const value = ownValue(object, key);
  return value === undefined || check(value);
}

function ownObject(object: JSONObject, key: string): JSONObject {
  const value = ownValue(object, key);
  return isObject(value) ? value : {};
}

function withMeta(body: JSONObject | undefined, key: string, value: unknown): JSONObject {
  return { ...body, _meta: { ...metaOf(body), [key]: value } };
}

function missingOr(value: unknown, key: string, expected: string): RequestMetadataProblem {
  return problem(key, value === undefined ? "is missing" : `must be ${expected}`);
}

function problem(key: string, what: string): RequestMetadataProblem {
  const where = key === "_meta" ? "params._meta" : `params._meta[${JSON.stringify(key)}]`;
  return { problem: `${where} ${what}`, code: INVALID_PARAMS, key };
}

/** Assignment would run the setter of `__proto__`. */
function define(object: Record<string, unknown>, key: string, value: unknown): void {
  Object.defineProperty(object, key, { value, enumerable: true, writable: true, configurable: true });
}
