/**
 * Projections of 2026-07-28, whose shapes the neutral model has: only words of older revisions are left out, in case that a
 * message from an older peer is passed on. The envelope is stamped by the layer above. [2026-07-28 changelog#minor-changes]
 */
import { chain, codecFrom, cut, each, members } from "../../projection/combinators.js";
import { tolerantParams, tolerantResults } from "../../projection/tolerance.js";
import { methods } from "./methods.js";

// Task support is declared by an extension now. [2026-07-28 changelog#major-changes]
const tools = each(cut("execution"));

// A question and its answer are no messages of their own here, and have no metadata. [2026-07-28 basic/patterns/mrtr#core-types]
const bareQuestion = cut("_meta");

const serverCapabilities = cut("tasks");
// The notification that `listChanged` announced is gone. [2026-07-28 changelog#major-changes]
const clientCapabilities = chain(cut("tasks"), members({ roots: cut("listChanged") }));

export const codec = codecFrom(methods, {
  encodeResults: {
    "tools/list": members({ tools }),
    "server/discover": members({ capabilities: serverCapabilities }),
    "elicitation/create": bareQuestion,
    "roots/list": bareQuestion,
  },
  decodeResults: tolerantResults,
  encodeParams: {
    "sampling/createMessage": chain(bareQuestion, members({ tools })),
    "elicitation/create": cut("_meta", "elicitationId"),
  },
  decodeParams: tolerantParams,
  capabilities: { client: clientCapabilities, server: serverCapabilities },
});
