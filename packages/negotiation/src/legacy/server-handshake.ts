/**
 * The server's side of the handshake. Pure: from the params of `initialize` to what both sides are bound to, and the answer.
 * [2025-11-25 basic/lifecycle#initialization] [2025-11-25 basic/lifecycle#version-negotiation]
 */
import { INVALID_PARAMS, ProtocolError, type JSONObject } from "@mcpwire/jsonrpc";
import {
  codecOf,
  isImplementation,
  type ClientCapabilities,
  type Implementation,
  type Revision,
  type ServerCapabilities,
} from "@mcpwire/protocol";
import { isObject } from "../read-peer.js";

export interface HandshakeOffer {
  /** By name: every legacy revision served. */
  readonly legacy: ReadonlyMap<string, Revision>;
  /** The answer to a version that is not served. */
  readonly newestLegacy: Revision;
  /** What errors list. */
  readonly offered: readonly string[];
  readonly info: Implementation;
  readonly capabilities: ServerCapabilities;
  readonly instructions: string | undefined;
  /** False on a link without a channel for notifications: no changes can be announced there, so none are declared. */
  readonly hasChannel: boolean;
}

export interface Handshake {
  readonly revision: Revision;
  readonly clientInfo: Implementation | undefined;
  readonly clientCapabilities: ClientCapabilities;
  /** The result of `initialize`. */
  readonly result: JSONObject;
}

/**
 * Agrees, or says why the request cannot be read. A version that is not served, a modern one among them, is answered with the
 * newest legacy one: the client decides whether it can live with that.
 */
export function answerInitialize(params: JSONObject | undefined, offer: HandshakeOffer): Handshake | ProtocolError {
  const requested = params?.protocolVersion;
  if (typeof requested !== "string") return malformed("params.protocolVersion must be a string", offer);
  const revision = offer.legacy.get(requested) ?? offer.newestLegacy;
  const codec = codecOf(revision);
  const { capabilities, clientInfo } = codec.decodeParams("initialize", params) ?? {};
  if (capabilities !== undefined && !isObject(capabilities)) {
    return malformed("params.capabilities must be an object", offer);
  }
  const result: JSONObject = {
    protocolVersion: revision.name,
    capabilities: codec.encodeCapabilities(
      "server",
      offer.hasChannel ? { ...offer.capabilities } : silent(offer.capabilities),
    ),
    serverInfo: offer.info,
    ...(offer.instructions === undefined ? {} : { instructions: offer.instructions }),
  };
  return {
    revision,
    // For display only, so that an unusable one is no reason to turn a client away.
    clientInfo: isImplementation(clientInfo) ? clientInfo : undefined,
    clientCapabilities: objectsOf(capabilities ?? {}),
    result: codec.encodeResult("initialize", result),
  };
}

/** Some clients say null for what they lack. */
function objectsOf(capabilities: JSONObject): ClientCapabilities {
  return Object.fromEntries(Object.entries(capabilities).filter(([, value]) => isObject(value)));
}

/** The same capabilities without the promise to announce changes. */
function silent(capabilities: ServerCapabilities): JSONObject {
  const cut: Record<string, unknown> = { ...capabilities };
  for (const key of ["tools", "prompts", "resources"]) {
    const capability = cut[key];
    if (!isObject(capability)) continue;
    const { listChanged: _listChanged, subscribe: _subscribe, ...rest } = capability;
    cut[key] = rest;
  }
  return cut;
}

function malformed(message: string, { offered }: HandshakeOffer): ProtocolError {
  return new ProtocolError(INVALID_PARAMS, `initialize cannot be read: ${message}`, { data: { supported: offered } });
}
