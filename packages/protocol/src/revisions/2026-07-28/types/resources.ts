/**
 * Types of 2026-07-28. Resources and templates.
 * [2026-07-28 server/resources#data-types]
 */
import type { InputRequiredResult, InputResponseRequestParams } from "./input-requests.js";
import type {
  Annotations,
  BaseMetadata,
  CacheableResult,
  Icons,
  JSONRPCNotification,
  JSONRPCRequest,
  JSONRPCResultResponse,
  MetaObject,
  NotificationParams,
  PaginatedRequest,
  PaginatedResult,
  RequestParams,
} from "./messages.js";

/** The request `resources/list`. [2026-07-28 server/resources#listing-resources] */
export interface ListResourcesRequest extends PaginatedRequest {
  readonly method: "resources/list";
}

/** Result of `resources/list`. [2026-07-28 server/resources#listing-resources] */
export interface ListResourcesResult extends PaginatedResult, CacheableResult {
  readonly resources: readonly Resource[];
}

/** A response to `resources/list`. [2026-07-28 server/resources#listing-resources] */
export interface ListResourcesResultResponse extends JSONRPCResultResponse {
  readonly result: ListResourcesResult;
}

/** The request `resources/templates/list`. [2026-07-28 server/resources#resource-templates] */
export interface ListResourceTemplatesRequest extends PaginatedRequest {
  readonly method: "resources/templates/list";
}

/** Result of `resources/templates/list`. [2026-07-28 server/resources#resource-templates] */
export interface ListResourceTemplatesResult extends PaginatedResult, CacheableResult {
  readonly resourceTemplates: readonly ResourceTemplate[];
}

/** A response to `resources/templates/list`. [2026-07-28 server/resources#resource-templates] */
export interface ListResourceTemplatesResultResponse extends JSONRPCResultResponse {
  readonly result: ListResourceTemplatesResult;
}

/** Params that name a resource. [2026-07-28 server/resources#reading-resources] */
export interface ResourceRequestParams extends RequestParams {
  readonly uri: string;
}

/** Params of `resources/read`. [2026-07-28 server/resources#reading-resources] */
export interface ReadResourceRequestParams extends ResourceRequestParams, InputResponseRequestParams {}

/** The request `resources/read`. [2026-07-28 server/resources#reading-resources] */
export interface ReadResourceRequest extends JSONRPCRequest {
  readonly method: "resources/read";
  readonly params: ReadResourceRequestParams;
}

/** Result of `resources/read`. [2026-07-28 server/resources#reading-resources] */
export interface ReadResourceResult extends CacheableResult {
  readonly contents: readonly (TextResourceContents | BlobResourceContents)[];
}

/** A response to `resources/read`. [2026-07-28 server/resources#reading-resources] */
export interface ReadResourceResultResponse extends JSONRPCResultResponse {
  readonly result: ReadResourceResult | InputRequiredResult;
}

/** The notification `notifications/resources/list_changed`. [2026-07-28 server/resources#data-types] */
export interface ResourceListChangedNotification extends JSONRPCNotification {
  readonly method: "notifications/resources/list_changed";
  readonly params?: NotificationParams;
}

/** Params of `notifications/resources/updated`. [2026-07-28 server/resources#subscriptions] */
export interface ResourceUpdatedNotificationParams extends NotificationParams {
  readonly uri: string;
}

/** The notification `notifications/resources/updated`. [2026-07-28 server/resources#subscriptions] */
export interface ResourceUpdatedNotification extends JSONRPCNotification {
  readonly method: "notifications/resources/updated";
  readonly params: ResourceUpdatedNotificationParams;
}

/** Something that a server lets be read. [2026-07-28 server/resources#resource] */
export interface Resource extends BaseMetadata, Icons {
  readonly uri: string;
  readonly description?: string;
  readonly mimeType?: string;
  readonly annotations?: Annotations;
  readonly size?: number;
  readonly _meta?: MetaObject;
}

/** A URI template of resources. [2026-07-28 server/resources#resource-templates] */
export interface ResourceTemplate extends BaseMetadata, Icons {
  readonly uriTemplate: string;
  readonly description?: string;
  readonly mimeType?: string;
  readonly annotations?: Annotations;
  readonly _meta?: MetaObject;
}

/** What resource contents have in common. [2026-07-28 server/resources#resource-contents] */
export interface ResourceContents {
  readonly uri: string;
  readonly mimeType?: string;
  readonly _meta?: MetaObject;
}

/** Contents as text. [2026-07-28 server/resources#text-content] */
export interface TextResourceContents extends ResourceContents {
  readonly text: string;
}

/** Contents in base64. [2026-07-28 server/resources#binary-content] */
export interface BlobResourceContents extends ResourceContents {
  readonly blob: string;
}
