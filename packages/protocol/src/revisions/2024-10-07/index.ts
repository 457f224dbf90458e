/** 2024-10-07: the shapes of 2024-11-05 under an older name, accepted from peers that still say it, never offered. */
import type { Revision } from "../../revision.js";
import { revision as successor } from "../2024-11-05/index.js";

export const revision: Revision = {
  ...successor,
  name: "2024-10-07",
  traits: { ...successor.traits, acceptedOnly: true },
};
