import { describe, expect, it } from "vitest";
import { ResourceInterest, honoredBy, isWatched } from "./watches.js";

const everything = {
  toolsListChanged: true,
  promptsListChanged: true,
  resourcesListChanged: true,
  resourceSubscriptions: ["a", "b", "a"],
};

describe("what a watch may expect", () => {
  it.each<[string, object, object]>([
    ["nothing of a server that declared nothing", {}, {}],
    ["nothing of capabilities without their flags", { tools: {}, prompts: { listChanged: false }, resources: {} }, {}],
    [
      "lists",
      { tools: { listChanged: true }, resources: { listChanged: true } },
      { toolsListChanged: true, resourcesListChanged: true },
    ],
    ["resources, each once", { resources: { subscribe: true } }, { resourceSubscriptions: ["a", "b"] }],
  ])("%s", (_title, capabilities, honored) => {
    expect(honoredBy(capabilities, everything)).toEqual(honored);
  });
});

describe("what belongs to a watch", () => {
  it.each<[string, string, boolean]>([
    ["notifications/resources/updated", "file:///a", true],
    ["notifications/resources/updated", "file:///a/sub", true],
    ["notifications/resources/updated", "file:///ab", false],
    ["notifications/resources/updated", "file:///", false],
    ["notifications/tools/list_changed", "", true],
    ["notifications/prompts/list_changed", "", false],
    ["notifications/message", "", false],
  ])("%s %s: %s", (method, uri, expected) => {
    const filter = { toolsListChanged: true, resourceSubscriptions: ["file:///a"] };
    expect(isWatched(filter, method, { uri })).toBe(expected);
  });
});

describe("interest in resources", () => {
  it("subscribes with the first watch and unsubscribes with the last", () => {
    const interest = new ResourceInterest();
    expect(interest.add(["a", "b"])).toEqual(["a", "b"]);
    expect(interest.add(["b", "c"])).toEqual(["c"]);
    expect(interest.remove(["a", "b"])).toEqual(["a"]);
    expect(interest.remove(["b", "c"])).toEqual(["b", "c"]);
    expect(interest.remove(["b"])).toEqual([]);
    expect(interest.add(["constructor"])).toEqual(["constructor"]);
  });
});
