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
export { codecOf } from "./revisions/codecs.js";
export { findRevision, latest, newestLegacy, offeredRevisions, revisions } from "./revisions/index.js";

/* the types of each revision as it spells them, for code that reads or writes one wire */
export type * as Revision20241105 from "./revisions/2024-11-05/types/index.js";
export type * as Revision20250326 from "./revisions/2025-03-26/types/index.js";
export type * as Revision20250618 from "./revisions/2025-06-18/types/index.js";
export type * as Revision20251125 from "./revisions/2025-11-25/types/index.js";
export type * as Revision20260728 from "./revisions/2026-07-28/types/index.js";

/* error codes, eras, request metadata */
export {
  HEADER_MISMATCH,
  MISSING_REQUIRED_CLIENT_CAPABILITY,
  RESOURCE_NOT_FOUND,
  UNSUPPORTED_PROTOCOL_VERSION,
  URL_ELICITATION_REQUIRED,
  headerMismatch,
  isRecognizedModernError,
  isResourceNotFound,
  missingRequiredClientCapability,
  protocolErrorOf,
  resourceNotFound,
  supportedVersionsOf,
  unsupportedProtocolVersion,
  urlElicitationRequired,
} from "./error-codes.js";
export { classifyEra } from "./classify-era.js";
export type { EnvelopeFacts, EraClaim } from "./classify-era.js";
export { mcpCorrelation } from "./correlation.js";
export {
  BAGGAGE_KEY,
  CLIENT_CAPABILITIES_KEY,
  CLIENT_INFO_KEY,
  LOG_LEVEL_KEY,
  PROGRESS_TOKEN_KEY,
  PROTOCOL_VERSION_KEY,
  SERVER_INFO_KEY,
  SUBSCRIPTION_ID_KEY,
  TRACEPARENT_KEY,
  TRACESTATE_KEY,
  isClientCapabilities,
  isImplementation,
  isLoggingLevel,
  metaOf,
  progressTokenOf,
  readRequestMetadata,
  serverInfoOf,
  stampRequestMetadata,
  stampResult,
  subscriptionIdOf,
  tagSubscription,
} from "./request-metadata.js";
export type { RequestMetadata, RequestMetadataProblem } from "./request-metadata.js";
export { extensionIdProblem, hasReservedPrefix, metaKeyProblem, reservedMetaKeys } from "./meta-keys.js";
export type { ReservedPrefixRule } from "./meta-keys.js";
export {
  ACCEL_BUFFERING_HEADER,
  LAST_EVENT_ID_HEADER,
  METHOD_HEADER,
  NAME_HEADER,
  PARAM_HEADER_PREFIX,
  PROTOCOL_VERSION_HEADER,
  SESSION_ID_HEADER,
  corsRequestHeaders,
  corsResponseHeaders,
  isAllowedRequestHeader,
  isFieldName,
  subjectOf,
} from "./header-names.js";
export {
  checkMirrored,
  decodeHeaderValue,
  encodeHeaderValue,
  headerParametersOf,
  mirrorHeaders,
} from "./param-headers.js";

/* bytes as text, for integrators */
export { fromBase64URL, toBase64, toBase64URL } from "./base64.js";

/* URI templates */
export { uriTemplate } from "./uri-template/uri-template.js";
export type { UriTemplate, UriTemplateOptions } from "./uri-template/uri-template.js";
export type { UriScalar, UriValue } from "./uri-template/expand.js";
export type { UriVariables } from "./uri-template/variables.js";
