/* the neutral model */
export { loggingLevels } from "./model/capabilities.js";
export type {
  Annotations,
  BaseMetadata,
  Cursor,
  EmptyResult,
  MetaObject,
  NotificationParams,
  PaginatedRequestParams,
  PaginatedResult,
  ProgressToken,
  RequestParams,
  Result,
  Role,
} from "./model/base.js";
export type {
  ClientCapabilities,
  Icon,
  Implementation,
  LoggingLevel,
  ServerCapabilities,
} from "./model/capabilities.js";
export type {
  CompleteRequestParams,
  CompleteResult,
  PromptReference,
  ResourceTemplateReference,
} from "./model/completion.js";
export type {
  AudioContent,
  ContentBlock,
  EmbeddedResource,
  ImageContent,
  ResourceLink,
  TextContent,
} from "./model/content.js";
export type {
  BooleanSchema,
  ElicitRequestFormParams,
  ElicitRequestParams,
  ElicitRequestURLParams,
  ElicitResult,
  ElicitedContent,
  EnumSchema,
  LegacyTitledEnumSchema,
  MultiSelectEnumSchema,
  NumberSchema,
  PrimitiveSchemaDefinition,
  RequestedSchema,
  SingleSelectEnumSchema,
  StringSchema,
  TitledMultiSelectEnumSchema,
  TitledOption,
  TitledSingleSelectEnumSchema,
  UntitledMultiSelectEnumSchema,
  UntitledSingleSelectEnumSchema,
} from "./model/elicitation.js";
export type {
  CancelledNotificationParams,
  LoggingMessageNotificationParams,
  ProgressNotificationParams,
  SubscriptionFilter,
} from "./model/notices.js";
export type {
  GetPromptRequestParams,
  GetPromptResult,
  ListPromptsResult,
  Prompt,
  PromptArgument,
  PromptMessage,
} from "./model/prompts.js";
export type {
  BlobResourceContents,
  ListResourceTemplatesResult,
  ListResourcesResult,
  ReadResourceRequestParams,
  ReadResourceResult,
  Resource,
  ResourceContents,
  ResourceTemplate,
  ResourceUpdatedNotificationParams,
  TextResourceContents,
} from "./model/resources.js";
export type { ListRootsResult, Root } from "./model/roots.js";
export type {
  CreateMessageRequestParams,
  CreateMessageResult,
  ModelHint,
  ModelPreferences,
  SamplingMessage,
  SamplingMessageContentBlock,
  ToolChoice,
  ToolResultContent,
  ToolUseContent,
} from "./model/sampling.js";
export type {
  CallToolRequestParams,
  CallToolResult,
  ListToolsResult,
  Tool,
  ToolAnnotations,
  ToolInputSchema,
  ToolOutputSchema,
} from "./model/tools.js";

/* revisions */
export { wireRules } from "./revision.js";
export type { Codec, Era, MethodEntry, MethodTable, Revision, Side, Traits } from "./revision.js";
export { findRevision, latest, newestLegacy, offeredRevisions, revisions } from "./revisions/index.js";
