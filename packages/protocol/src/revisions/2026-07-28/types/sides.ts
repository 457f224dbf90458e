/**
 * Types of 2026-07-28. What each side may send.
 * [2026-07-28 basic/index#messages]
 */
import type { CompleteRequest, CompleteResult } from "./completion.js";
import type { InputRequiredResult } from "./input-requests.js";
import type { DiscoverRequest, DiscoverResult } from "./lifecycle.js";
import type { LoggingMessageNotification } from "./logging.js";
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
} from "./resources.js";
import type {
  SubscriptionsAcknowledgedNotification,
  SubscriptionsListenRequest,
  SubscriptionsListenResult,
} from "./subscriptions.js";
import type {
  CallToolRequest,
  CallToolResult,
  ListToolsRequest,
  ListToolsResult,
  ToolListChangedNotification,
} from "./tools.js";

/** Requests of a client. [2026-07-28 basic/index#messages] */
export type ClientRequest =
  | DiscoverRequest
  | CompleteRequest
  | GetPromptRequest
  | ListPromptsRequest
  | ListResourcesRequest
  | ListResourceTemplatesRequest
  | ReadResourceRequest
  | SubscriptionsListenRequest
  | CallToolRequest
  | ListToolsRequest;

/** Notifications of a client. [2026-07-28 basic/index#messages] */
export type ClientNotification = CancelledNotification;

/** Results of a client. [2026-07-28 basic/index#messages] */
export type ClientResult = EmptyResult;

/** Notifications of a server. [2026-07-28 basic/index#messages] */
export type ServerNotification =
  | CancelledNotification
  | ProgressNotification
  | LoggingMessageNotification
  | ResourceUpdatedNotification
  | ResourceListChangedNotification
  | ToolListChangedNotification
  | PromptListChangedNotification
  | SubscriptionsAcknowledgedNotification;

/** Results of a server. [2026-07-28 basic/index#messages] */
export type ServerResult =
  | EmptyResult
  | DiscoverResult
  | CompleteResult
  | GetPromptResult
  | ListPromptsResult
  | ListResourceTemplatesResult
  | ListResourcesResult
  | ReadResourceResult
  | SubscriptionsListenResult
  | CallToolResult
  | ListToolsResult
  | InputRequiredResult;
