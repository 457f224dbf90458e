/**
 * What a revision of the specification is to the rest of mcpwire: a name, an era, a table of methods and traits; and the codec that
 * belongs to it, which is looked up apart (`codecOf`), because most who ask about a revision translate nothing.
 *
 * Code above asks `revision.traits` and `revision.methods`; it never compares dates. Each revision is a folder of its own under
 * `revisions/`, which may build upon the one before it; `revisions/index.ts` lists them all, and `revisions/codecs.ts` their codecs.
 */
import type { JSONObject, WireRules } from "@mcpwire/jsonrpc";

/** How exchanges work: `legacy` opens with a handshake, `modern` carries its metadata on every request. [2026-07-28 basic/versioning#terminology] */
export type Era = "legacy" | "modern";

/** A side of the protocol. */
export type Side = "client" | "server";

/** What one method is, in one revision. */
export interface MethodEntry {
  readonly kind: "request" | "notification";
  /** Who may send it. */
  readonly from: Side | "both";
  /** The capability that its receiver must have declared, as a path: `["tools"]`, `["resources", "subscribe"]`. */
  readonly needs?: readonly string[];
  /** The capability that its sender must have declared: what a notification announces. */
  readonly declares?: readonly string[];
  /** Never a message of its own: it travels inside a request for input. [2026-07-28 basic/patterns/mrtr#inputrequests] */
  readonly asInput?: boolean;
  /** Its result carries `ttlMs` and `cacheScope`. */
  readonly cacheable?: boolean;
  /** It may be answered by a request for input. [2026-07-28 basic/patterns/mrtr#supported-requests] */
  readonly asksInput?: boolean;
  /** Sending it twice is harmless: it may be sent again after a loss. */
  readonly repeatable?: boolean;
}

/** Method name → entry. A `Map`, so that `constructor` is just an unknown method. */
export type MethodTable = ReadonlyMap<string, MethodEntry>;

/** What differs between revisions beside methods and shapes. */
export interface Traits extends Omit<WireRules, "revision"> {
  /** Sessions, a standalone GET stream and `Last-Event-ID`. */
  readonly sessions: boolean;
  readonly resumableStreams: boolean;
  /** A disconnect of the response stream cancels the request. */
  readonly disconnectCancels: boolean;
  /** `ping`. */
  readonly ping: boolean;
  /** Requests from the server to the client on the wire. */
  readonly serverRequests: boolean;
  /** `structuredContent`: none, an object, or any JSON value. */
  readonly structuredContent: "none" | "object" | "any";
  /** The code for a resource that does not exist. */
  readonly resourceNotFound: number;
  /** Elicitation modes that exist. */
  readonly elicitation: "none" | "form" | "form-and-url";
  readonly samplingTools: boolean;
  /** Accepted from a peer, but never offered or chosen by us. */
  readonly acceptedOnly: boolean;
}

/**
 * Projects between the neutral model (the newest revision's shapes without its envelope: no `resultType`, `ttlMs`, `cacheScope`,
 * no per-request `_meta`) and one revision's wire. Pure and total: what a revision cannot express is left out or said in text,
 * and unknown members survive. Returns its argument when nothing has to change.
 */
export interface Codec {
  /** A result that a side sends: neutral → wire. */
  encodeResult(method: string, result: JSONObject): JSONObject;
  /** A result that a side received: wire → neutral. */
  decodeResult(method: string, result: JSONObject): JSONObject;
  /** Params of a request or notification that a side sends. */
  encodeParams(method: string, params: JSONObject | undefined): JSONObject | undefined;
  /** Params that a side received. */
  decodeParams(method: string, params: JSONObject | undefined): JSONObject | undefined;
  /** Capabilities that a side declares, cut to what the revision knows. */
  encodeCapabilities(side: Side, capabilities: JSONObject): JSONObject;
}

/** The facts of a revision. Plain values; `codecOf` finds what translates to and from its wire. */
export interface Revision {
  /** The date that names it on the wire. */
  readonly name: string;
  readonly era: Era;
  readonly traits: Traits;
  readonly methods: MethodTable;
}

/** What a transport must know of an agreed revision. */
export function wireRules(revision: Revision): WireRules {
  const { batches, nullIds, versionHeader, primingEvent } = revision.traits;
  return { revision: revision.name, batches, nullIds, versionHeader, primingEvent };
}
