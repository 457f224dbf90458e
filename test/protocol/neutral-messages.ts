/**
 * Arbitrary messages of the neutral model: for every method that it has, params and results with every field that it has.
 * Integers stand where older schemas want integers; URIs and base64 are real ones.
 */
import type { JSONObject } from "@mcpwire/jsonrpc";
import * as fc from "fast-check";

type Message = fc.Arbitrary<JSONObject>;
type Fields = Record<string, fc.Arbitrary<unknown>>;

/** A record whose other fields may be absent. */
function record(required: Fields, optional: Fields = {}): Message {
  return fc.record({ ...required, ...optional }, { requiredKeys: Object.keys(required) });
}

const text = fc.string({ maxLength: 12 });
const flag = fc.boolean();
const count = fc.nat(1000);
const fraction = fc.double({ min: 0, max: 1, noNaN: true });
const uri = fc.webUrl();
const base64 = fc.base64String({ maxLength: 16 });
const when = fc.constantFrom("2025-01-12T15:00:58Z", "2026-07-28T00:00:00+02:00");
const meta = fc.constantFrom<JSONObject>({}, { "example.com/key": [1, { deep: true }] });
const role = fc.constantFrom("user", "assistant");
const json = fc.jsonValue({ maxDepth: 2 });
const jsonObject = fc.dictionary(fc.string({ minLength: 1, maxLength: 4 }), json, { maxKeys: 3 });
// What 2026-07-28 calls a JSON value in its schema has neither fractions nor null.
const plainObject = fc.dictionary(
  fc.string({ minLength: 1, maxLength: 4 }),
  fc.oneof<fc.Arbitrary<unknown>[]>(text, count, flag),
);
const strings = fc.array(text, { maxLength: 3 });
const many = (of: Message) => fc.array(of, { maxLength: 3 });

const annotations = record({}, { audience: fc.array(role, { maxLength: 2 }), priority: fraction, lastModified: when });
const icon = record({ src: uri }, { mimeType: text, sizes: strings, theme: fc.constantFrom("light", "dark") });
const icons = many(icon);

const named: Fields = { title: text, icons, _meta: meta };
const resourceFields: Fields = { ...named, description: text, mimeType: text, annotations };
const resource = record({ uri, name: text }, { ...resourceFields, size: count });
const template = fc.constantFrom("file:///{path}", "db://{a}/{b}");
const resourceTemplate = record({ uriTemplate: template, name: text }, resourceFields);
const contents = fc.oneof(
  record({ uri, text }, { mimeType: text, _meta: meta }),
  record({ uri, blob: base64 }, { mimeType: text, _meta: meta }),
);

const blockFields: Fields = { annotations, _meta: meta };
const textBlock = record({ type: fc.constant("text"), text }, blockFields);
const image = record({ type: fc.constant("image"), data: base64, mimeType: text }, blockFields);
const audio = record({ type: fc.constant("audio"), data: base64, mimeType: text }, blockFields);
const link = record({ type: fc.constant("resource_link"), uri, name: text }, { ...resourceFields, size: count });
const embedded = record({ type: fc.constant("resource"), resource: contents }, blockFields);
const block = fc.oneof(textBlock, image, audio, link, embedded);

const subschema = fc.oneof(fc.constantFrom<unknown>(true, false, {}), jsonObject);
const keywords: Fields = {
  properties: fc.dictionary(fc.constantFrom("a", "b", "__proto__", "constructor"), subschema, { maxKeys: 2 }),
  required: fc.constantFrom<string[]>([], ["a"]),
  $schema: fc.constant("https://json-schema.org/draft/2020-12/schema"),
  additionalProperties: flag,
};
const inputSchema = record({ type: fc.constant("object") }, keywords);
const outputSchema = fc.oneof(
  inputSchema,
  record({ type: fc.constantFrom("array", "string") }),
  record({}, { anyOf: fc.constant([{}]) }),
);
const toolAnnotations = record(
  {},
  { title: text, readOnlyHint: flag, destructiveHint: flag, idempotentHint: flag, openWorldHint: flag },
);
const tool = record(
  { name: text, inputSchema },
  { ...named, description: text, outputSchema, annotations: toolAnnotations },
);
const callResult = record({ content: many(block) }, { structuredContent: json, isError: flag, _meta: meta });

const promptArgument = record({ name: text }, { title: text, description: text, required: flag });
const prompt = record({ name: text }, { ...named, description: text, arguments: many(promptArgument) });

