/**
 * Projections of 2024-11-05. Against its successor it lacks: audio, annotations of tools, messages about progress, a capability
 * for completion. [2025-03-26 changelog#major-changes]
 */
import {
  audioAsText,
  resourceLinkAsText,
  singleBlock,
  singleBlockMessages,
  structuredContent,
  toolResultAsText,
  toolUseAsText,
} from "../../projection/as-text.js";
import { bare, byType, chain, codecFrom, cut, each, members } from "../../projection/combinators.js";
import { objectSchema } from "../../projection/tool-schemas.js";
import { tolerantParams, tolerantResults } from "../../projection/tolerance.js";
import { methods } from "./methods.js";

const annotations = cut("lastModified");
const implementation = cut("title", "icons", "description", "websiteUrl");
const resource = chain(cut("title", "icons", "_meta"), members({ annotations }));
const contents = cut("_meta");

const block = chain(
  byType({
    audio: audioAsText,
    resource_link: resourceLinkAsText,
    tool_use: toolUseAsText,
    tool_result: toolResultAsText,
  }),
  cut("_meta"),
  members({ annotations, resource: contents }),
);

const tool = chain(
  cut("title", "icons", "outputSchema", "annotations", "execution", "_meta"),
  members({ inputSchema: objectSchema }),
);

const prompt = chain(cut("title", "icons", "_meta"), members({ arguments: each(cut("title")) }));
const samplingMessages = chain(singleBlockMessages, each(chain(cut("_meta"), members({ content: block }))));

const server = cut("extensions", "tasks", "completions");
const client = chain(cut("extensions", "tasks", "elicitation"), members({ sampling: bare }));

export const codec = codecFrom(methods, {
  everyResult: cut("resultType", "ttlMs", "cacheScope"),
  encodeResults: {
    initialize: members({ capabilities: server, serverInfo: implementation }),
    "tools/list": members({ tools: each(tool) }),
    "tools/call": chain(structuredContent("none"), members({ content: each(block) })),
    "resources/list": members({ resources: each(resource) }),
    "resources/templates/list": members({ resourceTemplates: each(resource) }),
    "resources/read": members({ contents: each(contents) }),
    "prompts/list": members({ prompts: each(prompt) }),
    "prompts/get": members({ messages: each(members({ content: block })) }),
    "sampling/createMessage": members({ content: chain(singleBlock, block) }),
    "roots/list": members({ roots: each(cut("_meta")) }),
  },
  decodeResults: tolerantResults,
  encodeParams: {
    initialize: members({ capabilities: client, clientInfo: implementation }),
    "tools/call": cut("inputResponses", "requestState"),
    "prompts/get": cut("inputResponses", "requestState"),
    "resources/read": cut("inputResponses", "requestState"),
    "completion/complete": chain(cut("context"), members({ ref: cut("title") })),
    "sampling/createMessage": chain(cut("tools", "toolChoice"), members({ messages: samplingMessages })),
    "notifications/progress": cut("message"),
  },
  decodeParams: tolerantParams,
  capabilities: { client, server },
});
