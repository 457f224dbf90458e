/**
 * Our vocabulary against the schemas that the official packages publish: what we emit parses there, and what they accept parses
 * here. `@modelcontextprotocol/core` has the newest shapes, `@modelcontextprotocol/sdk` those of 2025-11-25.
 */
import * as core from "@modelcontextprotocol/core";
import type { JSONObject } from "@mcpwire/jsonrpc";
import { codecOf, findRevision, type Revision } from "@mcpwire/protocol";
import { schemasFor } from "@mcpwire/protocol/schemas";
import * as sdk from "@modelcontextprotocol/sdk/types.js";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as neutral from "./neutral-messages.js";

interface Parser {
  safeParse(value: unknown): { readonly success: boolean; readonly error?: { readonly issues: unknown } };
}

interface Published {
  readonly request: Parser;
  readonly result: Parser | undefined;
}

const peers = [
  { peer: "core", revision: "2026-07-28", published: publishedBy(core) },
  { peer: "core", revision: "2025-11-25", published: publishedBy(core) },
  { peer: "sdk", revision: "2025-11-25", published: publishedBy(sdk) },
  { peer: "sdk", revision: "2025-06-18", published: publishedBy(sdk) },
  { peer: "sdk", revision: "2025-03-26", published: publishedBy(sdk) },
  { peer: "sdk", revision: "2024-11-05", published: publishedBy(sdk) },
];

const rows = peers.flatMap(({ peer, revision, published }) => {
  const known = findRevision(revision);
  if (known === undefined) throw new Error(`no revision ${revision}`);
  return [...published]
    .filter(([method]) => known.methods.has(method) && method in neutral.params)
    .map(([method, schemas]) => ({ peer, revision: known, name: known.name, method, schemas }));
});

const comparable = new Set(["core 2026-07-28", "sdk 2025-11-25"]);

/** `core` lets a cancellation name no request, as 2025-11-25 did; 2026-07-28 does not. [2026-07-28 basic/patterns/cancellation#cancellation-flow] */
const looserThere = new Set(["notifications/cancelled"]);

/** `core` still wants the `elicitationId` that 2026-07-28 took away. [2026-07-28 changelog#minor-changes] */
const stricterThere = (peer: string, revision: string, params: JSONObject): boolean =>
  peer === "core" && revision === "2026-07-28" && params.mode === "url";

it.each(peers)("$peer publishes schemas for the methods of $revision", ({ published, revision }) => {
  const methods = [...(findRevision(revision)?.methods.keys() ?? [])];
  const missing = methods.filter((method) => !published.has(method));
  expect(missing).toEqual([]);
});

describe.each(rows)("$peer and $name: $method", ({ peer, revision, method, schemas }) => {
  it("theirs accepts what we emit", () => {
    fc.assert(
      fc.property(valuesOf(neutral.params, method), (params) => {
        const encoded = codecOf(revision).encodeParams(method, params);
        const outcome = schemas.request.safeParse({ method, params: stampedParams(revision, method, encoded) });
        expect(outcome.success).toBe(!stricterThere(peer, revision.name, params));
      }),
    );
    const { result } = schemas;
    if (result === undefined) return;
    fc.assert(
      fc.property(valuesOf(neutral.results, method), (value) => {
        const outcome = result.safeParse(
          stampedResult(revision, method, codecOf(revision).encodeResult(method, value)),
        );
        expect(outcome.error?.issues).toBeUndefined();
      }),
    );
  });

  // The published schemas of other revisions are unions with newer shapes; only the newest of each package is comparable.
  if (!comparable.has(`${peer} ${revision.name}`)) return;

  it("ours accepts what theirs accepts, also where a member is missing", () => {
    const ours = schemasFor(revision);
    fc.assert(
      fc.property(incomplete(valuesOf(neutral.params, method)), (value) => {
        const params = codecOf(revision).encodeParams(method, value);
        fc.pre(schemas.request.safeParse({ method, params: stampedParams(revision, method, params) }).success);
        fc.pre(!looserThere.has(method) || "requestId" in value);
        const decoded = codecOf(revision).decodeParams(method, params);
        expect(ours.params(method)?.safeParse(decoded).issues).toBeUndefined();
      }),
    );
    const { result } = schemas;
    if (result === undefined) return;
    fc.assert(
      fc.property(incomplete(valuesOf(neutral.results, method)), (value) => {
        const encoded = codecOf(revision).encodeResult(method, value);
        fc.pre(result.safeParse(stampedResult(revision, method, encoded)).success);
        const decoded = codecOf(revision).decodeResult(method, encoded);
        expect(ours.result(method)?.safeParse(decoded).issues).toBeUndefined();
      }),
    );
  });
});

