/**
 * What is kept beside a legacy link, so that it can go on in another process: the handshake, the level of logs, the subscriptions. Each
 * has a name of its own, so that two processes that change different things do not undo each other's.
 */
import type { JSONObject, ServerLink } from "@mcpwire/jsonrpc";
import { isImplementation, isLoggingLevel, type LoggingLevel, type Revision } from "@mcpwire/protocol";
import { isObject } from "../read-peer.js";
import type { Agreed } from "./link-state.js";

const handshakeName = "handshake";
const initializedName = "initialized";
const logLevelName = "log-level";
const subscriptionPrefix = "resource:";

export interface Kept extends Agreed {
  readonly isInitialized: boolean;
  readonly logLevel: LoggingLevel | undefined;
  /** URIs. */
  readonly subscriptions: ReadonlySet<string>;
}

export function keepHandshake(link: ServerLink, { revision, clientInfo, clientCapabilities }: Agreed): void {
  link.keep?.(handshakeName, { revision: revision.name, ...(clientInfo && { clientInfo }), clientCapabilities });
}

export function keepInitialized(link: ServerLink): void {
  link.keep?.(initializedName, true);
}

export function keepLogLevel(link: ServerLink, level: LoggingLevel): void {
  link.keep?.(logLevelName, level);
}

export function keepSubscription(link: ServerLink, uri: string, isSubscribed: boolean): void {
  link.keep?.(subscriptionPrefix + uri, isSubscribed ? true : undefined);
}

/** Undefined where no handshake was kept, or one for a revision that is not among these. */
export function readKept(kept: JSONObject, served: ReadonlyMap<string, Revision>): Kept | undefined {
  const handshake = kept[handshakeName];
  if (!isObject(handshake) || typeof handshake.revision !== "string") return undefined;
  const revision = served.get(handshake.revision);
  if (revision === undefined) return undefined;
  const { clientInfo, clientCapabilities } = handshake;
  const logLevel = kept[logLevelName];
  return {
    revision,
    clientInfo: isImplementation(clientInfo) ? clientInfo : undefined,
    clientCapabilities: isObject(clientCapabilities) ? clientCapabilities : {},
    isInitialized: kept[initializedName] === true,
    logLevel: isLoggingLevel(logLevel) ? logLevel : undefined,
    subscriptions: new Set(
      Object.keys(kept)
        .filter((name) => name.startsWith(subscriptionPrefix))
        .map((name) => name.slice(subscriptionPrefix.length)),
    ),
  };
}
