/**
 * Our vocabulary against each revision's JSON Schema, in both directions: ours accepts what it accepts, and it accepts what ours
 * emits, with no field that it does not list.
 */
import { type JSONObject, parseMessage } from "@mcpwire/jsonrpc";
import { codecOf, offeredRevisions, type Revision } from "@mcpwire/protocol";
import { schemasFor } from "@mcpwire/protocol/schemas";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arbitrary } from "./arbitrary-from-schema.js";
import { carriers } from "./example-carriers.js";
import * as neutral from "./neutral-messages.js";
import { readExamples, readSchema, specDirectory, type SpecSchema } from "./spec-schemas.js";

// The experimental tasks have shapes, but nothing in the neutral model yet: what is emitted for them is what came in.
const withoutNeutralModel = /^(notifications\/)?tasks\/|^notifications\/elicitation\/complete$/;

if (specDirectory === undefined) {
  describe("agreement with the specification's schemas", () => {
    it.skip("did not run: MCP_SPEC_DIR names no checkout of the specification's schema folder", () => {});
  });
} else {
  const directory = specDirectory;
  describe.each(offeredRevisions.map((revision) => ({ revision, name: revision.name })))("$name", ({ revision }) => {
    const spec = readSchema(directory, revision.name);
    agreement(revision, spec);
  });
  const [newest] = offeredRevisions;
  if (newest !== undefined) {
    describe(`the examples of ${newest.name}`, () => examples(directory, newest));
  }
}

function agreement(revision: Revision, spec: SpecSchema): void {
  const schemas = schemasFor(revision);

  it("has the same methods, kinds and senders", () => {
    const ours = [...revision.methods].map(([method, { kind, from }]) => ({ method, kind, from }));
    const theirs = [...spec.methods].map(([method, { kind, from }]) => ({ method, kind, from }));
    const byMethod = (a: { method: string }, b: { method: string }) => (a.method < b.method ? -1 : 1);
    expect(ours.sort(byMethod)).toEqual(theirs.sort(byMethod));
  });

  describe.each([...spec.methods].map(([method, definition]) => ({ method, definition })))(
    "$method",
    ({ method, definition }) => {
      const isInput = revision.methods.get(method)?.asInput === true;

      it("our schema accepts what the specification's accepts", () => {
        const params = schemas.params(method);
        fc.assert(
          fc.property(arbitrary(spec.definitions, definition.message), (message) => {
            const value = (message as { params?: JSONObject }).params; // the definition is a message
            fc.pre(spec.check(definition.message, message) === undefined);
            expect(params?.safeParse(value).issues).toBeUndefined();
            expect(params?.safeParse(codecOf(revision).decodeParams(method, value)).issues).toBeUndefined();
          }),
          { numRuns: 60 },
        );
        if (definition.kind === "notification") return;
        const result = schemas.result(method);
        fc.assert(
          fc.property(arbitrary(spec.definitions, definition.result), (value) => {
            fc.pre(spec.check(definition.result, value) === undefined);
            expect(result?.safeParse(value).issues).toBeUndefined();
            const decoded = codecOf(revision).decodeResult(method, value as JSONObject); // a result is an object
            expect(result?.safeParse(decoded).issues).toBeUndefined();
          }),
          { numRuns: 60 },
        );
      });

      if (withoutNeutralModel.test(method)) return;

      it("the specification's schema accepts what we emit, and lists every field of it", () => {
        const params = neutral.params[method];
        if (params === undefined) throw new Error(`no generated params for ${method}`);
        fc.assert(
          fc.property(params, (value) => {
            const encoded = codecOf(revision).encodeParams(method, value);
            const message = stampedMessage(revision, definition.message, method, encoded, spec, isInput);
            expect(spec.checkStrictly(definition.message, message)).toBeUndefined();
            expect(schemas.params(method)?.safeParse(encoded).issues).toBeUndefined();
          }),
          { numRuns: 100 },
        );
        if (definition.kind === "notification") return;
        const results = neutral.results[method];
        if (results === undefined) throw new Error(`no generated results for ${method}`);
        fc.assert(
          fc.property(results, (value) => {
            const encoded = codecOf(revision).encodeResult(method, value);
            const stamped = isInput ? encoded : stampedResult(revision, method, encoded);
            expect(spec.checkStrictly(definition.result, stamped)).toBeUndefined();
            expect(schemas.result(method)?.safeParse(encoded).issues).toBeUndefined();
          }),
          { numRuns: 100 },
        );
      });
    },
  );

  it("lists every capability that we declare", () => {
    fc.assert(
      fc.property(neutral.clientCapabilities, neutral.serverCapabilities, (client, server) => {
        const codec = codecOf(revision);
        expect(spec.checkStrictly("ClientCapabilities", codec.encodeCapabilities("client", client))).toBeUndefined();
        expect(spec.checkStrictly("ServerCapabilities", codec.encodeCapabilities("server", server))).toBeUndefined();
      }),
      { numRuns: 200 },
    );
  });
}

