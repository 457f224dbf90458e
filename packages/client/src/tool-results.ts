/**
 * A conversation that a server wants continued: each use of a tool has its result in the very next message, and results stand alone in
 * theirs. Any other shape is the host's to judge. [2025-11-25 client/sampling#error-handling]
 */
import { isObject } from "./guards.js";

/** What is wrong; undefined where nothing is. [2025-11-25 client/sampling#message-content-constraints] */
export function imbalanceOf(messages: readonly unknown[]): string | undefined {
  let open: readonly unknown[] = [];
  for (const message of messages) {
    const blocks = blocksOf(message);
    const results = blocks.filter((block) => isObject(block) && block["type"] === "tool_result");
    if (results.length > 0 && results.length < blocks.length)
      return "a message with tool results holds something else, too";
    const answered = new Set(members(results, "toolUseId"));
    const missing = open.find((id) => !answered.has(id));
    if (missing !== undefined) return withoutResult(missing);
    open = members(
      blocks.filter((block) => isObject(block) && block["type"] === "tool_use"),
      "id",
    );
  }
  return open.length === 0 ? undefined : withoutResult(open[0]);
}

function blocksOf(message: unknown): readonly unknown[] {
  const content = isObject(message) ? message["content"] : undefined;
  return Array.isArray(content) ? content : [content];
}

function members(blocks: readonly unknown[], name: string): readonly unknown[] {
  return blocks.map((block) => (isObject(block) ? block[name] : undefined));
}

function withoutResult(id: unknown): string {
  return `the use of a tool ${String(JSON.stringify(id)).slice(0, 140)} has no result in the message behind it`;
}
