import type { ContentBlock } from "@mcpwire/protocol";

const brand = Symbol.for("mcpwire.tool-error");

/**
 * A failure that the model should read: it becomes a result with `isError`, and its text reaches the client as it is.
 * `ctx.fail` throws it; code without a context at hand throws it by itself. [2026-07-28 server/tools#error-handling]
 */
export class ToolError extends Error {
  readonly [brand] = true;
  readonly content: readonly ContentBlock[];

  constructor(content: string | readonly ContentBlock[], options: { cause?: unknown } = {}) {
    const text =
      typeof content === "string" ? content : content.map((block) => ("text" in block ? block.text : "")).join("\n");
    super(text, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "ToolError";
    this.content = typeof content === "string" ? [{ type: "text", text: content }] : content;
  }
}

/** True for a `ToolError`, also from another copy of this package. */
export function isToolError(error: unknown): error is ToolError {
  return typeof error === "object" && error !== null && brand in error;
}