/** The message as it leaves, with what the layers around the codec add. */
function stampedMessage(
  revision: Revision,
  definition: string,
  method: string,
  params: JSONObject | undefined,
  spec: SpecSchema,
  isInput: boolean,
): JSONObject {
  const listed = (spec.definitions[definition]?.properties ?? {}) as object; // a map of schemas
  const isRequest = definition.endsWith("Request");
  const stamped =
    revision.era === "modern" && isRequest && !isInput
      ? {
          ...params,
          _meta: {
            ...(params?._meta as object | undefined), // an object where present
            "io.modelcontextprotocol/protocolVersion": revision.name,
            "io.modelcontextprotocol/clientCapabilities": {},
          },
        }
      : params;
  return {
    method,
    ...(stamped === undefined ? {} : { params: stamped }),
    ...("jsonrpc" in listed ? { jsonrpc: "2.0" } : {}),
    ...("id" in listed ? { id: 0 } : {}),
  };
}

function stampedResult(revision: Revision, method: string, result: JSONObject): JSONObject {
  if (revision.era === "legacy") return result;
  const { cacheable } = revision.methods.get(method) ?? {};
  const meta = method === "subscriptions/listen" ? { "io.modelcontextprotocol/subscriptionId": 1 } : {};
  return {
    resultType: "complete",
    ...(cacheable === true ? { ttlMs: 0, cacheScope: "private" } : {}),
    ...result,
    _meta: { ...(result._meta as object | undefined), ...meta }, // an object where present
  };
}

function examples(directory: string, revision: Revision): void {
  const spec = readSchema(directory, revision.name);
  const schemas = schemasFor(revision);
  it.each(readExamples(directory, revision.name))("$name", ({ type, value }) => {
    expect(spec.check(type, value)).toBeUndefined();
    if (type === "ClientCapabilities") {
      expect(codecOf(revision).encodeCapabilities("client", value)).toEqual(value);
      return;
    }
    if (type.endsWith("Error")) {
      const response = "error" in value ? value : { jsonrpc: "2.0", id: 1, error: value };
      expect(parseMessage(JSON.stringify(response))).toMatchObject({ message: response });
      return;
    }
    const carried = carriers.get(type)?.(value) ?? [];
    expect(carried.length, `an example of ${type} is carried by some message`).toBeGreaterThan(0);
    for (const { method, params, result } of carried) {
      if (params !== undefined) {
        expect(schemas.params(method)?.safeParse(params).issues).toBeUndefined();
        expect(codecOf(revision).encodeParams(method, codecOf(revision).decodeParams(method, params))).toEqual(params);
      }
      if (result !== undefined) {
        expect(schemas.result(method)?.safeParse(result).issues).toBeUndefined();
        expect(codecOf(revision).encodeResult(method, codecOf(revision).decodeResult(method, result))).toEqual(result);
      }
    }
  });
}
