/**
 * A revision's table of methods, said as what is different from the revision before it: most methods never change.
 */
import type { MethodEntry, MethodTable } from "./revision.js";

/** What a revision did to the methods of the one before. */
export interface MethodChanges {
  readonly gone?: readonly string[];
  /** Parts of an entry that are new or different; the others stay. */
  readonly changed?: Readonly<Record<string, Partial<MethodEntry>>>;
  readonly added?: Readonly<Record<string, MethodEntry>>;
}

/** The table after the changes. Marked as free of side effects, so that a bundle drops a table that nobody asks for. */
/* @__NO_SIDE_EFFECTS__ */
export function methodsSince(
  previous: MethodTable,
  { gone = [], changed = {}, added = {} }: MethodChanges,
): MethodTable {
  const kept = [...previous].filter(([method]) => !gone.includes(method));
  return new Map([
    ...kept.map(([method, entry]): [string, MethodEntry] => [method, { ...entry, ...changed[method] }]),
    ...Object.entries(added),
  ]);
}
