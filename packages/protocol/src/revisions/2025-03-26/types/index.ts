/** Every type of 2025-03-26, by topic. */
export type { CompleteRequest, CompleteResult, PromptReference, ResourceReference } from "./completion.js";
export type { AudioContent, EmbeddedResource, ImageContent, TextContent } from "./content.js";
export type {
  ClientCapabilities,
  Implementation,
  InitializeRequest,
  InitializeResult,
  InitializedNotification,
  PingRequest,
  ServerCapabilities,
} from "./lifecycle.js";
export type { LoggingLevel, LoggingMessageNotification, SetLevelRequest } from "./logging.js";
export type {
  Annotations,
  Cursor,
  EmptyResult,
  JSONRPCBatchRequest,
  JSONRPCBatchResponse,
  JSONRPCError,
  JSONRPCMessage,
  JSONRPCNotification,
  JSONRPCRequest,
  JSONRPCResponse,
  Notification,
  PaginatedRequest,
  PaginatedResult,
  ProgressToken,
  Request,
  RequestId,
  Result,
  Role,
} from "./messages.js";
export type { CancelledNotification, ProgressNotification } from "./notices.js";
export type {
  GetPromptRequest,
  GetPromptResult,
  ListPromptsRequest,
  ListPromptsResult,
  Prompt,
  PromptArgument,
  PromptListChangedNotification,
  PromptMessage,
} from "./prompts.js";
export type {
  BlobResourceContents,
  ListResourceTemplatesRequest,
  ListResourceTemplatesResult,
  ListResourcesRequest,
  ListResourcesResult,
  ReadResourceRequest,
  ReadResourceResult,
  Resource,
  ResourceContents,
  ResourceListChangedNotification,
  ResourceTemplate,
  ResourceUpdatedNotification,
  SubscribeRequest,
  TextResourceContents,
  UnsubscribeRequest,
} from "./resources.js";
export type { ListRootsRequest, ListRootsResult, Root, RootsListChangedNotification } from "./roots.js";
export type {
  CreateMessageRequest,
  CreateMessageResult,
  ModelHint,
  ModelPreferences,
  SamplingMessage,
} from "./sampling.js";
export type {
  ClientNotification,
  ClientRequest,
  ClientResult,
  ServerNotification,
  ServerRequest,
  ServerResult,
} from "./sides.js";
export type {
  CallToolRequest,
  CallToolResult,
  ListToolsRequest,
  ListToolsResult,
  Tool,
  ToolAnnotations,
  ToolListChangedNotification,
} from "./tools.js";
