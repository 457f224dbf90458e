/**
 * Which schema a reference means: identifiers, anchors and pointers, all within what is at hand. Nothing is ever fetched: a reference
 * that leads elsewhere refuses the schema. [2026-07-28 basic/index#ref-resolution]
 */
import { SchemaMeter } from "./bounds.js";
import type { SchemaBounds } from "./bounds.js";
import { dialectOf, holdings } from "./dialect.js";
import type { Dialect } from "./dialect.js";
import { SchemaError } from "./schema-error.js";
import { isObject, ownValue, pointerStep, shown } from "./values.js";
import type { JsonObject } from "./values.js";

/** A schema with an identifier of its own, or the root. References within it are relative to it. */
export interface Resource {
  readonly uri: string;
  readonly root: JsonObject;
  readonly dialect: Dialect;
  readonly anchors: Map<string, JsonObject>;
  readonly dynamicAnchors: Map<string, JsonObject>;
}

/** What a reference leads to. */
export interface Target {
  readonly schema: unknown;
  readonly resource: Resource;
  /** Set where the target is a dynamic anchor: outer resources may replace it. */
  readonly dynamicName: string | undefined;
}

/** Where a schema stands. */
export interface Place {
  readonly resource: Resource;
  /** From the root of the whole document. */
  readonly path: string;
}

interface Reference {
  readonly text: string;
  readonly place: Place;
}

/** What a root without `$id` is called; no peer's reference starts with it by accident. */
const nameless = "mcpwire-schema:///";

export class SchemaIndex {
  readonly root: Resource | undefined;
  private readonly resources = new Map<string, Resource>();
  private readonly places = new Map<object, Place>();
  private readonly references: Reference[] = [];
  private readonly meter: SchemaMeter;

  /** Walks the whole schema and checks every reference in it, reachable or not. Throws `SchemaError`. */
  constructor(schema: unknown, bounds: SchemaBounds, known: Readonly<Record<string, unknown>>) {
    this.meter = new SchemaMeter(bounds);
    for (const [uri, document] of Object.entries(known)) {
      if (isObject(document)) this.add(document, { uri, path: "", depth: 0, dialect: "2020-12" });
    }
    // A schema that our caller vouches for need not resolve in full, nor does it count.
    this.references.length = 0;
    this.meter = new SchemaMeter(bounds);
    this.root = isObject(schema)
      ? this.add(schema, { uri: nameless, path: "", depth: 0, dialect: "2020-12" })
      : undefined;
    for (const { text, place } of this.references) this.resolve(text, place);
  }

  placeOf(schema: JsonObject): Place | undefined {
    return this.places.get(schema);
  }

  /** Throws `remote-reference` or `unresolved-reference`. */
  resolve(reference: string, { resource, path }: Place): Target {
    const [address, fragment] = this.absolute(reference, resource, path);
    const found = this.resources.get(address);
    if (found === undefined) {
      throw new SchemaError(
        "remote-reference",
        path,
        `refers to ${shown(reference)}, which is not part of it; other documents are never fetched`,
      );
    }
    const name = decode(fragment);
    if (name === undefined) throw unresolved(reference, path);
    if (name === "" || name.startsWith("/")) return this.follow(name, found, reference, path);
    const anchored = found.anchors.get(name);
    if (anchored === undefined) throw unresolved(reference, path);
    const dynamicName = found.dynamicAnchors.has(name) ? name : undefined;
    return { schema: anchored, resource: this.places.get(anchored)?.resource ?? found, dynamicName };
  }

  /**
   * What a `$dynamicRef` means: the anchor of the outermost schema that has it, which is the root where the root has it, and otherwise
   * taken for the nearest one.
   */
  resolveDynamic(reference: string, place: Place): Target {
    const target = this.resolve(reference, place);
    const { dynamicName } = target;
    const schema = dynamicName === undefined ? undefined : this.root?.dynamicAnchors.get(dynamicName);
    return schema === undefined || this.root === undefined ? target : { schema, resource: this.root, dynamicName };
  }

  private absolute(reference: string, resource: Resource, path: string): [address: string, fragment: string] {
    const hash = reference.indexOf("#");
    const fragment = hash === -1 ? "" : reference.slice(hash + 1);
    const address = hash === -1 ? reference : reference.slice(0, hash);
    return [address === "" ? resource.uri : absoluteUri(address, resource.uri, path), fragment];
  }

  /** A JSON Pointer, from the resource's root. It may lead through keywords that hold no schemas. */
  private follow(pointer: string, resource: Resource, reference: string, path: string): Target {
    let value: unknown = resource.root;
    let within = resource;
    const steps = pointer.split("/").slice(1);
    for (const step of steps) {
      const key = step.replaceAll("~1", "/").replaceAll("~0", "~");
      if (Array.isArray(value) && /^(?:0|[1-9][0-9]*)$/.test(key)) value = value[Number(key)];
      else if (isObject(value)) value = ownValue(value, key);
      else throw unresolved(reference, path);
      if (isObject(value)) within = this.places.get(value)?.resource ?? within;
    }
    if (typeof value === "boolean") return { schema: value, resource: within, dynamicName: undefined };
    if (!isObject(value)) throw unresolved(reference, path);
    if (!this.places.has(value)) {
      this.add(value, {
        uri: within.uri,
        path: pointer,
        depth: steps.length,
        dialect: within.dialect,
        resource: within,
      });
    }
    return { schema: value, resource: this.places.get(value)?.resource ?? within, dynamicName: undefined };
  }