function valuesOf(of: Readonly<Record<string, fc.Arbitrary<JSONObject>>>, method: string): fc.Arbitrary<JSONObject> {
  const values = of[method];
  if (values === undefined) throw new Error(`no generated messages for ${method}`);
  return values;
}

/** The same messages without one member, at the top or one level below. */
function incomplete(messages: fc.Arbitrary<JSONObject>): fc.Arbitrary<JSONObject> {
  return fc.tuple(messages, fc.nat(), fc.nat(), fc.boolean()).map(([message, at, below, deeper]) => {
    const key = pick(message, at);
    if (key === undefined) return message;
    const member = message[key];
    const inner: unknown = Array.isArray(member) ? member[0] : member;
    const name = deeper && typeof inner === "object" && inner !== null ? pick(inner, below) : undefined;
    if (name === undefined) return without(message, key);
    const changed = without(inner as JSONObject, name); // it has the member
    return { ...message, [key]: Array.isArray(member) ? [changed, ...(member.slice(1) as unknown[])] : changed };
  });
}

function pick(object: object, at: number): string | undefined {
  const keys = Object.keys(object);
  return keys[at % Math.max(keys.length, 1)];
}

function without(object: JSONObject, key: string): JSONObject {
  const { [key]: _left, ...rest } = object;
  return rest;
}

function stampedParams(revision: Revision, method: string, params: JSONObject | undefined): JSONObject | undefined {
  if (revision.era === "legacy" || revision.methods.get(method)?.kind !== "request") return params;
  if (revision.methods.get(method)?.asInput === true) return params;
  const meta = {
    "io.modelcontextprotocol/protocolVersion": revision.name,
    "io.modelcontextprotocol/clientInfo": { name: "test", version: "0" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  return { ...params, _meta: { ...(params?._meta as object | undefined), ...meta } }; // an object where present
}

function stampedResult(revision: Revision, method: string, result: JSONObject): JSONObject {
  const entry = revision.methods.get(method);
  if (revision.era === "legacy" || entry?.asInput === true) return result;
  const meta = method === "subscriptions/listen" ? { "io.modelcontextprotocol/subscriptionId": 1 } : undefined;
  return {
    resultType: "complete",
    ...(entry?.cacheable === true ? { ttlMs: 0, cacheScope: "private" } : {}),
    ...result,
    ...(meta === undefined ? {} : { _meta: { ...(result._meta as object | undefined), ...meta } }), // an object where present
  };
}

/** The schemas of a package by method, found by the literal that each has for it. */
function publishedBy(exports: Readonly<Record<string, unknown>>): ReadonlyMap<string, Published> {
  const found = new Map<string, Published>();
  for (const [name, schema] of Object.entries(exports)) {
    const match = /^(\w+?)(Request|Notification)Schema$/.exec(name);
    const method = methodOf(schema);
    if (match === null || method === undefined) continue;
    const [, stem, kind] = match;
    const result =
      exports[`${stem}ResultWithToolsSchema`] ?? exports[`${stem}ResultSchema`] ?? exports.EmptyResultSchema;
    found.set(method, {
      request: schema as Parser, // a zod object, since it has a shape
      result: kind === "Request" ? (result as Parser) : undefined, // so is every result
    });
  }
  return found;
}

function methodOf(schema: unknown): string | undefined {
  // Zod 4 keeps the fields of an object in `shape`, and the value of a literal in `value`.
  const method = (schema as { shape?: { method?: { value?: unknown } } } | undefined)?.shape?.method?.value;
  return typeof method === "string" ? method : undefined;
}
