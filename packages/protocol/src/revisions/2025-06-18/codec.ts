/**
 * Projections of 2025-06-18. Against its successor it lacks: icons, a program's description and website, tools in sampling and
 * more than one block a message, URL elicitation, defaults and lists in forms. [2025-11-25 changelog#major-changes]
 */
import { isObject } from "@mcpwire/jsonrpc";
import {
  singleBlock,
  singleBlockMessages,
  structuredContent,
  toolResultAsText,
  toolUseAsText,
} from "../../projection/as-text.js";
import { bare, byType, chain, codecFrom, cut, each, members, objects } from "../../projection/combinators.js";
import { objectRootOnly, objectSchema } from "../../projection/tool-schemas.js";
import { tolerantParams, tolerantResults } from "../../projection/tolerance.js";
import { elicitationParams, elicitationResult } from "./elicitation.js";
import { methods } from "./methods.js";

const implementation = cut("icons", "description", "websiteUrl");
const block = byType({ resource_link: cut("icons") });
const tool = chain(cut("icons", "execution"), members({ inputSchema: objectSchema, outputSchema: objectRootOnly }));

const samplingBlock = byType({ tool_use: toolUseAsText, tool_result: toolResultAsText });
const samplingMessages = chain(singleBlockMessages, each(chain(cut("_meta"), members({ content: samplingBlock }))));

const server = cut("extensions", "tasks");
// An object that names modes without `form` is no client for forms. [2025-11-25 client/elicitation#capabilities]
const elicitation = objects((modes) => (isObject(modes.url) && !isObject(modes.form) ? undefined : bare(modes)));
const client = chain(cut("extensions", "tasks"), members({ sampling: bare, elicitation }));

export const codec = codecFrom(methods, {
  everyResult: cut("resultType", "ttlMs", "cacheScope"),
  encodeResults: {
    initialize: members({ capabilities: server, serverInfo: implementation }),
    "tools/list": members({ tools: each(tool) }),
    "tools/call": chain(structuredContent("object"), members({ content: each(block) })),
    "resources/list": members({ resources: each(cut("icons")) }),
    "resources/templates/list": members({ resourceTemplates: each(cut("icons")) }),
    "prompts/list": members({ prompts: each(cut("icons")) }),
    "prompts/get": members({ messages: each(members({ content: block })) }),
    "sampling/createMessage": members({ content: chain(singleBlock, samplingBlock) }),
    "elicitation/create": elicitationResult,
  },
  decodeResults: tolerantResults,
  encodeParams: {
    initialize: members({ capabilities: client, clientInfo: implementation }),
    "tools/call": cut("inputResponses", "requestState"),
    "prompts/get": cut("inputResponses", "requestState"),
    "resources/read": cut("inputResponses", "requestState"),
    "sampling/createMessage": chain(cut("tools", "toolChoice"), members({ messages: samplingMessages })),
    "elicitation/create": elicitationParams,
  },
  decodeParams: tolerantParams,
  capabilities: { client, server },
});
