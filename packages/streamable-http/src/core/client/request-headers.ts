/**
 * The headers of what a client sends, derived from the message itself: a message that carries its revision is a modern one, and
 * its headers mirror its body; any other belongs to the session, if there is one.
 * [2026-07-28 basic/transports/streamable-http#request-metadata] [2025-11-25 basic/transports#session-management]
 */
import type {
  ExchangeHints,
  HeaderMap,
  JSONRPCMessage,
  JSONRPCNotification,
  JSONRPCRequest,
  WireRules,
} from "@mcpwire/jsonrpc";
import {
  LAST_EVENT_ID_HEADER,
  METHOD_HEADER,
  NAME_HEADER,
  PROTOCOL_VERSION_HEADER,
  PROTOCOL_VERSION_KEY,
  SESSION_ID_HEADER,
  encodeHeaderValue,
  metaOf,
  mirrorHeaders,
  subjectOf,
} from "@mcpwire/protocol";

/** What the handshake left behind. */
export interface SessionFacts {
  readonly id: string | undefined;
  readonly rules: WireRules | undefined;
  /** Without a handshake: the revision that the link's requests name, for messages that name none. */
  readonly spoken?: string | undefined;
}

/** What the handshake goes out with: it opens a session, and never belongs to one. [2025-11-25 basic/transports#session-management] */
export const noSession: SessionFacts = { id: undefined, rules: undefined };

/** The revision that a message itself names; undefined for every legacy message. */
export function revisionOf(message: JSONRPCMessage): string | undefined {
  if (!("method" in message)) return undefined;
  const version = metaOf(message.params)?.[PROTOCOL_VERSION_KEY];
  return typeof version === "string" ? version : undefined;
}

/** The protocol's headers of one POST. */
export function postHeaders(message: JSONRPCMessage, session: SessionFacts, hints: ExchangeHints = {}): HeaderMap {
  const base = { accept: "application/json, text/event-stream", "content-type": "application/json" };
  const spoken = session.rules === undefined ? session.spoken : undefined;
  const revision = revisionOf(message) ?? ("id" in message ? undefined : spoken);
  if (revision !== undefined && "method" in message) {
    return { ...base, ...modernHeaders(message, revision, hints) };
  }
  return { ...base, ...sessionHeaders(session) };
}

/** The protocol's headers of a GET: the standalone stream, or the rest of a broken one. */
export function streamHeaders(session: SessionFacts, lastEventId: string | undefined): HeaderMap {
  return {
    accept: "text/event-stream",
    ...sessionHeaders(session),
    ...(lastEventId === undefined ? {} : { [LAST_EVENT_ID_HEADER]: utf8InLatin1(lastEventId) }),
  };
}

/** A header is bytes, each a character here; an event id goes back as the UTF-8 that it came as. (HTML standard, server-sent events.) */
function utf8InLatin1(id: string): string {
  return String.fromCharCode(...new TextEncoder().encode(id));
}

/** What every request of a session carries. [2025-11-25 basic/transports#protocol-version-header] */
export function sessionHeaders({ id, rules }: SessionFacts): HeaderMap {
  return {
    ...(rules?.versionHeader === true ? { [PROTOCOL_VERSION_HEADER]: rules.revision } : {}),
    ...(id === undefined ? {} : { [SESSION_ID_HEADER]: id }),
  };
}

/** True for what may name a session: visible ASCII. [2025-11-25 basic/transports#session-management] */
export function isSessionId(id: string): boolean {
  return /^[\x21-\x7e]+$/.test(id);
}

function modernHeaders(
  message: JSONRPCRequest | JSONRPCNotification,
  revision: string,
  { headerParameters }: ExchangeHints,
): HeaderMap {
  const { method, params } = message;
  const subject = subjectOf(method);
  const name = subject === undefined ? undefined : params?.[subject];
  return {
    [PROTOCOL_VERSION_HEADER]: revision,
    [METHOD_HEADER]: method,
    ...(typeof name === "string" ? { [NAME_HEADER]: encodeHeaderValue(name) } : {}),
    ...(headerParameters === undefined ? {} : mirrorHeaders(headerParameters, params?.["arguments"])),
  };
}
