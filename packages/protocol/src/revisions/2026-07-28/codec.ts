/**
 * Projections of 2026-07-28, whose shapes the neutral model has: only words of older revisions are left out, in case that a
 * message from an older peer is passed on. The envelope is stamped by the layer above. [2026-07-28 changelog#minor-changes]
 */
import { chain, codecOf, cut, each, members } from "../../projection/combinators.js";
import { tolerantResults } from "../../projection/tolerance.js";
import { methods } from "./methods.js";

// Task support is declared by an extension now. [2026-07-28 changelog#major-changes]
const tools = each(cut("execution"));

const serverCapabilities = cut("tasks");
// The notification that `listChanged` announced is gone. [2026-07-28 changelog#major-changes]
const clientCapabilities = chain(cut("tasks"), members({ roots: cut("listChanged") }));

export const codec = codecOf(methods, {
  encodeResults: {
    "tools/list": members({ tools }),
    "server/discover": members({ capabilities: serverCapabilities }),
  },
  decodeResults: tolerantResults,
  encodeParams: {
    "sampling/createMessage": members({ tools }),
    "elicitation/create": cut("elicitationId"),
  },
  capabilities: { client: clientCapabilities, server: serverCapabilities },
});
