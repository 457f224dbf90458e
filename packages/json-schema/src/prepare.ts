/**
 * Rewrites a schema into one that the library judges right: a copy, so that the original stays untouched; in one dialect; with every
 * reference resolved beforehand, so that the library resolves none; and with a meter that ends what takes too long.
 */
import type { Schema } from "@cfworker/json-schema";

import { OutOfSteps } from "./bounds.js";
import type { SchemaBounds } from "./bounds.js";
import { SchemaIndex } from "./references.js";
import type { Place, Target } from "./references.js";
import { SchemaError } from "./schema-error.js";
import { checkShapes, checkedPattern } from "./shapes.js";
import { isObject, ownValue, shown } from "./values.js";
import type { JsonObject } from "./values.js";

export interface PrepareOptions extends SchemaBounds {
  readonly assertFormats: boolean;
  readonly knownSchemas: Readonly<Record<string, unknown>>;
}

/** A schema in the library's terms. */
export interface Prepared {
  readonly root: Schema | boolean;
  /** What each rewritten `$ref` stands for. */
  readonly lookup: Record<string, Schema | boolean>;
  readonly meter: StepMeter;
}

/** Counts how often a schema is applied to a value, in one validation. */
class StepMeter {
  private left = 0;

  reset(steps: number): void {
    this.left = steps;
  }

  step(): void {
    this.left--;
    if (this.left < 0) throw new OutOfSteps();
  }
}

/** Throws `SchemaError`. */
export function prepare(schema: unknown, options: PrepareOptions): Prepared {
  if (typeof schema !== "boolean" && !isObject(schema)) {
    throw new SchemaError("malformed-schema", "", `must be an object or a boolean, but is ${shown(schema)}`);
  }
  return new Preparation(new SchemaIndex(schema, options, options.knownSchemas), options).run(schema);
}

/** Keywords whose value is copied as it is. */
const plain: readonly string[] = [
  "type",
  "const",
  "enum",
  "required",
  "minProperties",
  "maxProperties",
  "minItems",
  "maxItems",
  "uniqueItems",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minLength",
  "maxLength",
];
const single: readonly string[] = ["additionalProperties", "propertyNames", "contains", "not", "if", "then", "else"];
const several: readonly string[] = ["allOf", "anyOf", "oneOf"];

class Preparation {
  private readonly index: SchemaIndex;
  private readonly options: PrepareOptions;
  private readonly meter = new StepMeter();
  private readonly lookup: Record<string, Schema | boolean> = Object.create(null);
  private readonly names = new Map<object, string>();
  private readonly waiting: { readonly name: string; readonly schema: JsonObject }[] = [];

  constructor(index: SchemaIndex, options: PrepareOptions) {
    this.index = index;
    this.options = options;
  }

  run(schema: unknown): Prepared {
    const root = this.copy(schema);
    // A list instead of recursion: references may lead in circles.
    for (let next = this.waiting.pop(); next !== undefined; next = this.waiting.pop()) {
      this.lookup[next.name] = this.copy(next.schema);
    }
    return { root, lookup: this.lookup, meter: this.meter };
  }

  private copy(schema: unknown): Schema | boolean {
    if (typeof schema === "boolean") return schema;
    const place = isObject(schema) ? this.index.placeOf(schema) : undefined;
    if (!isObject(schema) || place === undefined) {
      throw new SchemaError("malformed-schema", "", `holds ${shown(schema)} where a schema must stand`);
    }
    const isDraft07 = place.resource.dialect === "draft-07";
    const ref = ownValue(schema, "$ref");
    const copy: Schema = {};
    // Beside a draft-07 reference nothing counts.
    if (!isDraft07 || ref === undefined) {
      checkShapes(schema, place.path);
      this.copyShared(schema, copy, place);
      if (isDraft07) this.copyDraft07(schema, copy);
      else this.copy202012(schema, copy, place);
    }
    const name = typeof ref === "string" ? this.nameOf(this.index.resolve(ref, place)) : undefined;
    // The library reads `$ref` exactly once each time that it applies a schema.
    const { meter } = this;
    Object.defineProperty(copy, "$ref", {
      enumerable: true,
      get: () => {
        meter.step();
        return name;
      },
    });
    return copy;
  }

