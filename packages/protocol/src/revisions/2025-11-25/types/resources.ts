/**
 * Types of 2025-11-25. Resources and templates.
 * [2025-11-25 server/resources#data-types]
 */
import type {
  Annotations,
  BaseMetadata,
  Icons,
  JSONRPCNotification,
  JSONRPCRequest,
  NotificationParams,
  PaginatedRequest,
  PaginatedResult,
  RequestParams,
  Result,
} from "./messages.js";

/** The request `resources/list`. [2025-11-25 server/resources#listing-resources] */
export interface ListResourcesRequest extends PaginatedRequest {
  readonly method: "resources/list";
}

/** Result of `resources/list`. [2025-11-25 server/resources#listing-resources] */
export interface ListResourcesResult extends PaginatedResult {
  readonly resources: readonly Resource[];
}

/** The request `resources/templates/list`. [2025-11-25 server/resources#resource-templates] */
export interface ListResourceTemplatesRequest extends PaginatedRequest {
  readonly method: "resources/templates/list";
}

/** Result of `resources/templates/list`. [2025-11-25 server/resources#resource-templates] */
export interface ListResourceTemplatesResult extends PaginatedResult {
  readonly resourceTemplates: readonly ResourceTemplate[];
}

/** Params that name a resource. [2025-11-25 server/resources#reading-resources] */
export interface ResourceRequestParams extends RequestParams {
  readonly uri: string;
}

/** Params of `resources/read`. [2025-11-25 server/resources#reading-resources] */
export interface ReadResourceRequestParams extends ResourceRequestParams {}

/** The request `resources/read`. [2025-11-25 server/resources#reading-resources] */
export interface ReadResourceRequest extends JSONRPCRequest {
  readonly method: "resources/read";
  readonly params: ReadResourceRequestParams;
}

/** Result of `resources/read`. [2025-11-25 server/resources#reading-resources] */
export interface ReadResourceResult extends Result {
  readonly contents: readonly (TextResourceContents | BlobResourceContents)[];
}

/** The notification `notifications/resources/list_changed`. [2025-11-25 server/resources#data-types] */
export interface ResourceListChangedNotification extends JSONRPCNotification {
  readonly method: "notifications/resources/list_changed";
  readonly params?: NotificationParams;
}

/** Params of `resources/subscribe`. [2025-11-25 server/resources#subscriptions] */
export interface SubscribeRequestParams extends ResourceRequestParams {}

/** The request `resources/subscribe`. [2025-11-25 server/resources#subscriptions] */
export interface SubscribeRequest extends JSONRPCRequest {
  readonly method: "resources/subscribe";
  readonly params: SubscribeRequestParams;
}

/** Params of `resources/unsubscribe`. [2025-11-25 server/resources#subscriptions] */
export interface UnsubscribeRequestParams extends ResourceRequestParams {}

/** The request `resources/unsubscribe`. [2025-11-25 server/resources#subscriptions] */
export interface UnsubscribeRequest extends JSONRPCRequest {
  readonly method: "resources/unsubscribe";
  readonly params: UnsubscribeRequestParams;
}

/** Params of `notifications/resources/updated`. [2025-11-25 server/resources#subscriptions] */
export interface ResourceUpdatedNotificationParams extends NotificationParams {
  readonly uri: string;
}

/** The notification `notifications/resources/updated`. [2025-11-25 server/resources#subscriptions] */
export interface ResourceUpdatedNotification extends JSONRPCNotification {
  readonly method: "notifications/resources/updated";
  readonly params: ResourceUpdatedNotificationParams;
}

/** Something that a server lets be read. [2025-11-25 server/resources#resource] */
export interface Resource extends BaseMetadata, Icons {
  readonly uri: string;
  readonly description?: string;
  readonly mimeType?: string;
  readonly annotations?: Annotations;
  readonly size?: number;
  readonly _meta?: { readonly [key: string]: unknown };
}

/** A URI template of resources. [2025-11-25 server/resources#resource-templates] */
export interface ResourceTemplate extends BaseMetadata, Icons {
  readonly uriTemplate: string;
  readonly description?: string;
  readonly mimeType?: string;
  readonly annotations?: Annotations;
  readonly _meta?: { readonly [key: string]: unknown };
}

/** What resource contents have in common. [2025-11-25 server/resources#resource-contents] */
export interface ResourceContents {
  readonly uri: string;
  readonly mimeType?: string;
  readonly _meta?: { readonly [key: string]: unknown };
}

/** Contents as text. [2025-11-25 server/resources#text-content] */
export interface TextResourceContents extends ResourceContents {
  readonly text: string;
}

/** Contents in base64. [2025-11-25 server/resources#binary-content] */
export interface BlobResourceContents extends ResourceContents {
  readonly blob: string;
}
