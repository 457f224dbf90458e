/**
 * Which methods one revision knows, seen from a server. A method that no revision knows is a custom one and belongs to the host.
 * Pure lookups.
 */
import { revisions, type Revision } from "@mcpwire/protocol";

const everyMethod: ReadonlySet<string> = new Set(revisions.flatMap((revision) => [...revision.methods.keys()]));

/**
 * What a request from a client is to this revision: `known`, `custom`, or `foreign`: a word of another revision, of the server's
 * side, or of a notification.
 */
export function requestStanding(method: string, revision: Revision): "known" | "custom" | "foreign" {
  const entry = revision.methods.get(method);
  if (entry === undefined) return everyMethod.has(method) ? "foreign" : "custom";
  return entry.kind === "request" && entry.from !== "server" ? "known" : "foreign";
}

/** True where a client of this revision may send this notification, custom ones included. */
export function clientMayNotify(method: string, revision: Revision): boolean {
  const entry = revision.methods.get(method);
  if (entry === undefined) return !everyMethod.has(method);
  return entry.kind === "notification" && entry.from !== "server";
}

/** True where a server may send this notification to a peer of this revision, custom ones included. */
export function serverMayNotify(method: string, revision: Revision): boolean {
  const entry = revision.methods.get(method);
  if (entry === undefined) return !everyMethod.has(method);
  return entry.kind === "notification" && entry.from !== "client";
}