  private copyShared(schema: JsonObject, copy: Schema, place: Place): void {
    for (const keyword of plain) set(copy, keyword, ownValue(schema, keyword));
    for (const keyword of single) this.copyOne(schema, keyword, copy, keyword);
    for (const keyword of several) this.copyList(schema, keyword, copy, keyword);
    this.copyMap(schema, "properties", copy);
    this.copyMap(schema, "patternProperties", copy, (key) => checkedPattern(key, `${place.path}/patternProperties`));
    const pattern = ownValue(schema, "pattern");
    if (typeof pattern === "string") copy.pattern = checkedPattern(pattern, `${place.path}/pattern`);
    if (this.options.assertFormats) set(copy, "format", ownValue(schema, "format"));
  }

  /** Draft-07 has other names for what 2020-12 says with these. */
  private copyDraft07(schema: JsonObject, copy: Schema): void {
    if (Array.isArray(ownValue(schema, "items"))) {
      this.copyList(schema, "items", copy, "prefixItems");
      this.copyOne(schema, "additionalItems", copy, "items");
    } else {
      this.copyOne(schema, "items", copy, "items");
    }
    const dependencies = ownValue(schema, "dependencies");
    if (!isObject(dependencies)) return;
    const required: Record<string, string[]> = Object.create(null);
    const schemas: Record<string, Schema | boolean> = Object.create(null);
    for (const [key, value] of Object.entries(dependencies)) {
      if (Array.isArray(value)) required[key] = value.filter((name) => typeof name === "string");
      else schemas[key] = this.copy(value);
    }
    set(copy, "dependentRequired", required);
    set(copy, "dependentSchemas", schemas);
  }

  private copy202012(schema: JsonObject, copy: Schema, place: Place): void {
    for (const keyword of ["minContains", "maxContains", "dependentRequired"]) {
      set(copy, keyword, ownValue(schema, keyword));
    }
    for (const keyword of ["items", "unevaluatedItems", "unevaluatedProperties"]) {
      this.copyOne(schema, keyword, copy, keyword);
    }
    this.copyList(schema, "prefixItems", copy, "prefixItems");
    this.copyMap(schema, "dependentSchemas", copy);
    const dynamicRef = ownValue(schema, "$dynamicRef");
    if (typeof dynamicRef === "string") {
      // The library does not know the keyword. What it means is settled here, beside a `$ref` that may stand next to it.
      const $ref = this.nameOf(this.index.resolveDynamic(dynamicRef, place));
      copy.allOf = [...(copy.allOf ?? []), { $ref }];
    }
  }

  private copyOne(schema: JsonObject, keyword: string, copy: Schema, as: string): void {
    const value = ownValue(schema, keyword);
    if (value !== undefined) set(copy, as, this.copy(value));
  }

  private copyList(schema: JsonObject, keyword: string, copy: Schema, as: string): void {
    const value = ownValue(schema, keyword);
    if (Array.isArray(value))
      set(
        copy,
        as,
        value.map((item) => this.copy(item)),
      );
  }

  private copyMap(schema: JsonObject, keyword: string, copy: Schema, rename = (key: string): string => key): void {
    const value = ownValue(schema, keyword);
    if (!isObject(value)) return;
    const map: Record<string, Schema | boolean> = Object.create(null);
    for (const [key, item] of Object.entries(value)) {
      const name = rename(key);
      const known = map[name];
      const copied = this.copy(item);
      // Two patterns may be one without their needless escapes.
      map[name] = known === undefined ? copied : both(known, copied);
    }
    set(copy, keyword, map);
  }

  /** The name under which the library finds a target. */
  private nameOf({ schema }: Target): string {
    if (!isObject(schema)) {
      const name = String(schema);
      this.lookup[name] = schema === true;
      return name;
    }
    const known = this.names.get(schema);
    if (known !== undefined) return known;
    const name = `#${this.names.size}`;
    this.names.set(schema, name);
    this.waiting.push({ name, schema });
    return name;
  }
}

/** What holds where two schemas do. */
function both(first: Schema | boolean, second: Schema | boolean): Schema {
  const schema: Schema = {};
  set(schema, "allOf", [first, second]);
  return schema;
}

function set(copy: Schema, keyword: string, value: unknown): void {
  if (value !== undefined) copy[keyword] = value;
}
