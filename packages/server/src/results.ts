/**
 * From what handlers return to what the wire carries. A handler says the least it can: a string, content, a structured value.
 * [2026-07-28 server/tools#tool-result]
 */
import type { JSONObject } from "@mcpwire/jsonrpc";
import { toBase64 } from "@mcpwire/protocol";
import type {
  BlobResourceContents,
  ContentBlock,
  GetPromptResult,
  PromptMessage,
  ReadResourceResult,
  ResourceContents,
  Role,
  TextResourceContents,
} from "@mcpwire/protocol";

const branded = Symbol.for("mcpwire.tool-result");

/** A whole result of a tool, where its content shall say something else than its structured value. */
export interface ToolResult<Structured = unknown> {
  readonly content: readonly ContentBlock[];
  readonly structuredContent?: Structured;
  readonly isError?: boolean;
  readonly _meta?: JSONObject;
}

/** What a tool without an output schema may return. */
export type ToolReturn = string | ContentBlock | readonly ContentBlock[] | ToolResult | void;

/** Marks a whole result, so that a tool with an output schema may return it instead of its structured value alone. */
export function toolResult<Structured>(result: ToolResult<Structured>): ToolResult<Structured> & FullResult {
  return { ...result, [branded]: true };
}

/** The mark of a whole result. */
export interface FullResult {
  readonly [branded]: true;
}

/** A marked result as it goes out. */
export function unmarked(result: ToolResult & FullResult): JSONObject {
  const { [branded]: mark, ...plain } = result;
  return plain;
}

export function isFullResult(value: unknown): value is ToolResult & FullResult {
  return typeof value === "object" && value !== null && branded in value;
}

/** The result of a tool without an output schema; undefined for a value that is none. */
export function shapeToolReturn(value: unknown): JSONObject | undefined {
  if (typeof value === "string") return { content: [{ type: "text", text: value }] };
  if (value === undefined || value === null) return { content: [] };
  if (Array.isArray(value)) return value.every(isBlock) ? { content: value } : undefined;
  if (isFullResult(value)) return unmarked(value);
  if (isBlock(value)) return { content: [value] };
  return isResultLike(value) ? { ...value } : undefined;
}

/** The result of a tool with an output schema: the value, and its text for clients that read only text. [2026-07-28 server/tools#structured-content] */
export function shapeStructured(value: unknown): JSONObject {
  return { content: [{ type: "text", text: JSON.stringify(value) ?? "null" }], structuredContent: value };
}

export function failure(content: readonly ContentBlock[]): JSONObject {
  return { content, isError: true };
}

/** One content of a resource, as a handler says it: URI and type come from the registration where they are absent. */
export type ResourceContent =
  | string
  | Uint8Array
  | (Omit<TextResourceContents, "uri"> & { readonly uri?: string })
  | (Omit<BlobResourceContents, "uri" | "blob"> & { readonly uri?: string; readonly blob: string | Uint8Array });

/** What a resource handler may return; undefined and null mean that there is no such resource. */
export type ResourceReturn = ResourceContent | readonly ResourceContent[] | ReadResourceResult | undefined | null;

/** The result of a read; undefined for a value that is none. Bytes become base64. [2026-07-28 server/resources#resource-contents] */
export function shapeContents(value: unknown, uri: string, mimeType: string | undefined): JSONObject | undefined {
  if (typeof value === "object" && value !== null && "contents" in value && Array.isArray(value.contents))
    return { ...value };
  const contents: ResourceContents[] = [];
  for (const item of Array.isArray(value) ? value : [value]) {
    const content = shapeContent(item, uri, mimeType);
    if (content === undefined) return undefined;
    contents.push(content);
  }
  return { contents };
}

function shapeContent(item: unknown, uri: string, mimeType: string | undefined): ResourceContents | undefined {
  const type = mimeType === undefined ? {} : { mimeType };
  if (typeof item === "string") return { uri, ...type, text: item };
  if (item instanceof Uint8Array) return { uri, ...type, blob: toBase64(item) };
  if (typeof item !== "object" || item === null) return undefined;
  const content = { uri, ...type, ...withoutUndefined(item) };
  if ("text" in item && typeof item.text === "string") return { ...content, text: item.text };
  if (!("blob" in item)) return undefined;
  if (typeof item.blob === "string") return { ...content, blob: item.blob };
  return item.blob instanceof Uint8Array ? { ...content, blob: toBase64(item.blob) } : undefined;
}

/** A message of a prompt; text may stand for a text block. */
export interface PromptMessageInput {
  readonly role: Role;
  readonly content: string | ContentBlock;
}

/** What a prompt handler may return; a string is one message of the user. */
export type PromptReturn =
  | string
  | PromptMessageInput
  | readonly PromptMessageInput[]
  | { readonly messages: readonly PromptMessageInput[]; readonly description?: string; readonly _meta?: JSONObject };

/** The result of a prompt; undefined for a value that is none. [2026-07-28 server/prompts#promptmessage] */
export function shapePrompt(value: unknown, description: string | undefined): GetPromptResult | undefined {
  const said = description === undefined ? {} : { description };
  if (typeof value === "string")
    return { ...said, messages: [{ role: "user", content: { type: "text", text: value } }] };
  const whole = typeof value === "object" && value !== null && "messages" in value ? value : { messages: value };
  const messages: PromptMessage[] = [];
  for (const item of Array.isArray(whole.messages) ? whole.messages : [whole.messages]) {
    const message = shapeMessage(item);
    if (message === undefined) return undefined;
    messages.push(message);
  }
  return { ...said, ...whole, messages };
}

function shapeMessage(item: unknown): PromptMessage | undefined {
  if (typeof item !== "object" || item === null || !("role" in item) || !("content" in item)) return undefined;
  const { role, content } = item;
  if (role !== "user" && role !== "assistant") return undefined;
  if (typeof content === "string") return { ...item, role, content: { type: "text", text: content } };
  return isBlock(content) ? { ...item, role, content } : undefined;
}

/** True for an object that says what it is, as every block of content does. */
export function isBlock(value: unknown): value is ContentBlock {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}

function isResultLike(value: unknown): value is JSONObject {
  return typeof value === "object" && value !== null && "content" in value && Array.isArray(value.content);
}

/** Absent fields are absent on the wire, never null or undefined. */
export function withoutUndefined(fields: object): JSONObject {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