const toolUse = record({ type: fc.constant("tool_use"), id: text, name: text, input: jsonObject }, { _meta: meta });
const toolResult = record(
  { type: fc.constant("tool_result"), toolUseId: text, content: many(block) },
  { structuredContent: json, isError: flag, _meta: meta },
);
const samplingBlock = fc.oneof(textBlock, image, audio, toolUse, toolResult);
const samplingContent = fc.oneof<fc.Arbitrary<unknown>[]>(samplingBlock, many(samplingBlock));
const samplingMessage = record({ role, content: samplingContent }, { _meta: meta });
const modelPreferences = record(
  {},
  {
    hints: many(record({}, { name: text })),
    costPriority: fraction,
    speedPriority: fraction,
    intelligencePriority: fraction,
  },
);

const described: Fields = { title: text, description: text };
const options = fc.array(record({ const: text, title: text }), { maxLength: 3 });
const field = fc.oneof(
  record(
    { type: fc.constant("string") },
    {
      ...described,
      minLength: count,
      maxLength: count,
      format: fc.constantFrom("email", "uri", "date", "date-time"),
      default: text,
    },
  ),
  record(
    { type: fc.constantFrom("number", "integer") },
    { ...described, minimum: count, maximum: count, default: count },
  ),
  record({ type: fc.constant("boolean") }, { ...described, default: flag }),
  record({ type: fc.constant("string"), enum: strings }, { ...described, default: text }),
  record({ type: fc.constant("string"), enum: strings, enumNames: strings }, { ...described, default: text }),
  record({ type: fc.constant("string"), oneOf: options }, { ...described, default: text }),
  record(
    { type: fc.constant("array"), items: record({ type: fc.constant("string"), enum: strings }) },
    { ...described, minItems: count, maxItems: count, default: strings },
  ),
  record(
    { type: fc.constant("array"), items: record({ anyOf: options }) },
    { ...described, minItems: count, maxItems: count, default: strings },
  ),
);
const requestedSchema = record(
  { type: fc.constant("object"), properties: fc.dictionary(fc.constantFrom("a", "b", "c"), field, { maxKeys: 3 }) },
  { required: fc.subarray(["a", "b", "c"]), $schema: fc.constant("https://json-schema.org/draft/2020-12/schema") },
);
const elicitation = fc.oneof(
  record({ message: text, requestedSchema }, { mode: fc.constant("form") }),
  record({ mode: fc.constant("url"), message: text, url: uri }),
);

/** Who a program is. */
const implementation = record(
  { name: text, version: text },
  { title: text, description: text, websiteUrl: uri, icons },
);

const mode = fc.constant({});
const listChanged = record({}, { listChanged: flag });
const experimental = fc.constantFrom<JSONObject>({}, { "example.com/feature": {} });
const extensions = fc.constantFrom<JSONObject>({}, { "io.modelcontextprotocol/ui": { mimeTypes: ["text/html"] } });

/** What a client declares. */
export const clientCapabilities = record(
  {},
  {
    experimental,
    roots: listChanged,
    sampling: record({}, { context: mode, tools: mode }),
    elicitation: record({}, { form: mode, url: mode }),
    extensions,
  },
);

/** What a server declares. */
export const serverCapabilities = record(
  {},
  {
    experimental,
    logging: mode,
    completions: mode,
    prompts: listChanged,
    resources: record({}, { subscribe: flag, listChanged: flag }),
    tools: listChanged,
    extensions,
  },
);

const progressToken = fc.oneof<fc.Arbitrary<unknown>[]>(text, fc.integer());
const requestMeta = record({}, { progressToken, "example.com/trace": text });
const bare = record({}, { _meta: requestMeta });
const page = record({}, { _meta: requestMeta, cursor: text });
const notice = record({}, { _meta: meta });
const paged: Fields = { nextCursor: text, _meta: meta };
const empty = record({}, { _meta: meta });
const stringMap = fc.dictionary(fc.string({ minLength: 1, maxLength: 4 }), text, { maxKeys: 3 });
const level = fc.constantFrom("debug", "info", "notice", "warning", "error", "critical", "alert", "emergency");
const filter = record(
  {},
  {
    toolsListChanged: flag,
    promptsListChanged: flag,
    resourcesListChanged: flag,
    resourceSubscriptions: fc.array(uri, { maxLength: 2 }),
  },
);

