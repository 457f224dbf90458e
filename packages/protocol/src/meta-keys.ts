/**
 * How `_meta` keys and extension identifiers are spelled, and which are the spec's own.
 * [2026-07-28 basic/index#meta] [2026-07-28 basic/versioning#extension-negotiation]
 *
 * A key is an optional prefix (labels joined by dots, then a slash) and a name. Revisions before 2025-06-18 have no rule at all.
 * Nothing in mcpwire refuses a peer's key: these checks are for those who choose keys, and for lint-like tools.
 */
import {
  BAGGAGE_KEY,
  CLIENT_CAPABILITIES_KEY,
  CLIENT_INFO_KEY,
  LOG_LEVEL_KEY,
  PROGRESS_TOKEN_KEY,
  PROTOCOL_VERSION_KEY,
  SERVER_INFO_KEY,
  SUBSCRIPTION_ID_KEY,
  TRACEPARENT_KEY,
  TRACESTATE_KEY,
} from "./request-metadata.js";

/** Every key that the newest revision itself defines. The last three are the only ones beside `progressToken` without a prefix. */
export const reservedMetaKeys: readonly string[] = [
  PROGRESS_TOKEN_KEY,
  PROTOCOL_VERSION_KEY,
  CLIENT_INFO_KEY,
  CLIENT_CAPABILITIES_KEY,
  LOG_LEVEL_KEY,
  SERVER_INFO_KEY,
  SUBSCRIPTION_ID_KEY,
  TRACEPARENT_KEY,
  TRACESTATE_KEY,
  BAGGAGE_KEY,
];

/**
 * Which prefixes belong to MCP. `second-label`: those whose second label is `modelcontextprotocol` or `mcp`, so `dev.mcp/` but not
 * `com.example.mcp/` [2025-11-25 basic/index#meta]. `before-last-label`: those that have one of the two anywhere but at the end, so
 * `mcp.dev/` and `tools.mcp.com/` [2025-06-18 basic/index#meta]. The two disagree about `dev.mcp/` and `mcp.dev/`.
 */
export type ReservedPrefixRule = "second-label" | "before-last-label";

const label = /^[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?$/;
const name = /^(?:[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)?$/;

/** What is wrong with a `_meta` key; undefined where nothing is. The name may be empty, as the rules have it. */
export function metaKeyProblem(key: string): string | undefined {
  const { prefix, rest } = split(key);
  if (prefix !== undefined) {
    for (const part of prefix.split(".")) {
      if (!label.test(part)) {
        return `the prefix label ${JSON.stringify(part)} must start with a letter, end with a letter or digit, and hold only letters, digits and hyphens`;
      }
    }
  }
  return name.test(rest)
    ? undefined
    : `the name ${JSON.stringify(rest)} must begin and end with a letter or digit, and hold only letters, digits, hyphens, underscores and dots`;
}

/** True where the key's prefix belongs to MCP: only the spec and official extensions may define such keys. */
export function hasReservedPrefix(key: string, rule: ReservedPrefixRule = "second-label"): boolean {
  const { prefix } = split(key);
  if (prefix === undefined) return false;
  const labels = prefix.split(".");
  return rule === "second-label" ? isOurs(labels[1]) : labels.slice(0, -1).some(isOurs);
}

/** What is wrong with an extension identifier; undefined where nothing is. It is a `_meta` key whose prefix is mandatory. */
export function extensionIdProblem(id: string): string | undefined {
  return split(id).prefix === undefined
    ? "an extension identifier needs a prefix, such as com.example/"
    : metaKeyProblem(id);
}

function isOurs(part: string | undefined): boolean {
  return part === "modelcontextprotocol" || part === "mcp";
}

/** The prefix without its slash, and the rest. */
function split(key: string): { prefix: string | undefined; rest: string } {
  const slash = key.indexOf("/");
  return slash === -1 ? { prefix: undefined, rest: key } : { prefix: key.slice(0, slash), rest: key.slice(slash + 1) };
}
