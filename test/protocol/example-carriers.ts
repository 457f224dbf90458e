/**
 * For each type that the specification gives examples of: the params or results that an example stands in, so that every example
 * meets the schemas and the codec, also those of a part of a message.
 */
import type { JSONObject } from "@mcpwire/jsonrpc";

/** One message that carries an example. */
interface Carried {
  readonly method: string;
  readonly params?: JSONObject;
  readonly result?: JSONObject;
}

type Carry = (example: JSONObject) => readonly Carried[];

/** The example is a message with a method, and params where it has any. */
const message: Carry = (example) => [
  { method: String(example.method), ...("params" in example ? { params: part(example, "params") } : {}) },
];
const params =
  (method: string): Carry =>
  (example) => [{ method, params: example }];
const result =
  (method: string): Carry =>
  (example) => [{ method, result: example }];
const response =
  (method: string): Carry =>
  (example) => [{ method, result: part(example, "result") }];

const inContent = (block: JSONObject): readonly Carried[] => [{ method: "tools/call", result: { content: [block] } }];
const inSampling = (content: JSONObject): readonly Carried[] => [
  { method: "sampling/createMessage", params: { messages: [{ role: "user", content: [content] }], maxTokens: 1 } },
];
const inForm = (field: JSONObject): readonly Carried[] => [
  {
    method: "elicitation/create",
    params: { message: "", requestedSchema: { type: "object", properties: { field } } },
  },
];
const questions = (requests: JSONObject): readonly Carried[] =>
  Object.values(requests).flatMap((request) => message(request as JSONObject)); // each is a request
const answers = (responses: JSONObject): readonly Carried[] =>
  Object.values(responses).map((answer) => {
    const answered = answer as JSONObject; // each is a result
    const method =
      "action" in answered ? "elicitation/create" : "roots" in answered ? "roots/list" : "sampling/createMessage";
    return { method, result: answered };
  });

const methods: Readonly<Record<string, string>> = {
  CallTool: "tools/call",
  Complete: "completion/complete",
  CreateMessage: "sampling/createMessage",
  Discover: "server/discover",
  Elicit: "elicitation/create",
  GetPrompt: "prompts/get",
  ListPrompts: "prompts/list",
  ListResources: "resources/list",
  ListResourceTemplates: "resources/templates/list",
  ListRoots: "roots/list",
  ListTools: "tools/list",
  ReadResource: "resources/read",
  SubscriptionsListen: "subscriptions/listen",
};

const notifications: Readonly<Record<string, string>> = {
  Cancelled: "notifications/cancelled",
  LoggingMessage: "notifications/message",
  Progress: "notifications/progress",
  PromptListChanged: "notifications/prompts/list_changed",
  ResourceListChanged: "notifications/resources/list_changed",
  ResourceUpdated: "notifications/resources/updated",
  SubscriptionsAcknowledged: "notifications/subscriptions/acknowledged",
  ToolListChanged: "notifications/tools/list_changed",
};

export const carriers: ReadonlyMap<string, Carry> = new Map<string, Carry>([
  ...Object.entries(methods).flatMap(([name, method]): [string, Carry][] => [
    [`${name}Request`, message],
    [`${name}RequestParams`, params(method)],
    [`${name}Result`, result(method)],
    [`${name}ResultResponse`, response(method)],
  ]),
  ...Object.entries(notifications).flatMap(([name, method]): [string, Carry][] => [
    [`${name}Notification`, message],
    [`${name}NotificationParams`, params(method)],
  ]),
  ["ElicitRequestFormParams", params("elicitation/create")],
  ["ElicitRequestURLParams", params("elicitation/create")],
  ["PaginatedRequestParams", params("tools/list")],
  ...["TextContent", "ImageContent", "AudioContent", "EmbeddedResource", "ResourceLink"].map(
    (type): [string, Carry] => [type, inContent],
  ),
  ["ToolUseContent", inSampling],
  ["ToolResultContent", inSampling],
  ["SamplingMessage", (turn) => [{ method: "sampling/createMessage", params: { messages: [turn], maxTokens: 1 } }]],
  [
    "ModelPreferences",
    (modelPreferences) => [
      { method: "sampling/createMessage", params: { messages: [], maxTokens: 1, modelPreferences } },
    ],
  ],
  ["TextResourceContents", (contents) => [{ method: "resources/read", result: { contents: [contents] } }]],
  ["BlobResourceContents", (contents) => [{ method: "resources/read", result: { contents: [contents] } }]],
  ["Resource", (resource) => [{ method: "resources/list", result: { resources: [resource] } }]],
  ["Tool", (tool) => [{ method: "tools/list", result: { tools: [tool] } }]],
  ["Root", (root) => [{ method: "roots/list", result: { roots: [root] } }]],
  ...[
    "StringSchema",
    "NumberSchema",
    "BooleanSchema",
    "TitledMultiSelectEnumSchema",
    "TitledSingleSelectEnumSchema",
    "UntitledMultiSelectEnumSchema",
    "UntitledSingleSelectEnumSchema",
  ].map((type): [string, Carry] => [type, inForm]),
  [
    "ServerCapabilities",
    (capabilities) => [{ method: "server/discover", result: { supportedVersions: ["2026-07-28"], capabilities } }],
  ],
  ["InputRequests", questions],
  ["InputResponses", answers],
  [
    "InputRequiredResult",
    (asking) => [
      { method: "tools/call", result: asking },
      ...questions(asking.inputRequests === undefined ? {} : part(asking, "inputRequests")),
    ],
  ],
]);

/** A member that is known to be an object. */
function part(object: JSONObject, key: string): JSONObject {
  const value = object[key];
  if (typeof value !== "object" || value === null) throw new Error(`the example has no object ${key}`);
  return value as JSONObject; // just checked
}
