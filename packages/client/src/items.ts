/**
 * What a server lists and returns, made to be what its type says. One bad item must not hide the others, and one bad member must
 * not hide its item: an item without its key is left out, a member of another type is taken off. Both are reported. Members that
 * are not known here stay, whatever they hold.
 *
 * Guards by hand and not the schemas of `@mcpwire/protocol/schemas`: those refuse a whole item for one member, and would put the
 * shapes of every revision into every client.
 */
import { TransportError } from "@mcpwire/jsonrpc";
import type { JSONObject, ReportSink } from "@mcpwire/jsonrpc";
import type { GetPromptResult, Prompt, ReadResourceResult, Resource, ResourceTemplate } from "@mcpwire/protocol";
import { isObject } from "./guards.js";

type Check = (value: unknown) => boolean;

interface Shape {
  /** In reports. */
  readonly what: string;
  /** The string that the item is nothing without. */
  readonly key: string;
  /** Members that the type has, apart from the key; all but the key may be absent. */
  readonly members: Readonly<Record<string, Check>>;
}

const isText: Check = (value) => typeof value === "string";
const isList: Check = Array.isArray;
const described = { title: isText, description: isText, icons: isList, annotations: isObject, _meta: isObject };
const named: Check = (value) => isObject(value) && isText(value["name"]);

export const toolShape: Shape = {
  what: "tool",
  key: "name",
  // A schema of another type is no member to take off: without it the tool is another.
  members: { ...described, execution: isObject, outputSchema: (value) => value !== null },
};

const resourceShape: Shape = {
  what: "resource",
  key: "uri",
  members: { ...described, name: isText, mimeType: isText, size: (value) => typeof value === "number" },
};
const templateShape: Shape = {
  what: "resource template",
  key: "uriTemplate",
  members: { ...described, name: isText, mimeType: isText },
};
const promptShape: Shape = {
  what: "prompt",
  key: "name",
  members: { ...described, arguments: (value) => Array.isArray(value) && value.every(named) },
};

/** The item with its members checked; undefined leaves it out. */
export function readItem(item: unknown, { what, key, members }: Shape, report: ReportSink): JSONObject | undefined {
  if (!isObject(item) || typeof item[key] !== "string") {
    report({ code: "dropped-item", message: `left out a ${what} without ${key}`, data: { item } });
    return undefined;
  }
  const wrong = Object.keys(members).filter(
    (name) => Object.hasOwn(item, name) && item[name] !== undefined && members[name]?.(item[name]) !== true,
  );
  if (wrong.length === 0) return item;
  // Null is how some languages write what is absent.
  const strange = wrong.filter((name) => item[name] !== null);
  if (strange.length > 0) {
    const message = `took ${strange.join(", ")} off the ${what} ${JSON.stringify(item[key])}: not of its type`;
    report({ code: "repaired-item", message, data: { item } });
  }
  return Object.fromEntries(Object.entries(item).filter(([name]) => !wrong.includes(name)));
}

/** A resource without a name is called by its URI. */
export function takeResource(item: unknown, report: ReportSink): Resource | undefined {
  const resource = readItem(item, resourceShape, report);
  return resource === undefined ? undefined : called<Resource>(resource, "uri");
}

export function takeTemplate(item: unknown, report: ReportSink): ResourceTemplate | undefined {
  const template = readItem(item, templateShape, report);
  return template === undefined ? undefined : called<ResourceTemplate>(template, "uriTemplate");
}

export function takePrompt(item: unknown, report: ReportSink): Prompt | undefined {
  // The key and every other member of the type were checked.
  return readItem(item, promptShape, report) as Prompt | undefined;
}

/** Throws a `TransportError` (`malformed`) where there are no contents. Contents of an unknown kind are the caller's to skip. */
export function toReadResult(result: JSONObject, report: ReportSink): ReadResourceResult {
  const contents = objectsIn(result, "contents", "resources/read", report);
  return { ...result, contents } as unknown as ReadResourceResult; // each is an object; which kind, its members say
}

/** Throws a `TransportError` (`malformed`) where there are no messages. */
export function toPromptResult(result: JSONObject, report: ReportSink): GetPromptResult {
  const messages = objectsIn(result, "messages", "prompts/get", report);
  return { ...result, messages } as unknown as GetPromptResult; // as above
}

/** The objects of a list; what is no object is left out and reported. */
export function objectsIn(
  result: JSONObject,
  member: string,
  method: string,
  report: ReportSink,
): readonly JSONObject[] {
  const list = result[member];
  if (!Array.isArray(list)) throw new TransportError("malformed", `${method} returned ${member} that is not an array`);
  if (list.every(isObject)) return list;
  report({ code: "dropped-item", message: `left out ${member} of ${method} that are no objects`, data: { result } });
  return list.filter(isObject);
}

function called<T>(item: JSONObject, key: string): T {
  const whole = item["name"] === undefined ? { ...item, name: item[key] } : item;
  return whole as T; // the key, the name and every other member of the type were checked
}
