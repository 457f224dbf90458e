/**
 * Repairs on the receiving side, the same for every revision: shapes that peers are known to send and that mean something else
 * that is well formed.
 */
import {
  byType,
  each,
  hasAny,
  members,
  objects,
  unlessNull,
  type Projection,
  type ProjectionMap,
} from "./combinators.js";

const page = members({ nextCursor: unlessNull });

// Official peers let a tool's answer in a sampling message have no content.
const samplingBlock = byType({
  tool_result: objects((block) => (Object.hasOwn(block, "content") ? block : { ...block, content: [] })),
});
const samplingBlocks = each(samplingBlock);
const samplingMessage: Projection = members({
  content: (content) => (Array.isArray(content) ? samplingBlocks(content) : samplingBlock(content)),
});

export const tolerantParams: ProjectionMap = {
  "sampling/createMessage": members({ messages: each(samplingMessage) }),
};

/** What the result of a tool may be besides its structured content. */
const meant = ["content", "task", "inputRequests", "requestState"];

export const tolerantResults: ProjectionMap = {
  "tools/list": page,
  "resources/list": page,
  "resources/templates/list": page,
  "prompts/list": page,
  // Servers that return structured content alone leave `content` out.
  "tools/call": objects((result) => {
    const complete = result.resultType === undefined || result.resultType === "complete";
    return complete && !hasAny(result, meant) ? { ...result, content: [] } : result;
  }),
  "sampling/createMessage": samplingMessage,
  // Clients that write null where the user declined.
  "elicitation/create": members({ content: unlessNull }),
};
