/** What the driver replies when the server asks: whatever the last `answer` command of that kind said. */
import { setTimeout as after } from "node:timers/promises";
import type { ClientOptions } from "@mcpwire/client";
import { INTERNAL_ERROR, ProtocolError } from "@mcpwire/jsonrpc";
import type { ClientCapabilities, CreateMessageResult, ElicitResult, Root } from "@mcpwire/protocol";
import type { AnswerReply, Kind, Of } from "./commands.js";
import type { Emit } from "./output.js";

export class Answers {
  readonly #replies = new Map<Kind, Of<"answer">>();
  readonly #emit: Emit;

  constructor(emit: Emit) {
    this.#emit = emit;
  }

  set(command: Of<"answer">): void {
    this.#replies.set(command.to, command);
  }

  /** The handlers of the questions that these capabilities declare, and no other. */
  handlers({ elicitation, sampling, roots }: ClientCapabilities): Pick<ClientOptions, "elicit" | "sample" | "roots"> {
    // What a harness replies is sent as it stands, whatever its shape.
    const elicit = (params: object, { signal }: Asked) =>
      this.#reply("elicitation", params, signal) as Promise<ElicitResult>;
    const createMessage = (params: object, { signal }: Asked) =>
      this.#reply("sampling", params, signal) as Promise<CreateMessageResult>; // as above
    return {
      ...(elicitation && { elicit: { form: elicit, url: elicit } }),
      ...(sampling && { sample: { createMessage, tools: sampling.tools !== undefined } }),
      ...(roots && {
        roots: async ({ signal }: Asked) => {
          const reply = await this.#reply("roots", {}, signal);
          return reply["roots"] as readonly Root[]; // as above
        },
      }),
    };
  }

  async #reply(to: Kind, params: object, signal: AbortSignal): Promise<Record<string, unknown>> {
    this.#emit({ event: "asked", to, params });
    const answer = this.#replies.get(to);
    if (answer === undefined) throw new ProtocolError(INTERNAL_ERROR, `The driver was given no answer to ${to}`);
    if (answer.afterMs > 0) await after(answer.afterMs, undefined, { signal });
    if (!isRefusal(answer.with)) return answer.with;
    const { code, message, data } = answer.with.error;
    throw new ProtocolError(code, message, { data });
  }
}

interface Asked {
  readonly signal: AbortSignal;
}

function isRefusal(reply: AnswerReply): reply is Extract<AnswerReply, { readonly error: { readonly code: number } }> {
  return Object.keys(reply).length === 1 && "error" in reply;
}
