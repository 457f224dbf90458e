/**
 * What a legacy handshake left behind on its link: who is there, and what it asked for since. One per connection or session; a
 * shared stateless link never has one.
 */
import type { ServerLink, Sent } from "@mcpwire/jsonrpc";
import { notification } from "@mcpwire/jsonrpc";
import {
  codecOf,
  type ClientCapabilities,
  type Codec,
  type Implementation,
  type LoggingLevel,
  type Revision,
} from "@mcpwire/protocol";
import { Outlet, noticeOf, type Topic } from "../notice-fanout.js";

/** What a handshake fixed. */
export interface Agreed {
  readonly revision: Revision;
  readonly clientInfo: Implementation | undefined;
  readonly clientCapabilities: ClientCapabilities;
}

export class LegacyLinkState extends Outlet {
  readonly revision: Revision;
  readonly clientInfo: Implementation | undefined;
  readonly clientCapabilities: ClientCapabilities;
  /** Undefined until the client sets one. */
  logLevel: LoggingLevel | undefined;
  isInitialized = false;
  /** The resources that are subscribed to, as topics; most clients never subscribe. */
  subscriptions: Set<Topic> | undefined = undefined;
  readonly #link: ServerLink;
  readonly #codec: Codec;

  constructor(link: ServerLink, agreed: Agreed) {
    super();
    this.#link = link;
    this.#codec = codecOf(agreed.revision);
    this.revision = agreed.revision;
    this.clientInfo = agreed.clientInfo;
    this.clientCapabilities = agreed.clientCapabilities;
    this.logLevel = undefined;
  }

  protected override send(topic: Topic): Sent {
    const { method, params } = noticeOf(topic);
    return this.#link.notify?.(notification(method, this.#codec.encodeParams(method, params)));
  }
}
