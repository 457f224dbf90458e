/**
 * Which revisions a client may speak, and which one two sides choose. Pure.
 * [2026-07-28 basic/versioning#protocol-version-negotiation] [2025-11-25 basic/lifecycle#version-negotiation]
 */
import { UsageError } from "@mcpwire/jsonrpc";
import type { Revision } from "@mcpwire/protocol";

/** The revisions that one side may speak, newest first, split by era. */
export interface Speakable {
  readonly modern: readonly Revision[];
  /** Those that may be offered. */
  readonly legacy: readonly Revision[];
  /** What a peer may choose in a handshake: `legacy`, and what is accepted but never offered. */
  readonly acceptable: readonly Revision[];
}

/**
 * Reads a list of wanted revisions against those that exist. `known` is newest first, and gives the order of the outcome whatever
 * the order of `wanted`. A revision that is only ever accepted comes along with its successor, whose shapes it shares.
 * Throws a `UsageError` (`revision`) for a name that nobody knows and for a list that leaves nothing to offer.
 */
export function speakable(wanted: readonly string[] | undefined, known: readonly Revision[]): Speakable {
  for (const name of wanted ?? []) {
    if (!known.some((revision) => revision.name === name)) {
      const names = known.map((revision) => revision.name).join(", ");
      throw new UsageError("revision", `There is no revision ${JSON.stringify(name)}; known are ${names}`);
    }
  }
  const isWanted = (revision: Revision | undefined): boolean =>
    revision !== undefined && (wanted === undefined || wanted.includes(revision.name));
  const offered = known.filter((revision) => isWanted(revision) && !revision.traits.acceptedOnly);
  if (offered.length === 0) {
    throw new UsageError("revision", `The list of revisions [${(wanted ?? []).join(", ")}] leaves none to offer`);
  }
  return {
    modern: offered.filter((revision) => revision.era === "modern"),
    legacy: offered.filter((revision) => revision.era === "legacy"),
    acceptable: known.filter(
      (revision, index) =>
        revision.era === "legacy" &&
        (isWanted(revision) || (revision.traits.acceptedOnly && isWanted(known[index - 1]))),
    ),
  };
}

/** The first of ours, newest first, that the peer lists too. */
export function newestCommon(ours: readonly Revision[], theirs: readonly string[]): Revision | undefined {
  return ours.find((revision) => theirs.includes(revision.name));
}

/** The names of revisions, for a message or an error's data. */
export function namesOf(revisions: readonly Revision[]): readonly string[] {
  return revisions.map((revision) => revision.name);
}
