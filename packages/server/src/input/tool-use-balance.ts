/**
 * A conversation for the client's model in which every tool use has its result, right behind it and alone in its message: what
 * providers demand, and what the client would refuse otherwise. [2026-07-28 client/sampling#tool-use-and-result-balance]
 */
import { UsageError } from "@mcpwire/jsonrpc";
import type { SamplingMessage, SamplingMessageContentBlock } from "@mcpwire/protocol";

/** Throws a `UsageError` for a conversation that is out of balance: the handler put it together. */
export function mustBalance(messages: readonly SamplingMessage[]): void {
  let open: ReadonlySet<string> = new Set();
  for (const { role, content } of messages) {
    // Handlers without types write what they like. [2026-07-28 client/sampling#messages]
    if ((role !== "user" && role !== "assistant") || typeof content !== "object" || content === null) {
      throw unbalanced(`a message has content and the role "user" or "assistant", not "${String(role)}"`);
    }
    const blocks = blocksOf(content);
    const results = blocks.flatMap((block) => (block.type === "tool_result" ? [block.toolUseId] : []));
    if (results.length > 0 && (role !== "user" || results.length < blocks.length)) {
      throw unbalanced("a message with tool results is the user's, and holds nothing else");
    }
    const answered = new Set(results);
    const missing = [...open].find((id) => !answered.has(id));
    if (missing !== undefined) throw unbalanced(`the tool use "${missing}" has no result in the message behind it`);
    const stray = results.find((id) => !open.has(id));
    if (stray !== undefined) throw unbalanced(`the result of "${stray}" answers no tool use of the message before it`);
    open = new Set(blocks.flatMap((block) => (block.type === "tool_use" ? [block.id] : [])));
    if (open.size > 0 && role !== "assistant") throw unbalanced("only the assistant uses tools");
  }
  for (const id of open) throw unbalanced(`the tool use "${id}" has no result`);
}

function blocksOf(content: SamplingMessage["content"]): readonly SamplingMessageContentBlock[] {
  // Of the two, a list is the one that is an array.
  return Array.isArray(content) ? content : [content as SamplingMessageContentBlock];
}

function unbalanced(reason: string): UsageError {
  return new UsageError("unbalanced-messages", `sampling: ${reason}`);
}