/** Params by method. */
export const params: Readonly<Record<string, Message>> = {
  initialize: record(
    { protocolVersion: text, capabilities: clientCapabilities, clientInfo: implementation },
    { _meta: requestMeta },
  ),
  ping: bare,
  "server/discover": bare,
  "tools/list": page,
  "tools/call": record({ name: text }, { arguments: jsonObject, _meta: requestMeta }),
  "resources/list": page,
  "resources/templates/list": page,
  "resources/read": record({ uri }, { _meta: requestMeta }),
  "resources/subscribe": record({ uri }, { _meta: requestMeta }),
  "resources/unsubscribe": record({ uri }, { _meta: requestMeta }),
  "prompts/list": page,
  "prompts/get": record({ name: text }, { arguments: stringMap, _meta: requestMeta }),
  "completion/complete": record(
    {
      ref: fc.oneof(
        record({ type: fc.constant("ref/prompt"), name: text }, { title: text }),
        record({ type: fc.constant("ref/resource"), uri: template }),
      ),
      argument: record({ name: text, value: text }),
    },
    { context: record({}, { arguments: stringMap }), _meta: requestMeta },
  ),
  "logging/setLevel": record({ level }, { _meta: requestMeta }),
  "subscriptions/listen": record({ notifications: filter }, { _meta: requestMeta }),
  "sampling/createMessage": record(
    { messages: many(samplingMessage), maxTokens: count },
    {
      modelPreferences,
      systemPrompt: text,
      includeContext: fc.constantFrom("none", "thisServer", "allServers"),
      temperature: fraction,
      stopSequences: strings,
      metadata: plainObject,
      tools: many(tool),
      toolChoice: record({}, { mode: fc.constantFrom("auto", "required", "none") }),
      _meta: requestMeta,
    },
  ),
  "roots/list": bare,
  "elicitation/create": elicitation,
  "notifications/initialized": notice,
  "notifications/cancelled": record({ requestId: progressToken }, { reason: text, _meta: meta }),
  "notifications/progress": record(
    { progressToken, progress: fraction },
    { total: fraction, message: text, _meta: meta },
  ),
  "notifications/message": record({ level, data: json }, { logger: text, _meta: meta }),
  "notifications/tools/list_changed": notice,
  "notifications/prompts/list_changed": notice,
  "notifications/resources/list_changed": notice,
  "notifications/resources/updated": record({ uri }, { _meta: meta }),
  "notifications/roots/list_changed": notice,
  "notifications/subscriptions/acknowledged": record({ notifications: filter }, { _meta: meta }),
};

/** Results by method. */
export const results: Readonly<Record<string, Message>> = {
  initialize: record(
    { protocolVersion: text, capabilities: serverCapabilities, serverInfo: implementation },
    { instructions: text, _meta: meta },
  ),
  ping: empty,
  "server/discover": record(
    { supportedVersions: strings, capabilities: serverCapabilities },
    { instructions: text, _meta: meta },
  ),
  "tools/list": record({ tools: many(tool) }, paged),
  "tools/call": callResult,
  "resources/list": record({ resources: many(resource) }, paged),
  "resources/templates/list": record({ resourceTemplates: many(resourceTemplate) }, paged),
  "resources/read": record({ contents: many(contents) }, { _meta: meta }),
  "resources/subscribe": empty,
  "resources/unsubscribe": empty,
  "prompts/list": record({ prompts: many(prompt) }, paged),
  "prompts/get": record({ messages: many(record({ role, content: block })) }, { description: text, _meta: meta }),
  "completion/complete": record(
    { completion: record({ values: strings }, { total: count, hasMore: flag }) },
    { _meta: meta },
  ),
  "logging/setLevel": empty,
  "subscriptions/listen": empty,
  "sampling/createMessage": record({ role, content: samplingContent, model: text }, { stopReason: text, _meta: meta }),
  "roots/list": record(
    { roots: many(record({ uri: fc.constant("file:///home") }, { name: text, _meta: meta })) },
    { _meta: meta },
  ),
  "elicitation/create": record(
    { action: fc.constantFrom("accept", "decline", "cancel") },
    {
      content: fc.dictionary(fc.constantFrom("a", "b"), fc.oneof<fc.Arbitrary<unknown>[]>(text, count, flag, strings), {
        maxKeys: 2,
      }),
      _meta: meta,
    },
  ),
};
