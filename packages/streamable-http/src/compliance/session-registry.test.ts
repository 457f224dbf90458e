import { describe, expect, test } from "vitest";
import { DistantRegistry } from "../../test/distant-registry.js";
import { MemorySessionRegistry } from "../core/legacy/session-registry.js";
import { sessionRegistryCompliance, type RegistryUnderTest } from "./index.js";

function underTest(
  wrap: (registry: MemorySessionRegistry) => RegistryUnderTest["registry"],
  make = (now: () => number) => new MemorySessionRegistry({ timers: { now }, maxSessions: 60 }),
): RegistryUnderTest {
  let clock = 0;
  const memory = make(() => clock);
  return { registry: wrap(memory), elsewhere: wrap(memory), most: 60, pass: (ms) => void (clock += ms) };
}

describe("the registry in memory", () => {
  test.each(sessionRegistryCompliance(() => underTest((registry) => registry)))("$title", async ({ run }) => {
    await expect(run()).resolves.toBeUndefined();
  });

  test.each(sessionRegistryCompliance(() => underTest((registry) => new DistantRegistry(registry))))(
    "at a distance: $title",
    async ({ run }) => {
      await expect(run()).resolves.toBeUndefined();
    },
  );

  test("it answers at once, so that nothing waits for it", () => {
    const registry = new MemorySessionRegistry({ timers: { now: () => 0 } });
    expect(registry.create({ id: "a", kept: {}, version: 0 }, 1000)).toBe(true);
    expect([registry.put("a", "x", 1), registry.touch("a", 1000), registry.find("a")?.version]).toEqual([1, true, 1]);
    expect(registry.remove("a")).toBeUndefined();
  });

  test("nothing is left of sessions whose time is up, once another comes", () => {
    let clock = 0;
    const registry = new MemorySessionRegistry({ timers: { now: () => clock } });
    for (let n = 0; n < 100; n++) registry.create({ id: `s${n}`, kept: {}, version: 0 }, 1000);
    clock = 1000;
    registry.create({ id: "next", kept: {}, version: 0 }, 1000);
    expect(registry.size).toBe(1);
  });
});

/** Writes what it has read some time before. */
class ForgetfulRegistry extends MemorySessionRegistry {
  override put(id: string, name: string, value: unknown): number | undefined {
    const record = this.find(id);
    if (record === undefined) return undefined;
    this.create({ ...record, kept: { [name]: value }, version: record.version + 1 }, 600_000);
    return record.version + 1;
  }
}

/** Never lets a session go. */
class EternalRegistry extends MemorySessionRegistry {
  constructor() {
    super({ timers: { now: () => 0 } });
  }
}

/** Brings back what is gone. */
class RevivingRegistry extends MemorySessionRegistry {
  override touch(id: string, keepMs: number): boolean {
    if (!super.touch(id, keepMs)) this.create({ id, kept: {}, version: 0 }, keepMs);
    return true;
  }
}

describe("the suite finds", () => {
  test.each([
    ["lost values", (now: () => number) => new ForgetfulRegistry({ timers: { now } })],
    ["sessions without end", () => new EternalRegistry()],
    ["sessions that come back", (now: () => number) => new RevivingRegistry({ timers: { now } })],
  ])("%s", async (_title, make) => {
    const cases = sessionRegistryCompliance(() => underTest((registry) => registry, make));
    const outcomes = await Promise.allSettled(cases.map(({ run }) => run()));
    expect(outcomes.some(({ status }) => status === "rejected")).toBe(true);
  });
});
