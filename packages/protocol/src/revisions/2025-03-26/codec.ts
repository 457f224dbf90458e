/**
 * Projections of 2025-03-26. Against its successor it lacks: structured content and output schemas, resource links, titles,
 * `_meta` below params and results, `lastModified`, elicitation, a context for completion. [2025-06-18 changelog#major-changes]
 */
import { isObject } from "@mcpwire/jsonrpc";
import {
  resourceLinkAsText,
  singleBlock,
  singleBlockMessages,
  structuredContent,
  toolResultAsText,
  toolUseAsText,
} from "../../projection/as-text.js";
import { bare, byType, chain, codecFrom, cut, each, members, objects } from "../../projection/combinators.js";
import { objectSchema } from "../../projection/tool-schemas.js";
import { tolerantParams, tolerantResults } from "../../projection/tolerance.js";
import { methods } from "./methods.js";

const annotations = cut("lastModified");
const implementation = cut("title", "icons", "description", "websiteUrl");
const resource = chain(cut("title", "icons", "_meta"), members({ annotations }));
const contents = cut("_meta");

const block = chain(
  byType({ resource_link: resourceLinkAsText, tool_use: toolUseAsText, tool_result: toolResultAsText }),
  cut("_meta"),
  members({ annotations, resource: contents }),
);

// The one place for a title is among the annotations. [2025-03-26 server/tools#tool]
const titleAmongAnnotations = objects((tool) =>
  typeof tool.title !== "string" || (isObject(tool.annotations) && tool.annotations.title !== undefined)
    ? tool
    : { ...tool, annotations: { ...(isObject(tool.annotations) ? tool.annotations : {}), title: tool.title } },
);
const tool = chain(
  titleAmongAnnotations,
  cut("title", "icons", "outputSchema", "execution", "_meta"),
  members({ inputSchema: objectSchema }),
);

const prompt = chain(cut("title", "icons", "_meta"), members({ arguments: each(cut("title")) }));
const samplingMessages = chain(singleBlockMessages, each(chain(cut("_meta"), members({ content: block }))));

const server = cut("extensions", "tasks");
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
  },
  decodeParams: tolerantParams,
  capabilities: { client, server },
});
