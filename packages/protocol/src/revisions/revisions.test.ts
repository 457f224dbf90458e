import { describe, expect, it } from "vitest";
import { wireRules } from "../revision.js";
import { codecOf } from "./codecs.js";
import { findRevision, latest, newestLegacy, offeredRevisions, revisions } from "./index.js";

describe("revisions", () => {
  it("are listed newest first, and found by name alone", () => {
    const names = revisions.map(({ name }) => name);
    expect(names).toEqual([...names].sort().reverse());
    expect(names.map(findRevision)).toEqual(revisions);
    for (const name of ["", "draft", "2026-07-29", "constructor", "__proto__"])
      expect(findRevision(name)).toBeUndefined();
    expect(latest.name).toBe("2026-07-28");
    expect(newestLegacy.name).toBe("2025-11-25");
  });

  it("offer all but 2024-10-07, which has the shapes of 2024-11-05", () => {
    expect(offeredRevisions.map(({ name }) => name)).toEqual(revisions.map(({ name }) => name).slice(0, -1));
    const alias = findRevision("2024-10-07");
    const original = findRevision("2024-11-05");
    expect(alias?.traits).toEqual({ ...original?.traits, acceptedOnly: true });
    expect(alias && codecOf(alias)).toBe(original && codecOf(original));
    expect(alias?.methods).toBe(original?.methods);
  });

  it("have each a codec, and one that the list does not name that of the newest in its era", () => {
    for (const revision of revisions) expect(codecOf({ ...revision })).toBe(codecOf(revision));
    expect(new Set(offeredRevisions.map(codecOf)).size).toBe(offeredRevisions.length);
    for (const known of [latest, newestLegacy]) {
      expect(codecOf({ ...known, name: "2099-01-01" })).toBe(codecOf(known));
      expect(codecOf({ ...known, name: "constructor" })).toBe(codecOf(known));
    }
  });

  // 2024-11-05/server/resources#error-handling/1, 2025-03-26/server/resources#error-handling/1,
  // 2025-06-18/server/resources#error-handling/1, 2025-11-25/server/resources#error-handling/1,
  // 2026-07-28/server/resources#error-handling/1
  it.each([
    ["2024-11-05", -32002],
    ["2025-03-26", -32002],
    ["2025-06-18", -32002],
    ["2025-11-25", -32002],
    ["2026-07-28", -32602],
  ])("%s names a resource that does not exist with %i", (name, code) => {
    expect(findRevision(name)?.traits.resourceNotFound).toBe(code);
  });

  it.each([
    ["2024-10-07", { batches: false, nullIds: true, versionHeader: false, primingEvent: false }],
    ["2024-11-05", { batches: false, nullIds: true, versionHeader: false, primingEvent: false }],
    ["2025-03-26", { batches: true, nullIds: true, versionHeader: false, primingEvent: false }],
    ["2025-06-18", { batches: false, nullIds: true, versionHeader: true, primingEvent: false }],
    ["2025-11-25", { batches: false, nullIds: false, versionHeader: true, primingEvent: true }],
    ["2026-07-28", { batches: false, nullIds: false, versionHeader: true, primingEvent: false }],
  ])("%s has its rules of the wire", (name, rules) => {
    const revision = findRevision(name);
    expect(revision && wireRules(revision)).toEqual({ revision: name, ...rules });
  });
});

describe("method tables", () => {
  it.each(revisions)(
    "$name: only requests from clients may be sent again, cached or answered with questions",
    ({ methods }) => {
      for (const [method, entry] of methods) {
        if (entry.kind === "notification") expect(method).toMatch(/^notifications\//);
        for (const trait of ["repeatable", "cacheable", "asksInput"] as const) {
          if (entry[trait] === true) expect(entry, method).toMatchObject({ kind: "request" });
        }
      }
    },
  );

  it.each(revisions)("$name: what it says of itself agrees with its table", ({ traits, methods, era }) => {
    expect(methods.has("ping")).toBe(traits.ping);
    expect(methods.has("initialize")).toBe(era === "legacy");
    expect(methods.has("elicitation/create")).toBe(traits.elicitation !== "none");
    const asks = [...methods.values()].filter(
      ({ kind, from, asInput }) => kind === "request" && from === "server" && asInput !== true,
    );
    expect(asks.length > 0).toBe(traits.serverRequests);
  });
});
