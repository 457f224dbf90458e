import { expect, it } from "vitest";
import { eraMemory } from "./era-memory.js";

const modern = { era: "modern", revision: "2026-07-28" } as const;
const legacy = { era: "legacy", revision: "2025-11-25" } as const;

it("recalls what it was told, by server", () => {
  const memory = eraMemory();
  memory.remember("https://a.example/mcp", modern);
  memory.remember("__proto__", legacy);
  expect(memory.recall("https://a.example/mcp")).toEqual(modern);
  expect(memory.recall("__proto__")).toEqual(legacy);
  expect(memory.recall("constructor")).toBeUndefined();
  memory.remember("https://a.example/mcp", legacy);
  expect(memory.recall("https://a.example/mcp")).toEqual(legacy);
  memory.forget("https://a.example/mcp");
  expect(memory.recall("https://a.example/mcp")).toBeUndefined();
});

it("is bounded, and forgets first what was used longest ago", () => {
  const memory = eraMemory({ maxServers: 2 });
  memory.remember("a", modern);
  memory.remember("b", modern);
  memory.recall("a");
  memory.remember("c", modern);
  expect(["a", "b", "c"].filter((key) => memory.recall(key) !== undefined)).toEqual(["a", "c"]);
});
