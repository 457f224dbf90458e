/**
 * Projections of 2025-11-25. Against the neutral model it lacks: structured content that is no object, output schemas with
 * another root, extensions; and its URL elicitations carry an id. [2026-07-28 changelog#minor-changes]
 */
import { structuredContent } from "../../projection/as-text.js";
import { byType, codecFrom, cut, each, members, objects } from "../../projection/combinators.js";
import { objectRootOnly, objectSchema } from "../../projection/tool-schemas.js";
import { tolerantParams, tolerantResults } from "../../projection/tolerance.js";
import { methods } from "./methods.js";

const tools = each(members({ inputSchema: objectSchema, outputSchema: objectRootOnly }));

const samplingBlock = byType({ tool_result: structuredContent("object") });
const samplingBlocks = each(samplingBlock);
const samplingMessage = members({
  content: (content) => (Array.isArray(content) ? samplingBlocks(content) : samplingBlock(content)),
});

// The URL stands in where the layer above gave no id: it is what a person visits, and the id is opaque.
// [2025-11-25 client/elicitation#url-mode-elicitation-requests]
const elicitation = objects((params) =>
  params.mode === "url" && params.elicitationId === undefined ? { ...params, elicitationId: params.url } : params,
);

const client = cut("extensions");
const server = cut("extensions");

export const codec = codecFrom(methods, {
  everyResult: cut("resultType", "ttlMs", "cacheScope"),
  encodeResults: {
    initialize: members({ capabilities: server }),
    "tools/list": members({ tools }),
    "tools/call": structuredContent("object"),
    "sampling/createMessage": samplingMessage,
  },
  decodeResults: tolerantResults,
  encodeParams: {
    initialize: members({ capabilities: client }),
    "tools/call": cut("inputResponses", "requestState"),
    "prompts/get": cut("inputResponses", "requestState"),
    "resources/read": cut("inputResponses", "requestState"),
    "sampling/createMessage": members({ tools, messages: each(samplingMessage) }),
    "elicitation/create": elicitation,
  },
  decodeParams: tolerantParams,
  capabilities: { client, server },
});
