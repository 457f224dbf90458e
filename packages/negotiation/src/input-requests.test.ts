import { findRevision, latest, revisions } from "@mcpwire/protocol";
import { describe, expect, it } from "vitest";
import { form, needInput, roots, sampling, url } from "../test/fake-server.js";
import { inputRequired, type InputRequest } from "./era.js";
import { checkInputRequired, isInputRequired, mayAskInput, missingCapabilities } from "./input-requests.js";
import { clientMayNotify, requestStanding, serverMayNotify } from "./vocabulary.js";

describe("a request for input", () => {
  it("is known by its brand, which no JSON has", () => {
    expect(isInputRequired(needInput(undefined, "s"))).toBe(true);
    expect(isInputRequired({ resultType: "input_required", inputRequests: {} })).toBe(false);
    expect(isInputRequired(JSON.parse(JSON.stringify(needInput({ a: form }))))).toBe(false);
    // Two copies of this package agree.
    expect(inputRequired).toBe(Symbol.for("mcpwire.input-required"));
  });

  it("keeps its questions in order, under any key", () => {
    const asked = JSON.parse('{"__proto__":{"method":"roots/list"},"b":{"method":"roots/list","params":{}}}') as Record<
      string,
      InputRequest
    >;
    expect(checkInputRequired(needInput(asked, ""))).toEqual({
      questions: [
        ["__proto__", { method: "roots/list" }],
        ["b", { method: "roots/list", params: {} }],
      ],
      requestState: "",
    });
  });

  it("may come from three methods", () => {
    expect([...latest.methods.keys()].filter(mayAskInput)).toEqual(["tools/call", "resources/read", "prompts/get"]);
    expect(mayAskInput("constructor")).toBe(false);
  });
});

describe("what a client would have had to declare", () => {
  const everything = { elicitation: { form: {}, url: {} }, sampling: { tools: {} }, roots: {} };
  const all = [form, url, roots, sampling].map((question, index) => [String(index), question] as const);

  it("is nothing where it declared everything", () => {
    expect(missingCapabilities(all, everything, latest)).toBeUndefined();
    expect(missingCapabilities([], {}, latest)).toBeUndefined();
  });

  it.each([{}, { elicitation: null }, { elicitation: false }])(
    "is what it did not: %j declares nothing",
    (declared) => {
      expect(missingCapabilities(all, declared as object, latest)).toEqual({
        elicitation: { form: {}, url: {} },
        roots: {},
        sampling: {},
      });
    },
  );

  it.each(revisions.filter(({ traits }) => traits.elicitation === "none").map(({ name }) => name))(
    "is more than anybody can declare in %s",
    (name) => {
      const revision = findRevision(name) ?? latest;
      expect(missingCapabilities(all, everything, revision)).toEqual({ elicitation: { form: {}, url: {} } });
    },
  );
});

describe("the words of a revision", () => {
  it.each([
    ["tools/call", "2026-07-28", "known"],
    ["ping", "2026-07-28", "foreign"],
    ["server/discover", "2025-11-25", "foreign"],
    ["roots/list", "2025-11-25", "foreign"],
    ["ping", "2024-11-05", "known"],
    ["notifications/cancelled", "2025-11-25", "foreign"],
    ["acme/do", "2025-11-25", "custom"],
    ["__proto__", "2026-07-28", "custom"],
  ])("as a request from a client, %s in %s is %s", (method, name, standing) => {
    expect(requestStanding(method, findRevision(name) ?? latest)).toBe(standing);
  });

  it.each([
    ["notifications/cancelled", "2026-07-28", true, true],
    ["notifications/progress", "2026-07-28", false, true],
    ["notifications/progress", "2025-11-25", true, true],
    ["notifications/initialized", "2025-11-25", true, false],
    ["notifications/initialized", "2026-07-28", false, false],
    ["tools/call", "2025-11-25", false, false],
    ["notifications/acme", "2025-11-25", true, true],
  ])("as a notification, %s in %s may come from a client: %j, from a server: %j", (method, name, client, server) => {
    const revision = findRevision(name) ?? latest;
    expect([clientMayNotify(method, revision), serverMayNotify(method, revision)]).toEqual([client, server]);
  });
});
