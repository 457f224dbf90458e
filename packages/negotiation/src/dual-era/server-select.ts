/**
 * How a server that speaks both eras reads one request: which era it belongs to, or why it belongs to none. Pure decisions; nothing
 * is remembered here. [2026-07-28 basic/versioning#compatibility-matrix]
 */
import {
  INVALID_PARAMS,
  INVALID_REQUEST,
  METHOD_NOT_FOUND,
  ProtocolError,
  type JSONRPCRequest,
  type Refusal,
} from "@mcpwire/jsonrpc";
import {
  PROTOCOL_VERSION_KEY,
  findRevision,
  latest,
  metaOf,
  readRequestMetadata,
  revisions as knownRevisions,
  unsupportedProtocolVersion,
  type RequestMetadata,
  type Revision,
} from "@mcpwire/protocol";
import { namesOf, speakable } from "../choose-revision.js";

/** The revisions that one server serves. */
export interface Served {
  /** Every one of them, newest first; those that are accepted but never offered among them. */
  readonly names: readonly string[];
  /** What discovery and errors list, newest first. */
  readonly offered: readonly string[];
  readonly modern: ReadonlyMap<string, Revision>;
  readonly legacy: ReadonlyMap<string, Revision>;
  /** What `initialize` is answered with where the client's choice is not served; undefined where the handshake is off. */
  readonly newestLegacy: Revision | undefined;
  /** What a message is read by that says nothing of its revision and needs none. */
  readonly newest: Revision;
}

/** Throws a `UsageError` (`revision`) for a name that nobody knows, and for a list that leaves nothing to serve. */
export function servedRevisions(
  wanted: readonly string[] | undefined,
  known: readonly Revision[] = knownRevisions,
): Served {
  const { modern, legacy, acceptable } = speakable(wanted, known);
  const offered = [...modern, ...legacy];
  const byName = (revisions: readonly Revision[]) => new Map(revisions.map((revision) => [revision.name, revision]));
  return {
    names: namesOf([...modern, ...acceptable]),
    offered: namesOf(offered),
    modern: byName(modern),
    legacy: byName(acceptable),
    newestLegacy: legacy[0],
    // `speakable` leaves at least one to offer, or throws.
    newest: offered[0] ?? latest,
  };
}

/** What is known of the link and the exchange beside the request itself. */
export interface Situation {
  /** What the handshake on this link agreed on. */
  readonly agreed: Revision | undefined;
  /** The revision that the transport's envelope names. */
  readonly envelope: string | undefined;
}

export type Selection =
  | { readonly type: "modern"; readonly revision: Revision; readonly metadata: RequestMetadata }
  /** `initialize`, in order. */
  | { readonly type: "handshake"; readonly newestLegacy: Revision }
  | { readonly type: "legacy"; readonly revision: Revision }
  /** A `ping` that came before any handshake. */
  | { readonly type: "ping" }
  | { readonly type: "refused"; readonly error: ProtocolError; readonly refusal?: Refusal };

/**
 * Decides by the request's own metadata first, then by `initialize`, then by what the link or the envelope says. A request that
 * nothing claims is answered with -32602, which is what the modern era says of a request without its metadata, and what no client
 * mistakes for an answer of its own era; the link lives on, and the error names the versions. Refusals change no state.
 */
export function selectEra(request: JSONRPCRequest, situation: Situation, served: Served): Selection {
  const meta = metaOf(request.params);
  if (meta !== undefined && Object.hasOwn(meta, PROTOCOL_VERSION_KEY)) {
    return selectModern(request, meta[PROTOCOL_VERSION_KEY], served);
  }
  if (request.method === "initialize") return selectHandshake(situation, served);
  if (situation.agreed !== undefined) return { type: "legacy", revision: situation.agreed };
  if (situation.envelope !== undefined) return selectByEnvelope(situation.envelope, served);
  if (served.newestLegacy === undefined) {
    return refused(INVALID_PARAMS, `The request lacks its metadata: ${metadataWanted}`, served, "malformed");
  }
  if (request.method === "ping") return { type: "ping" };
  const message = `${shown(request.method)} needs either its metadata (${metadataWanted}) or an initialize before it`;
  return refused(INVALID_PARAMS, message, served, "malformed");
}

const metadataWanted = `params._meta[${JSON.stringify(PROTOCOL_VERSION_KEY)}] names no protocol version`;

function selectModern(request: JSONRPCRequest, claimed: unknown, served: Served): Selection {
  // Whatever version it claims: no revision with metadata knows a handshake.
  if (request.method === "initialize") {
    const message = "initialize does not exist where requests carry their metadata; send it without, or do without it";
    return refused(METHOD_NOT_FOUND, message, served, "unknown-method");
  }
  if (typeof claimed === "string") {
    const revision = served.modern.get(claimed);
    if (revision === undefined) {
      return {
        type: "refused",
        error: unsupportedProtocolVersion(claimed, served.offered),
        refusal: "unsupported-revision",
      };
    }
    const metadata = readRequestMetadata(request.params);
    if (!("problem" in metadata)) return { type: "modern", revision, metadata };
    return { type: "refused", error: new ProtocolError(metadata.code, metadata.problem), refusal: "malformed" };
  }
  const message = `params._meta[${JSON.stringify(PROTOCOL_VERSION_KEY)}] must be a string`;
  return refused(INVALID_PARAMS, message, served, "malformed");
}

function selectHandshake({ agreed }: Situation, served: Served): Selection {
  if (served.newestLegacy === undefined) {
    // The one message that a client without metadata can show its user. On HTTP its headers are what is missing first.
    const message = `This server has no initialize: it serves ${served.offered.join(", ")}, with metadata on every request`;
    return refused(INVALID_PARAMS, message, served, "header-mismatch");
  }
  if (agreed !== undefined) {
    return refused(INVALID_REQUEST, `initialize came before: this connection speaks ${agreed.name}`, served);
  }
  return { type: "handshake", newestLegacy: served.newestLegacy };
}

function selectByEnvelope(name: string, served: Served): Selection {
  const revision = served.legacy.get(name);
  if (revision !== undefined) return { type: "legacy", revision };
  if (findRevision(name)?.era === "modern") {
    return refused(INVALID_PARAMS, `The request lacks its metadata: ${metadataWanted}`, served, "malformed");
  }
  return { type: "refused", error: unsupportedProtocolVersion(name, served.offered), refusal: "unsupported-revision" };
}

function refused(rpcCode: number, message: string, { offered }: Served, refusal?: Refusal): Selection {
  const error = new ProtocolError(rpcCode, `${message}. Supported protocol versions: ${offered.join(", ")}`, {
    data: { supported: offered },
  });
  return refusal === undefined ? { type: "refused", error } : { type: "refused", error, refusal };
}

function shown(method: string): string {
  return JSON.stringify(method.length > 100 ? `${method.slice(0, 100)}…` : method);
}
