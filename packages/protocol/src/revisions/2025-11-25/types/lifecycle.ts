/**
 * Types of 2025-11-25. Who the sides are and how they agree.
 * [2025-11-25 basic/lifecycle#initialization]
 */
import type {
  BaseMetadata,
  Icons,
  JSONRPCNotification,
  JSONRPCRequest,
  NotificationParams,
  RequestParams,
  Result,
} from "./messages.js";

/** Params of `initialize`. [2025-11-25 basic/lifecycle#initialization] */
export interface InitializeRequestParams extends RequestParams {
  readonly protocolVersion: string;
  readonly capabilities: ClientCapabilities;
  readonly clientInfo: Implementation;
}

/** The request `initialize`. [2025-11-25 basic/lifecycle#initialization] */
export interface InitializeRequest extends JSONRPCRequest {
  readonly method: "initialize";
  readonly params: InitializeRequestParams;
}

/** Result of `initialize`. [2025-11-25 basic/lifecycle#initialization] */
export interface InitializeResult extends Result {
  readonly protocolVersion: string;
  readonly capabilities: ServerCapabilities;
  readonly serverInfo: Implementation;
  readonly instructions?: string;
}

/** The notification `notifications/initialized`. [2025-11-25 basic/lifecycle#initialization] */
export interface InitializedNotification extends JSONRPCNotification {
  readonly method: "notifications/initialized";
  readonly params?: NotificationParams;
}

/** What a client can do. [2025-11-25 basic/lifecycle#capability-negotiation] */
export interface ClientCapabilities {
  readonly experimental?: { readonly [key: string]: object };
  readonly roots?: {
    readonly listChanged?: boolean;
  };
  readonly sampling?: {
    readonly context?: object;
    readonly tools?: object;
  };
  readonly elicitation?: { readonly form?: object; readonly url?: object };
  readonly tasks?: {
    readonly list?: object;
    readonly cancel?: object;
    readonly requests?: {
      readonly sampling?: {
        readonly createMessage?: object;
      };
      readonly elicitation?: {
        readonly create?: object;
      };
    };
  };
}

/** What a server can do. [2025-11-25 basic/lifecycle#capability-negotiation] */
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
  readonly tasks?: {
    readonly list?: object;
    readonly cancel?: object;
    readonly requests?: {
      readonly tools?: {
        readonly call?: object;
      };
    };
  };
}

/** The name and version of a program. [2025-11-25 basic/lifecycle#initialization] */
export interface Implementation extends BaseMetadata, Icons {
  readonly version: string;
  readonly description?: string;
  readonly websiteUrl?: string;
}

/** The request `ping`. [2025-11-25 basic/utilities/ping#message-format] */
export interface PingRequest extends JSONRPCRequest {
  readonly method: "ping";
  readonly params?: RequestParams;
}
