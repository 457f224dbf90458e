/**
 * Types of 2025-03-26. Who the sides are and how they agree.
 * [2025-03-26 basic/lifecycle#initialization]
 */
import type { Notification, Request, Result } from "./messages.js";

/** The request `initialize`. [2025-03-26 basic/lifecycle#initialization] */
export interface InitializeRequest extends Request {
  readonly method: "initialize";
  readonly params: {
    readonly protocolVersion: string;
    readonly capabilities: ClientCapabilities;
    readonly clientInfo: Implementation;
  };
}

/** Result of `initialize`. [2025-03-26 basic/lifecycle#initialization] */
export interface InitializeResult extends Result {
  readonly protocolVersion: string;
  readonly capabilities: ServerCapabilities;
  readonly serverInfo: Implementation;
  readonly instructions?: string;
}

/** The notification `notifications/initialized`. [2025-03-26 basic/lifecycle#initialization] */
export interface InitializedNotification extends Notification {
  readonly method: "notifications/initialized";
}

/** What a client can do. [2025-03-26 basic/lifecycle#capability-negotiation] */
export interface ClientCapabilities {
  readonly experimental?: { readonly [key: string]: object };
  readonly roots?: {
    readonly listChanged?: boolean;
  };
  readonly sampling?: object;
}

/** What a server can do. [2025-03-26 basic/lifecycle#capability-negotiation] */
export interface ServerCapabilities {
  readonly experimental?: { readonly [key: string]: object };
  readonly logging?: object;
  readonly completions?: object;
  readonly prompts?: {
    readonly listChanged?: boolean;
  };
  readonly resources?: {
    readonly subscribe?: boolean;
    readonly listChanged?: boolean;
  };
  readonly tools?: {
    readonly listChanged?: boolean;
  };
}

/** The name and version of a program. [2025-03-26 basic/lifecycle#initialization] */
export interface Implementation {
  readonly name: string;
  readonly version: string;
}

/** The request `ping`. [2025-03-26 basic/utilities/ping#message-format] */
export interface PingRequest extends Request {
  readonly method: "ping";
}
