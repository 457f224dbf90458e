import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Registry } from "./registry.js";
import type { Listed } from "./registry.js";

function filled(names: readonly string[]): { registry: Registry<Listed & { name: string }>; changes: () => number } {
  let changes = 0;
  const registry = new Registry<Listed & { name: string }>("tool", () => {
    changes += 1;
  });
  for (const name of names) add(registry, name);
  return { registry, changes: () => changes };
}

function add(registry: Registry<Listed & { name: string }>, name: string) {
  return registry.add(name, {}, () => ({ name, item: {}, visible: undefined }));
}

const names = (entries: readonly { name: string }[]): string => entries.map((entry) => entry.name).join("");

describe("2026-07-28/server/utilities/pagination#implementation-guidelines/1: pages", () => {
  test.each([
    [1, ["a", "b", "c"]],
    [2, ["ab", "c"]],
    [3, ["abc"]],
    [4, ["abc"]],
  ])("of %i", (size, expected) => {
    const { registry } = filled(["a", "b", "c"]);
    const pages: string[] = [];
    let cursor: string | undefined;
    do {
      const page = registry.page(cursor, size, undefined);
      pages.push(names(page.entries));
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    expect(pages).toEqual(expected);
  });

  test("a cursor stays good when entries are added and taken away, and nothing comes twice", () => {
    const { registry } = filled(["a", "b"]);
    const c = add(registry, "c");
    add(registry, "d");
    const { nextCursor } = registry.page(undefined, 2, undefined);
    c.remove();
    add(registry, "e");
    expect(names(registry.page(nextCursor, 9, undefined).entries)).toBe("de");
  });

  test("the entry that a cursor stands on may be gone", () => {
    const { registry } = filled(["a"]);
    const b = add(registry, "b");
    add(registry, "c");
    const { nextCursor } = registry.page(undefined, 2, undefined);
    b.remove();
    expect(names(registry.page(nextCursor, 2, undefined).entries)).toBe("c");
  });

  // 2026-07-28/server/utilities/pagination#error-handling/1
  test.each(["", "0", "tool-", "tool-0", "tool-zz", "prompt-1", "tool-1 ", "tool--1", "x", "tool-99999999999999"])(
    "the unknown cursor %j is -32602",
    (cursor) => {
      const { registry } = filled(["a", "b"]);
      expect(() => registry.page(cursor, 1, undefined)).toThrow(expect.objectContaining({ rpcCode: -32602 }));
    },
  );

  test("walking the pages sees every entry that stays, once, whatever comes and goes meanwhile", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5 }),
        fc.array(fc.oneof(fc.constant("add" as const), fc.nat(20)), { maxLength: 30 }),
        (size, steps) => {
          const { registry } = filled(["a", "b", "c", "d", "e", "f", "g"]);
          const extra = new Map<string, { remove(): void }>();
          const seen: string[] = [];
          let cursor: string | undefined;
          for (const step of steps) {
            if (step === "add") {
              const name = `+${String(extra.size)}`;
              extra.set(name, add(registry, name));
            } else [...extra.values()][step]?.remove();
            const page = registry.page(cursor, size, undefined);
            seen.push(...page.entries.map((entry) => entry.name));
            cursor = page.nextCursor;
            if (cursor === undefined) break;
          }
          while (cursor !== undefined) {
            const page = registry.page(cursor, size, undefined);
            seen.push(...page.entries.map((entry) => entry.name));
            cursor = page.nextCursor;
          }
          expect(new Set(seen).size).toBe(seen.length);
          if (steps.length > 0) expect(seen).toEqual(expect.arrayContaining(["a", "b", "c", "d", "e", "f", "g"]));
        },
      ),
    );
  });
});

describe("changes are told", () => {
  test("once for each, and not for what changes nothing", () => {
    const { registry, changes } = filled(["a"]);
    const handle = add(registry, "b");
    expect(changes()).toBe(2);
    handle.enable();
    expect(changes()).toBe(2);
    handle.disable();
    handle.enable();
    handle.update({});
    handle.remove();
    handle.remove();
    expect(changes()).toBe(6);
  });
});
