/**
 * The conformance suite of `SessionRegistry`, free of any test framework: hand it a way to make registries, and run its cases in yours.
 * [2025-11-25 basic/transports#session-management]
 */
import type { SessionRecord, SessionRegistry } from "../core/legacy/session-registry.js";
import { casesFor, pause, same, type Body, type ComplianceCase } from "./case.js";

/** One registry under test, empty for every case. */
export interface RegistryUnderTest {
  readonly registry: SessionRegistry;
  /** The same sessions, as another process sees them. Default: `registry`. */
  readonly elsewhere?: SessionRegistry;
  /** How many sessions it has room for, where it has a bound that a case may reach. */
  readonly most?: number;
  /** Lets time pass. Default: waits. */
  pass?(ms: number): void | Promise<void>;
  /** The shortest time that a session is kept, in ms, as the cases ask for it; they take about four times as long. Default 400. */
  readonly keepMs?: number;
  /** Releases what the case used. */
  release?(): void | Promise<void>;
}

/** The cases for one kind of registry. Each makes a registry of its own and releases it. */
export function sessionRegistryCompliance(
  make: () => RegistryUnderTest | Promise<RegistryUnderTest>,
): readonly ComplianceCase[] {
  return casesFor(make, cases);
}

const long = 600_000;
const kept = {
  handshake: { revision: "2025-11-25", clientInfo: { name: "ä€😀", version: "1" }, clientCapabilities: { roots: {} } },
  initialized: true,
  "resource:file:///a b?c": true,
};

const cases: readonly Body<RegistryUnderTest>[] = [
  [
    "a session that was created is found, as it was, also elsewhere",
    async ({ registry, elsewhere = registry }) => {
      const record: SessionRecord = { id: "a", caller: "alice", kept, version: 0 };
      same(await registry.create(record, long), true, "create");
      for (const one of [registry, elsewhere]) same(await found(one, "a"), plain(record), "the session");
    },
  ],
  [
    "a session of nobody in particular has no caller",
    async ({ registry }) => {
      await registry.create({ id: "a", kept: {}, version: 0 }, long);
      same((await registry.find("a"))?.caller === undefined, true, "no caller");
    },
  ],
  [
    "ids are told apart exactly",
    async ({ registry }) => {
      const ids = ["a", "A", "a ", "a:1", "a_1", "*", "__proto__", "constructor"];
      for (const id of ids) same((await registry.find(id)) === undefined, true, `nothing is ${id} yet`);
      for (const id of ids) await registry.create({ id, kept: { id }, version: 0 }, long);
      for (const id of ids) same(await found(registry, id), { id, kept: [["id", id]], version: 0 }, id);
      await registry.remove("*");
      for (const id of ids) same((await registry.find(id)) !== undefined, id !== "*", `${id} after * was removed`);
    },
  ],
  [
    "values are kept by name, and taken away, and no other changes",
    async ({ registry, elsewhere = registry }) => {
      await registry.create({ id: "a", kept, version: 0 }, long);
      await registry.create({ id: "b", kept, version: 0 }, long);
      await registry.put("a", "log-level", "error");
      await elsewhere.put("a", "initialized", undefined);
      await registry.put("a", "never there", undefined);
      await elsewhere.put("a", "handshake", { revision: "2025-06-18", nothing: null });
      for (const name of ["__proto__", "constructor", "", "a.b", "a:b"]) await registry.put("a", name, [name]);
      const expected = {
        handshake: { revision: "2025-06-18", nothing: null },
        "resource:file:///a b?c": true,
        "log-level": "error",
        ["__proto__"]: ["__proto__"],
        constructor: ["constructor"],
        "": [""],
        "a.b": ["a.b"],
        "a:b": ["a:b"],
      };
      same(await found(elsewhere, "a"), plain({ id: "a", kept: expected, version: 9 }), "the session");
      same(await found(elsewhere, "b"), plain({ id: "b", kept, version: 0 }), "the other session");
    },
  ],
  [
    "each write has a number of its own, one after the other, also when many write at once",
    async ({ registry, elsewhere = registry }) => {
      await registry.create({ id: "a", kept: {}, version: 0 }, long);
      const writes = await Promise.all(
        Array.from({ length: 50 }, async (_, n) => (n % 2 === 0 ? registry : elsewhere).put("a", `n${n}`, n)),
      );
      const sorted = writes.map(Number).sort((a, b) => a - b);
      same(
        sorted,
        Array.from({ length: 50 }, (_, n) => n + 1),
        "the numbers",
      );
      const record = await registry.find("a");
      same([record?.version, Object.keys(record?.kept ?? {}).length], [50, 50], "version and values");
    },
  ],
  [
    "a session that was removed is gone, and its neighbours stay",
    async ({ registry, elsewhere = registry }) => {
      for (const id of ["a", "b"]) await registry.create({ id, kept, version: 0 }, long);
      await elsewhere.remove("a");
      await elsewhere.remove("a");
      await elsewhere.remove("nobody");
      same((await registry.find("a")) === undefined, true, "the removed session is gone");
      same([await registry.touch("a", long), await registry.touch("b", long)], [false, true], "touch");
      same((await registry.put("a", "x", 1)) === undefined, true, "nothing is written to it");
      same((await registry.find("a")) === undefined, true, "no write brings it back");
      same(await found(registry, "b"), plain({ id: "b", kept, version: 0 }), "the other session");
    },
  ],
  [
    "a session that nobody touches is gone after its time, one that is touched stays",
    async ({ registry, elsewhere = registry, pass = pause, keepMs = 400 }) => {
      for (const id of ["quiet", "used"]) await registry.create({ id, kept: {}, version: 0 }, keepMs);
      for (let n = 0; n < 6; n++) {
        await pass(keepMs / 2);
        same(await elsewhere.touch("used", keepMs), true, "the used session is there");
        if (n === 0) same((await registry.find("quiet")) !== undefined, true, "the quiet session is there at first");
      }
      same((await registry.find("quiet")) === undefined, true, "the quiet session is gone");
      same(await registry.touch("quiet", keepMs), false, "no touch brings it back");
      same((await registry.put("quiet", "x", 1)) === undefined, true, "nothing is written to it");
      await registry.touch("used", long);
      await pass(keepMs * 2);
      same((await registry.find("used")) !== undefined, true, "a longer time counts as well");
    },
  ],
  [
    "beyond its room it takes no more, and has room again when one has gone",
    async ({ registry, most }) => {
      if (most === undefined) return;
      for (let n = 0; n < most; n++) {
        same(await registry.create({ id: `s${n}`, kept: {}, version: 0 }, long), true, `session ${n}`);
      }
      same(await registry.create({ id: "late", kept: {}, version: 0 }, long), false, "one more");
      same((await registry.find("late")) === undefined, true, "the one that was refused is not there");
      await registry.remove("s0");
      same(await registry.create({ id: "next", kept: {}, version: 0 }, long), true, "after one has gone");
    },
  ],
];

async function found(registry: SessionRegistry, id: string): Promise<unknown> {
  const record = await registry.find(id);
  if (record === undefined) throw new Error(`there is no session ${id}`);
  return plain(record);
}

/** In one order of members, whatever order the registry has. */
function plain({ id, caller, kept: values, version }: SessionRecord): unknown {
  const entries = Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1));
  return { id, caller, kept: entries, version };
}
