/** 2024-10-07: the shapes of 2024-11-05 under an older name, accepted from peers that still say it, never offered. */
import type { Revision } from "../../revision.js";
import { revision as successor } from "../2024-11-05/index.js";

export const revision = underOlderName(successor, "2024-10-07");

/* @__NO_SIDE_EFFECTS__ */
function underOlderName(revision: Revision, name: string): Revision {
  return { ...revision, name, traits: { ...revision.traits, acceptedOnly: true } };
}
