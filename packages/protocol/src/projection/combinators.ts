/**
 * Small functions that a revision's codec is written with. A projection takes any JSON value and gives back the same value where
 * nothing has to change, so that a message which needs no change is never copied; what has an unexpected shape passes as it is,
 * because judging it is the business of the schemas. They know no method and no revision.
 *
 * Those that build a projection are marked as free of side effects: a bundle that needs no codec then drops every call of them.
 */
import { isObject } from "@mcpwire/jsonrpc";
import type { JSONObject } from "@mcpwire/jsonrpc";
import type { Codec, MethodTable, Side } from "../revision.js";

/** One value → its projection; `undefined` leaves the member or element out. */
export type Projection = (value: unknown) => unknown;

/** Projections by method name or member name. */
export type ProjectionMap = Readonly<Record<string, Projection>>;

/** Applies to objects; anything else passes. */
/* @__NO_SIDE_EFFECTS__ */
export function objects(project: (object: JSONObject) => unknown): Projection {
  return (value) => (isObject(value) ? project(value) : value);
}

/** A loop, since it is asked for each message. */
export function hasAny(object: JSONObject, keys: readonly string[]): boolean {
  for (const key of keys) if (Object.hasOwn(object, key)) return true;
  return false;
}

/** Leaves members out of an object. */
/* @__NO_SIDE_EFFECTS__ */
export function cut(...keys: readonly string[]): Projection {
  return objects((object) => {
    if (!hasAny(object, keys)) return object;
    return Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)));
  });
}

/** Projects members of an object, where they are present. */
/* @__NO_SIDE_EFFECTS__ */
export function members(projections: ProjectionMap): Projection {
  const table = Object.entries(projections);
  return objects((object) => {
    let copy: Record<string, unknown> | undefined;
    for (const [key, project] of table) {
      if (!Object.hasOwn(object, key)) continue;
      const projected = project(object[key]);
      if (projected === object[key]) continue;
      copy ??= { ...object };
      if (projected === undefined) delete copy[key];
      else copy[key] = projected;
    }
    return copy ?? object;
  });
}

/** Projects every element of a list; those that become `undefined` are left out. */
/* @__NO_SIDE_EFFECTS__ */
export function each(project: Projection): Projection {
  return (value) => {
    if (!Array.isArray(value)) return value;
    const projected: unknown[] = value.map(project);
    if (projected.every((element, index) => element === value[index])) return value;
    return projected.filter((element) => element !== undefined);
  };
}

/** Projects every value of an object that is used as a map. */
/* @__NO_SIDE_EFFECTS__ */
export function values(project: Projection): Projection {
  return objects((object) => {
    const projected = Object.entries(object).map(([key, value]) => [key, project(value)] as const);
    if (projected.every(([key, value]) => value === object[key])) return object;
    return Object.fromEntries(projected.filter(([, value]) => value !== undefined));
  });
}

/** Chooses by the member `type`; a type that is not named passes. */
/* @__NO_SIDE_EFFECTS__ */
export function byType(projections: ProjectionMap): Projection {
  const table = toMap(projections);
  return objects((object) => {
    const project = typeof object.type === "string" ? table.get(object.type) : undefined;
    return project === undefined ? object : project(object);
  });
}

/** One after the other. */
/* @__NO_SIDE_EFFECTS__ */
export function chain(...projections: readonly Projection[]): Projection {
  return (value) => projections.reduce((current, project) => project(current), value);
}

/** Replaces a capability by an empty object: the revision knows it, but none of its details. */
export const bare: Projection = objects((object) => (Object.keys(object).length === 0 ? object : {}));

/** Leaves a member out when it is null: some peers write null for what is absent. */
export const unlessNull: Projection = (value) => (value === null ? undefined : value);

/** Everything that a codec does; a method that is missing here, or not in the table, passes unchanged. */
export interface Projections {
  readonly encodeResults?: ProjectionMap;
  readonly decodeResults?: ProjectionMap;
  readonly encodeParams?: ProjectionMap;
  readonly decodeParams?: ProjectionMap;
  /** Applied to each result of a method in the table, before its own projection. */
  readonly everyResult?: Projection;
  readonly capabilities: Readonly<Record<Side, Projection>>;
}

/** A codec from its projections. Methods that the table does not name (custom ones, extensions) pass unchanged. */
/* @__NO_SIDE_EFFECTS__ */
export function codecFrom(methods: MethodTable, projections: Projections): Codec {
  const encodeResults = toMap(projections.encodeResults);
  const decodeResults = toMap(projections.decodeResults);
  const encodeParams = toMap(projections.encodeParams);
  const decodeParams = toMap(projections.decodeParams);
  const everyResult = projections.everyResult;
  return {
    encodeResult(method, result) {
      if (!methods.has(method)) return result;
      return apply(encodeResults.get(method), everyResult === undefined ? result : apply(everyResult, result));
    },
    decodeResult: (method, result) => apply(decodeResults.get(method), result),
    encodeParams: (method, params) => params && apply(encodeParams.get(method), params),
    decodeParams: (method, params) => params && apply(decodeParams.get(method), params),
    encodeCapabilities: (side, capabilities) => apply(projections.capabilities[side], capabilities),
  };
}

/* @__NO_SIDE_EFFECTS__ */
function toMap(projections: ProjectionMap = {}): ReadonlyMap<string, Projection> {
  return new Map(Object.entries(projections));
}

function apply(project: Projection | undefined, object: JSONObject): JSONObject {
  const projected = project === undefined ? object : project(object);
  return isObject(projected) ? projected : object;
}