  /** Walks a schema object; `resource` is that around it, if any. Returns the resource it belongs to. */
  private add(
    schema: JsonObject,
    at: { uri: string; path: string; depth: number; dialect: Dialect; resource?: Resource },
  ): Resource {
    this.meter.enter(at.path, at.depth);
    const dialect = dialectOf(schema, at.path, at.dialect);
    const ref = ownValue(schema, "$ref");
    // Beside a draft-07 reference nothing counts, an identifier neither.
    const id = dialect === "draft-07" && ref !== undefined ? undefined : text(schema, "$id", at.path);
    const isName = dialect === "draft-07" && id?.startsWith("#") === true;
    let resource = at.resource;
    if (resource === undefined || (id !== undefined && !isName)) {
      const uri = id === undefined || isName ? at.uri : withoutFragment(absoluteUri(id, at.uri, at.path));
      resource = { uri, root: schema, dialect, anchors: new Map(), dynamicAnchors: new Map() };
      this.resources.set(uri, resource);
      // The root stays reachable by the name that it was given from outside.
      if (at.resource === undefined) this.resources.set(at.uri, resource);
    }
    const place = { resource, path: at.path };
    this.places.set(schema, place);

    if (isName && id !== undefined) resource.anchors.set(id.slice(1), schema);
    if (dialect === "2020-12") {
      const anchor = text(schema, "$anchor", at.path);
      if (anchor !== undefined) resource.anchors.set(anchor, schema);
      const dynamicAnchor = text(schema, "$dynamicAnchor", at.path);
      if (dynamicAnchor !== undefined) {
        resource.anchors.set(dynamicAnchor, schema);
        resource.dynamicAnchors.set(dynamicAnchor, schema);
      }
      const dynamicRef = text(schema, "$dynamicRef", at.path);
      if (dynamicRef !== undefined) this.references.push({ text: dynamicRef, place });
    }
    const reference = text(schema, "$ref", at.path);
    if (reference !== undefined) this.references.push({ text: reference, place });

    for (const { value, path } of subschemasOf(schema, dialect, at.path)) {
      if (isObject(value)) this.add(value, { uri: resource.uri, path, depth: at.depth + 1, dialect, resource });
      else if (typeof value !== "boolean") {
        throw new SchemaError("malformed-schema", path, `must be an object or a boolean, but is ${shown(value)}`);
      }
    }
    return resource;
  }
}

function* subschemasOf(
  schema: JsonObject,
  dialect: Dialect,
  path: string,
): Generator<{ readonly value: unknown; readonly path: string }> {
  for (const [keyword, holding] of holdings[dialect]) {
    const value = ownValue(schema, keyword);
    if (value === undefined) continue;
    const at = path + pointerStep(keyword);
    if (holding === "one" || (holding === "one-or-list" && !Array.isArray(value))) {
      if (keyword === "items" && Array.isArray(value)) {
        throw new SchemaError("malformed-schema", at, 'is a list; in 2020-12 that is called "prefixItems"');
      }
      yield { value, path: at };
    } else if (holding === "list" || holding === "one-or-list") {
      if (!Array.isArray(value)) throw new SchemaError("malformed-schema", at, "must be a list of schemas");
      for (const [index, item] of value.entries()) yield { value: item, path: at + pointerStep(index) };
    } else {
      if (!isObject(value)) throw new SchemaError("malformed-schema", at, "must be an object of schemas");
      for (const [key, item] of Object.entries(value)) {
        const isStrings = holding === "map-or-strings" && Array.isArray(item);
        if (!isStrings) yield { value: item, path: at + pointerStep(key) };
      }
    }
  }
}

function text(schema: JsonObject, keyword: string, path: string): string | undefined {
  const value = ownValue(schema, keyword);
  if (value === undefined || typeof value === "string") return value;
  throw new SchemaError("malformed-schema", path + pointerStep(keyword), `must be a string, but is ${shown(value)}`);
}

function absoluteUri(reference: string, base: string, path: string): string {
  try {
    return new URL(reference, base).href;
  } catch {
    throw new SchemaError("unresolved-reference", path, `uses the address ${shown(reference)}, which is no URI`);
  }
}

function withoutFragment(uri: string): string {
  const hash = uri.indexOf("#");
  return hash === -1 ? uri : uri.slice(0, hash);
}

function decode(fragment: string): string | undefined {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return undefined;
  }
}

function unresolved(reference: string, path: string): SchemaError {
  return new SchemaError("unresolved-reference", path, `refers to ${shown(reference)}, which does not exist`);
}
