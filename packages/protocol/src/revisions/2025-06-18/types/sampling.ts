/**
 * Types of 2025-06-18. Sampling: a server asks the client's model.
 * [2025-06-18 client/sampling#data-types]
 */
import type { AudioContent, ImageContent, TextContent } from "./content.js";
import type { Request, Result, Role } from "./messages.js";

/** The request `sampling/createMessage`. [2025-06-18 client/sampling#creating-messages] */
export interface CreateMessageRequest extends Request {
  readonly method: "sampling/createMessage";
  readonly params: {
    readonly messages: readonly SamplingMessage[];
    readonly modelPreferences?: ModelPreferences;
    readonly systemPrompt?: string;
    readonly includeContext?: "none" | "thisServer" | "allServers";
    readonly temperature?: number;
    readonly maxTokens: number;
    readonly stopSequences?: readonly string[];
    readonly metadata?: object;
  };
}

/** Result of `sampling/createMessage`. [2025-06-18 client/sampling#creating-messages] */
export interface CreateMessageResult extends Result, SamplingMessage {
  readonly model: string;
  readonly stopReason?: "endTurn" | "stopSequence" | "maxTokens" | string;
}

/** One turn of the conversation. [2025-06-18 client/sampling#messages] */
export interface SamplingMessage {
  readonly role: Role;
  readonly content: TextContent | ImageContent | AudioContent;
}

/** What matters in the choice of a model. [2025-06-18 client/sampling#model-preferences] */
export interface ModelPreferences {
  readonly hints?: readonly ModelHint[];
  readonly costPriority?: number;
  readonly speedPriority?: number;
  readonly intelligencePriority?: number;
}

/** A part of a model's name. [2025-06-18 client/sampling#model-hints] */
export interface ModelHint {
  readonly name?: string;
}
