/**
 * Which era one POST belongs to, or why it belongs to none. The body decides first, then the header, then the session.
 * [2026-07-28 basic/transports/streamable-http#backward-compatibility] [2026-07-28 basic/versioning#compatibility-matrix]
 */
import {
  INVALID_PARAMS,
  INVALID_REQUEST,
  METHOD_NOT_FOUND,
  isRequest,
  isResponse,
  type JSONRPCMessage,
} from "@mcpwire/jsonrpc";
import {
  HEADER_MISMATCH,
  PROTOCOL_VERSION_HEADER,
  PROTOCOL_VERSION_KEY,
  SESSION_ID_HEADER,
  classifyEra,
  findRevision,
  unsupportedProtocolVersion,
  type Era,
} from "@mcpwire/protocol";
import { refuse, type Refused } from "./status.js";

/** The revisions that a server serves, as HTTP needs them. */
export interface ServedRevisions {
  readonly names: ReadonlySet<string>;
  /** What errors list, newest first. */
  readonly offered: readonly string[];
  readonly hasLegacy: boolean;
  readonly hasModern: boolean;
}

export function servedRevisions(names: readonly string[]): ServedRevisions {
  return {
    names: new Set(names),
    offered: names.filter((name) => findRevision(name)?.traits.acceptedOnly !== true),
    // A name that nobody knows is a custom revision, and those open with a handshake.
    hasLegacy: names.some((name) => findRevision(name)?.era !== "modern"),
    hasModern: names.some((name) => findRevision(name)?.era === "modern"),
  };
}

export interface PostFacts {
  readonly versionHeader: string | undefined;
  readonly hasSession: boolean;
  /** Legacy clients need a session. */
  readonly sessions: boolean;
  readonly served: ServedRevisions;
}

export type Selected = Refused | { readonly type: "modern"; readonly revision?: string } | { readonly type: "legacy" };

/** What a legacy request is read as that says nothing of its revision. [2025-11-25 basic/transports#protocol-version-header] */
export const ASSUMED_REVISION = "2025-03-26";

const legacy: Selected = { type: "legacy" };

/** Decides for one message; a batch is legacy whatever it holds. */
export function selectEra(message: JSONRPCMessage, facts: PostFacts): Selected {
  const { versionHeader, hasSession, served } = facts;
  const claim = classifyEra(message, { versionHeader, eraOf: (name) => eraOf(name, served), hasSession });
  if (claim.era === "modern") {
    if (claim.by === "metadata") {
      if (isRequest(message) && message.method === "initialize") return noHandshakeThere(facts);
      return claim.revision === undefined ? { type: "modern" } : { type: "modern", revision: claim.revision };
    }
    return selectByModernHeader(message, claim.revision, facts);
  }
  const isHandshake = claim.era === "legacy" && claim.by === "initialize";
  // No session is opened for a header that contradicts the handshake.
  if (isHandshake && claim.header === "modern" && versionHeader !== undefined) {
    return selectByModernHeader(message, versionHeader, facts);
  }
  if (!served.hasLegacy) return refuseLegacy(message, facts);
  const refused = versionHeader === undefined ? undefined : refuseVersion(versionHeader, served);
  if (refused !== undefined) return refused;
  return facts.sessions && !hasSession && !isHandshake ? noSession(facts) : legacy;
}

/** The version header of a legacy request; undefined where it may pass. Also asked for GET and DELETE. */
export function refuseVersion(versionHeader: string, served: ServedRevisions): Refused | undefined {
  if (served.names.has(versionHeader) && eraOf(versionHeader, served) === "legacy") return undefined;
  const { code, message, data } = versionError(versionHeader, served);
  return refuse(400, code, message, data);
}

function eraOf(name: string, served: ServedRevisions): Era | undefined {
  return findRevision(name)?.era ?? (served.names.has(name) ? "legacy" : undefined);
}

/** The header alone says modern. Requests must carry metadata; a notification need not. */
function selectByModernHeader(message: JSONRPCMessage, revision: string, facts: PostFacts): Selected {
  const { served } = facts;
  if (isResponse(message)) {
    return refuse(400, INVALID_REQUEST, `In ${revision} a client sends no responses`);
  }
  const isHandshake = isRequest(message) && message.method === "initialize";
  if (!served.names.has(revision) && !isHandshake) {
    const { code, message: text, data } = versionError(revision, served);
    return refuse(400, code, text, data);
  }
  if (!isRequest(message)) return { type: "modern", revision };
  const missing = `params._meta[${JSON.stringify(PROTOCOL_VERSION_KEY)}]`;
  if (isHandshake) {
    return withVersions(
      400,
      HEADER_MISMATCH,
      `Header mismatch: ${PROTOCOL_VERSION_HEADER} names ${revision}, which has no initialize; its requests carry ${missing}`,
      facts,
    );
  }
  return withVersions(400, INVALID_PARAMS, `The request lacks its metadata: ${missing} is missing`, facts);
}

function noHandshakeThere(facts: PostFacts): Refused {
  const message = "initialize does not exist where requests carry their metadata; send it without, or do without it";
  return withVersions(404, METHOD_NOT_FOUND, message, facts);
}

/** Nothing here has sessions or a handshake. */
function refuseLegacy(message: JSONRPCMessage, facts: PostFacts): Refused {
  const { versionHeader, served } = facts;
  const isHandshake = isRequest(message) && message.method === "initialize";
  if (versionHeader !== undefined && !isHandshake) {
    const { code, message: text, data } = versionError(versionHeader, served);
    return refuse(400, code, text, data);
  }
  if (isResponse(message)) return withVersions(400, INVALID_REQUEST, "This server takes no responses", facts);
  const what = isHandshake ? "this server has no initialize; its" : "its";
  const header = versionHeader === undefined ? "is missing" : `must name a version that is served`;
  const text = `Header mismatch: ${PROTOCOL_VERSION_HEADER} ${header}: ${what} requests carry that header, and metadata`;
  return withVersions(400, HEADER_MISMATCH, text, facts);
}

function noSession(facts: PostFacts): Refused {
  return withVersions(
    400,
    INVALID_REQUEST,
    `${SESSION_ID_HEADER} is missing: send initialize first, or metadata with every request`,
    facts,
  );
}

function versionError(name: string, served: ServedRevisions) {
  const { rpcCode, message, data } = unsupportedProtocolVersion(name, served.offered);
  return { code: rpcCode, message: `${PROTOCOL_VERSION_HEADER}: ${message}`, data };
}

function withVersions(status: number, code: number, message: string, { served }: PostFacts): Refused {
  const supported = served.offered;
  return refuse(status, code, `${message}. Supported protocol versions: ${supported.join(", ")}`, { supported });
}
