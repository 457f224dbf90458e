/**
 * What a revision cannot carry, said in text: blocks of a type that it lacks, and structured content.
 * [2025-11-25 server/tools#structured-content]
 */
import { isObject } from "@mcpwire/jsonrpc";
import type { JSONObject } from "@mcpwire/jsonrpc";
import { objects, type Projection } from "./combinators.js";

/** A text block in place of an audio block; its bytes are lost, its annotations stay. */
export const audioAsText: Projection = objects((block) => {
  const type = typeof block.mimeType === "string" ? block.mimeType : "unknown type";
  return inPlaceOf(block, `[audio, ${type}: not available in this protocol revision]`);
});

/** A text block that says where the linked resource is. */
export const resourceLinkAsText: Projection = objects((block) => {
  const label = [block.title, block.name].find((name) => typeof name === "string" && name !== "");
  const description = typeof block.description === "string" ? `\n${block.description}` : "";
  return inPlaceOf(
    block,
    `[resource link] ${label === undefined ? "" : `${shown(label)}: `}${shown(block.uri)}${description}`,
  );
});

/** A text block that says which tool a model wanted to use, and with what. */
export const toolUseAsText: Projection = objects((block) =>
  inPlaceOf(block, `[tool use] ${shown(block.name)} ${JSON.stringify(block.input ?? {})}`),
);

/** A text block that says what a tool answered. */
export const toolResultAsText: Projection = objects((block) => {
  const blocks = Array.isArray(block.content) ? block.content : [];
  const texts = blocks.map(textOf);
  if (block.structuredContent !== undefined && texts.length === 0) texts.push(JSON.stringify(block.structuredContent));
  return inPlaceOf(block, `[tool ${block.isError === true ? "error" : "result"}] ${texts.join("\n")}`);
});

/** The text of a text block; for any other block, what it was. */
function textOf(block: unknown): string {
  if (!isObject(block)) return "";
  if (typeof block.text === "string") return block.text;
  const said = saidInText.get(block.type)?.(block);
  if (isObject(said)) return shown(said.text);
  return `[${shown(block.type)}${typeof block.mimeType === "string" ? `, ${block.mimeType}` : ""}]`;
}

const saidInText: ReadonlyMap<unknown, Projection> = new Map([
  ["audio", audioAsText],
  ["resource_link", resourceLinkAsText],
  ["tool_use", toolUseAsText],
  ["tool_result", toolResultAsText],
]);

/** Many blocks in one, for revisions that have room for a single block: one stays as it is, more become one text. */
export const singleBlock: Projection = (content) => {
  if (!Array.isArray(content)) return content;
  if (content.length === 1) return content[0] as unknown;
  return { type: "text", text: content.map(textOf).join("\n\n") };
};

/** Messages with many blocks become as many messages with one. */
export const singleBlockMessages: Projection = (messages) => {
  if (!Array.isArray(messages)) return messages;
  if (!messages.some((message) => isObject(message) && Array.isArray(message.content))) return messages;
  return messages.flatMap((message: unknown) => {
    if (!isObject(message) || !Array.isArray(message.content)) return [message];
    const blocks: unknown[] = message.content.length === 0 ? [{ type: "text", text: "" }] : message.content;
    return blocks.map((content) => ({ ...message, content }));
  });
};

/**
 * Structured content for a revision that carries `kind` of it. What it cannot carry is left out and said in text, unless a text
 * block says it already; what it can carry is said in text too where there is no other content, for readers that look only there.
 */
/* @__NO_SIDE_EFFECTS__ */
export function structuredContent(kind: "none" | "object"): Projection {
  return objects((result) => {
    if (!Object.hasOwn(result, "structuredContent")) return result;
    const { structuredContent: value, ...rest } = result;
    const content: unknown[] = Array.isArray(result.content) ? result.content : [];
    if (value === undefined) return { ...rest, content };
    const carried = kind === "object" && isObject(value);
    if (carried && content.length > 0) return result;
    const mirrored = content.some((block) => isObject(block) && block.type === "text" && saysSame(block.text, value));
    const said = mirrored ? content : [...content, { type: "text", text: JSON.stringify(value) }];
    return { ...(carried ? result : rest), content: said };
  });
}

/** A string as it is, anything else as JSON; never through `toString`, which a peer can put into an object. */
export function shown(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}

/** True where the text is the value itself, or its JSON in one of the usual layouts. */
function saysSame(text: unknown, value: unknown): boolean {
  return text === value || text === JSON.stringify(value) || text === JSON.stringify(value, undefined, 2);
}

function inPlaceOf(block: JSONObject, text: string): JSONObject {
  const { annotations, _meta } = block;
  return {
    type: "text",
    text,
    ...(annotations === undefined ? {} : { annotations }),
    ...(_meta === undefined ? {} : { _meta }),
  };
}
