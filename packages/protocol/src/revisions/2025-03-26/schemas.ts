/** What 2025-03-26 changed in the shapes of 2024-11-05. [2025-03-26 changelog#major-changes] */
import { flag, someObject, text } from "../../schemas/building-blocks.js";
import { object, optional, type Checks } from "../../schemas/check.js";
import { Schemas as Predecessor } from "../2024-11-05/schemas.js";

export class Schemas extends Predecessor {
  /** Audio is new. */
  override modelBlocks(): Checks {
    return { ...super.modelBlocks(), audio: this.media() };
  }

  /** Annotations say how a tool behaves. */
  override tool(): Checks {
    const annotations = object({
      title: text,
      readOnlyHint: flag,
      destructiveHint: flag,
      idempotentHint: flag,
      openWorldHint: flag,
    });
    return { ...super.tool(), annotations: optional(annotations) };
  }

  override serverCapabilities(): Checks {
    return { ...super.serverCapabilities(), completions: someObject };
  }

  override progress(): Checks {
    return { ...super.progress(), message: text };
  }
}
