/**
 * One revision's JSON Schema, read from a checkout of the specification's schema folder: what it says of each method, a validator
 * for its definitions, and a stricter one that also refuses every field that a definition does not list.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { JSONObject } from "@mcpwire/jsonrpc";
import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";

/** Where the schemas are; undefined where nobody said. */
export const specDirectory = process.env.MCP_SPEC_DIR;

interface MethodDefinition {
  readonly kind: "request" | "notification";
  /** The definition of its message. */
  readonly message: string;
  /** The definition of its result. */
  readonly result: string;
  readonly from: "client" | "server" | "both";
}

export interface SpecSchema {
  readonly definitions: Readonly<Record<string, JSONObject>>;
  readonly methods: ReadonlyMap<string, MethodDefinition>;
  /** Undefined when the value is valid; otherwise what is wrong with it. */
  check(definition: string, value: unknown): string | undefined;
  /** The same, and no field that is not listed. */
  checkStrictly(definition: string, value: unknown): string | undefined;
}

export interface Example {
  readonly type: string;
  readonly name: string;
  readonly value: JSONObject;
}

export function readSchema(directory: string, revision: string): SpecSchema {
  // The file's shape is fixed: `definitions` or `$defs`, by name.
  const document = JSON.parse(readFileSync(join(directory, revision, "schema.json"), "utf8")) as Record<
    string,
    Record<string, JSONObject>
  >;
  const key = "$defs" in document ? "$defs" : "definitions";
  const definitions = document[key] ?? {};
  const open = validator(document);
  const closed = validator({
    ...document,
    [key]: Object.fromEntries(Object.entries(definitions).map(([name, of]) => [name, close(of, name)])),
  });
  const checkWith = (ajv: Ajv) => (definition: string, value: unknown) => {
    const validate = ajv.getSchema(`spec#/${key}/${definition}`);
    if (validate === undefined) throw new Error(`${revision} has no definition ${definition}`);
    return validate(value) === true ? undefined : ajv.errorsText(validate.errors);
  };
  return { definitions, methods: methodsOf(definitions), check: checkWith(open), checkStrictly: checkWith(closed) };
}

export function readExamples(directory: string, revision: string): readonly Example[] {
  const root = join(directory, revision, "examples");
  if (!existsSync(root)) return [];
  return readdirSync(root).flatMap((type) =>
    readdirSync(join(root, type)).map((file) => ({
      type,
      name: `${type}/${file}`,
      // Each example is one JSON object.
      value: JSON.parse(readFileSync(join(root, type, file), "utf8")) as JSONObject,
    })),
  );
}

function validator(document: JSONObject): Ajv {
  const options = { strict: false, validateFormats: true, allErrors: false };
  const ajv = String(document.$schema).includes("draft-07") ? new Ajv(options) : new Ajv2020(options);
  formats.default(ajv);
  ajv.addSchema(document, "spec");
  return ajv;
}

/** Fields whose values are free: metadata, and schemas in a language of their own. */
const free = /^_meta$|MetaObject$|^inputSchema$|^outputSchema$/;

/** A copy in which an object that lists its fields has no others. `_meta` belongs to the base of all params. */
function close(schema: unknown, name?: string): unknown {
  if (Array.isArray(schema)) return schema.map((element) => close(element));
  if (typeof schema !== "object" || schema === null || (name !== undefined && free.test(name))) return schema;
  const copy: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(schema)) {
    copy[key] =
      key === "properties"
        ? Object.fromEntries(Object.entries(value as object).map(([field, of]) => [field, close(of, field)])) // a map of schemas
        : close(value);
  }
  const fields = copy.properties;
  if (copy.type !== "object" || typeof fields !== "object" || fields === null) return copy;
  if (Object.keys(fields).length === 0) return copy;
  if (name === "params") copy.properties = { _meta: { type: "object" }, ...fields };
  return { ...copy, additionalProperties: false };
}

function methodsOf(definitions: Readonly<Record<string, JSONObject>>): ReadonlyMap<string, MethodDefinition> {
  const sentBy = (side: "Client" | "Server") =>
    new Set(
      [`${side}Request`, `${side}Notification`, ...(side === "Server" ? ["InputRequest"] : [])].flatMap((union) =>
        [...JSON.stringify(definitions[union] ?? {}).matchAll(/"#\/(?:\$defs|definitions)\/(\w+)"/g)].map(([, n]) => n),
      ),
    );
  const client = sentBy("Client");
  const server = sentBy("Server");
  const methods = new Map<string, MethodDefinition>();
  for (const [message, definition] of Object.entries(definitions)) {
    const method = methodOf(definition);
    // A union of one member is written as that member.
    if (method === undefined || message === "ClientNotification") continue;
    const result = message.replace(/Request$/, "Result");
    const byClient = client.has(message) || methodOf(definitions.ClientNotification) === method;
    methods.set(method, {
      kind: message.endsWith("Request") ? "request" : "notification",
      message,
      result: result in definitions && result !== message ? result : "EmptyResult",
      from: byClient && server.has(message) ? "both" : byClient ? "client" : "server",
    });
  }
  return methods;
}

function methodOf(definition: JSONObject | undefined): string | undefined {
  // Where a definition has a method, it is `{ const: string }` among its properties.
  const properties = definition?.properties as { method?: { const?: string } } | undefined;
  return properties?.method?.const;
}
