/**
 * Which era one inbound message belongs to, as its sender says. Pure: a stdio connection and an HTTP endpoint ask the same question.
 * [2026-07-28 basic/versioning#backward-compatibility-with-initialization-based-versions]
 *
 * The answer is a claim, not a verdict: whether the revision is served, and what a refusal looks like, is decided by who asked.
 */
import type { JSONRPCMessage } from "@mcpwire/jsonrpc";

import { ownValue } from "./own-value.js";
import { PROTOCOL_VERSION_KEY, metaOf } from "./request-metadata.js";
import type { Era } from "./revision.js";

/** What an HTTP request says beside its body. */
export interface EnvelopeFacts {
  /** The value of the protocol version header, where there is one. */
  readonly versionHeader?: string | undefined;
  /** The era of a revision; undefined for a name that nobody knows. Asked for the header's value only. */
  readonly eraOf?: ((revision: string) => Era | undefined) | undefined;
  /** The request names a session. */
  readonly hasSession?: boolean | undefined;
}

/**
 * - `modern` by `metadata`: the body names a revision, which decides whatever else is there. `revision` is undefined where the
 *   key holds no string. An `initialize` may claim this too; no modern revision knows the method.
 * - `modern` by `header`: only the header says so. A request that lacks its metadata is malformed; a notification is as it should be.
 * - `legacy` by `initialize`, by `header`, or by `session`.
 * - `unclaimed`: nothing says so; what the connection has settled on decides.
 */
export type EraClaim = (
  | { readonly era: "modern"; readonly by: "metadata"; readonly revision: string | undefined }
  | { readonly era: "modern"; readonly by: "header"; readonly revision: string }
  | { readonly era: "legacy"; readonly by: "initialize" | "header" | "session" }
  | { readonly era: "unclaimed" }
) & {
  /** What the header alone says; undefined where there is none, `unknown` for a revision that nobody knows. */
  readonly header: Era | "unknown" | undefined;
};

/**
 * Classifies a message. The body decides before the envelope: metadata, then `initialize`; then the header, then a session.
 * A header that contradicts the body changes nothing here; `header` is there to be compared.
 */
export function classifyEra(message: JSONRPCMessage, facts: EnvelopeFacts = {}): EraClaim {
  const { versionHeader } = facts;
  const header = versionHeader === undefined ? undefined : (facts.eraOf?.(versionHeader) ?? "unknown");

  if ("method" in message) {
    const meta = metaOf(message.params);
    if (meta !== undefined && Object.hasOwn(meta, PROTOCOL_VERSION_KEY)) {
      const claimed = ownValue(meta, PROTOCOL_VERSION_KEY);
      return { era: "modern", by: "metadata", revision: typeof claimed === "string" ? claimed : undefined, header };
    }
    if (message.method === "initialize" && "id" in message) return { era: "legacy", by: "initialize", header };
  }
  if (header === "modern" && versionHeader !== undefined) {
    return { era: "modern", by: "header", revision: versionHeader, header };
  }
  if (header === "legacy") return { era: "legacy", by: "header", header };
  if (facts.hasSession === true) return { era: "legacy", by: "session", header };
  return { era: "unclaimed", header };
}
