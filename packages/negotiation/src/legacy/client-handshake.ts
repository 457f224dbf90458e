/**
 * The client's side of the handshake: `initialize`, its answer, and what both sides are then bound to. Pure; it knows no link.
 * [2025-11-25 basic/lifecycle#initialization] [2025-11-25 basic/lifecycle#version-negotiation]
 */
import {
  TransportError,
  isErrorResponse,
  type JSONObject,
  type JSONRPCResponse,
  type ProtocolError,
} from "@mcpwire/jsonrpc";
import {
  codecOf,
  isImplementation,
  protocolErrorOf,
  supportedVersionsOf,
  type ClientCapabilities,
  type Implementation,
  type Revision,
  type ServerCapabilities,
} from "@mcpwire/protocol";
import { declaredBy } from "../calling.js";
import { namesOf, newestCommon } from "../choose-revision.js";
import { noCommonRevision } from "../no-common-revision.js";
import { isObject } from "../read-peer.js";

export interface HandshakeFacts {
  readonly info: Implementation;
  readonly capabilities: ClientCapabilities;
  /** The revision to offer. */
  readonly offer: Revision;
  /** The legacy revisions that may be offered, newest first. */
  readonly legacy: readonly Revision[];
  /** The revisions that the server may choose. */
  readonly acceptable: readonly Revision[];
}

/** What the handshake agreed on. */
export interface Agreement {
  readonly revision: Revision;
  readonly capabilities: ServerCapabilities;
  readonly info?: Implementation;
  readonly instructions?: string;
}

export type HandshakeInput =
  | { readonly type: "start" }
  | { readonly type: "answer"; readonly response: JSONRPCResponse }
  | { readonly type: "lost"; readonly error: TransportError };

export type HandshakeOutput =
  /** Send `initialize` with these params. It must never be cancelled. [2025-11-25 basic/utilities/cancellation#behavior-requirements] */
  | { readonly type: "send"; readonly params: JSONObject }
  /** Settle the link, and send `notifications/initialized` under the agreed rules. */
  | { readonly type: "agreed"; readonly agreement: Agreement }
  /** Close the link. */
  | { readonly type: "fail"; readonly error: ProtocolError | TransportError };

export type HandshakeState = "idle" | "offered" | "offered-again" | "over";

export class ClientHandshake {
  readonly #facts: HandshakeFacts;
  #state: HandshakeState = "idle";
  #offer: Revision;

  constructor(facts: HandshakeFacts) {
    this.#facts = facts;
    this.#offer = facts.offer;
  }

  get state(): HandshakeState {
    return this.#state;
  }

  handle(input: HandshakeInput): readonly HandshakeOutput[] {
    switch (input.type) {
      case "start":
        return this.#state === "idle" ? this.#send("offered") : [];
      case "lost":
        return this.#isOpen() ? this.#fail(input.error) : [];
      case "answer":
        return this.#isOpen() ? this.#answered(input.response) : [];
      default:
        return input satisfies never;
    }
  }

  #isOpen(): boolean {
    return this.#state === "offered" || this.#state === "offered-again";
  }

  #answered(response: JSONRPCResponse): readonly HandshakeOutput[] {
    if (isErrorResponse(response)) {
      const theirs = supportedVersionsOf(response.error.data) ?? [];
      const other = newestCommon(this.#facts.legacy, theirs);
      // Some servers refuse an unknown version with an error that lists theirs, instead of answering with one of them.
      // [2025-11-25 basic/lifecycle#error-handling]
      if (other !== undefined && other !== this.#offer && this.#state === "offered") {
        this.#offer = other;
        return this.#send("offered-again");
      }
      return this.#fail(
        theirs.length > 0 && other === undefined
          ? noCommonRevision(this.#ours(), theirs, "initialize")
          : protocolErrorOf(response.error),
      );
    }
    const { protocolVersion, capabilities, serverInfo, instructions } = response.result;
    if (typeof protocolVersion !== "string") {
      return this.#fail(new TransportError("malformed", "The server's answer to initialize names no protocol version"));
    }
    const revision = newestCommon(this.#facts.acceptable, [protocolVersion]);
    if (revision === undefined) return this.#fail(noCommonRevision(this.#ours(), [protocolVersion], "initialize"));
    this.#state = "over";
    return [
      {
        type: "agreed",
        agreement: {
          revision,
          capabilities: isObject(capabilities) ? capabilities : {},
          ...(isImplementation(serverInfo) ? { info: serverInfo } : {}),
          ...(typeof instructions === "string" ? { instructions } : {}),
        },
      },
    ];
  }

  #send(state: HandshakeState): readonly HandshakeOutput[] {
    this.#state = state;
    const { name } = this.#offer;
    const codec = codecOf(this.#offer);
    const params: JSONObject = {
      protocolVersion: name,
      capabilities: declaredBy(this.#facts, codec),
      clientInfo: this.#facts.info,
    };
    return [{ type: "send", params: codec.encodeParams("initialize", params) ?? params }];
  }

  #fail(error: ProtocolError | TransportError): readonly HandshakeOutput[] {
    this.#state = "over";
    return [{ type: "fail", error }];
  }

  #ours(): readonly string[] {
    return namesOf(this.#facts.legacy);
  }
}
