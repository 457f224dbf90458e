/**
 * Types of 2025-03-26. What each side may send.
 * [2025-03-26 basic/index#messages]
 */
import type { CompleteRequest, CompleteResult } from "./completion.js";
import type { InitializeRequest, InitializeResult, InitializedNotification, PingRequest } from "./lifecycle.js";
import type { LoggingMessageNotification, SetLevelRequest } from "./logging.js";
import type { EmptyResult } from "./messages.js";
import type { CancelledNotification, ProgressNotification } from "./notices.js";
import type {
  GetPromptRequest,
  GetPromptResult,
  ListPromptsRequest,
  ListPromptsResult,
  PromptListChangedNotification,
} from "./prompts.js";
import type {
  ListResourceTemplatesRequest,
  ListResourceTemplatesResult,
  ListResourcesRequest,
  ListResourcesResult,
  ReadResourceRequest,
  ReadResourceResult,
  ResourceListChangedNotification,
  ResourceUpdatedNotification,
  SubscribeRequest,
  UnsubscribeRequest,
} from "./resources.js";
import type { ListRootsRequest, ListRootsResult, RootsListChangedNotification } from "./roots.js";
import type { CreateMessageRequest, CreateMessageResult } from "./sampling.js";
import type {
  CallToolRequest,
  CallToolResult,
  ListToolsRequest,
  ListToolsResult,
  ToolListChangedNotification,
} from "./tools.js";

/** Requests of a client. [2025-03-26 basic/index#messages] */
export type ClientRequest =
  | PingRequest
  | InitializeRequest
  | CompleteRequest
  | SetLevelRequest
  | GetPromptRequest
  | ListPromptsRequest
  | ListResourcesRequest
  | ListResourceTemplatesRequest
  | ReadResourceRequest
  | SubscribeRequest
  | UnsubscribeRequest
  | CallToolRequest
  | ListToolsRequest;

/** Notifications of a client. [2025-03-26 basic/index#messages] */
export type ClientNotification =
  CancelledNotification | ProgressNotification | InitializedNotification | RootsListChangedNotification;

/** Results of a client. [2025-03-26 basic/index#messages] */
export type ClientResult = EmptyResult | CreateMessageResult | ListRootsResult;

/** Requests of a server. [2025-03-26 basic/index#messages] */
export type ServerRequest = PingRequest | CreateMessageRequest | ListRootsRequest;

/** Notifications of a server. [2025-03-26 basic/index#messages] */
export type ServerNotification =
  | CancelledNotification
  | ProgressNotification
  | LoggingMessageNotification
  | ResourceUpdatedNotification
  | ResourceListChangedNotification
  | ToolListChangedNotification
  | PromptListChangedNotification;

/** Results of a server. [2025-03-26 basic/index#messages] */
export type ServerResult =
  | EmptyResult
  | InitializeResult
  | CompleteResult
  | GetPromptResult
  | ListPromptsResult
  | ListResourceTemplatesResult
  | ListResourcesResult
  | ReadResourceResult
  | CallToolResult
  | ListToolsResult;
