/**
 * Resources and their templates.
 * [2026-07-28 server/resources#data-types]
 */
import type {
  Annotations,
  BaseMetadata,
  MetaObject,
  NotificationParams,
  PaginatedResult,
  RequestParams,
  Result,
} from "./base.js";
import type { Icon } from "./capabilities.js";

/** [2026-07-28 server/resources#resource] */
export interface Resource extends BaseMetadata {
  readonly uri: string;
  readonly description?: string;
  readonly mimeType?: string;
  readonly annotations?: Annotations;
  /** Bytes of the raw content, before any encoding. */
  readonly size?: number;
  readonly icons?: readonly Icon[];
  readonly _meta?: MetaObject;
}

/** [2026-07-28 server/resources#resource-templates] */
export interface ResourceTemplate extends BaseMetadata {
  /** RFC 6570. */
  readonly uriTemplate: string;
  readonly description?: string;
  /** Only where every resource that matches has this type. */
  readonly mimeType?: string;
  readonly annotations?: Annotations;
  readonly icons?: readonly Icon[];
  readonly _meta?: MetaObject;
}

/** [2026-07-28 server/resources#text-content] */
export interface TextResourceContents {
  readonly uri: string;
  readonly mimeType?: string;
  readonly text: string;
  readonly _meta?: MetaObject;
}

/** [2026-07-28 server/resources#binary-content] */
export interface BlobResourceContents {
  readonly uri: string;
  readonly mimeType?: string;
  /** Base64. */
  readonly blob: string;
  readonly _meta?: MetaObject;
}

/** [2026-07-28 server/resources#resource-contents] */
export type ResourceContents = TextResourceContents | BlobResourceContents;

/** Result of `resources/list`. [2026-07-28 server/resources#listing-resources] */
export interface ListResourcesResult extends PaginatedResult {
  readonly resources: readonly Resource[];
}

/** Result of `resources/templates/list`. [2026-07-28 server/resources#resource-templates] */
export interface ListResourceTemplatesResult extends PaginatedResult {
  readonly resourceTemplates: readonly ResourceTemplate[];
}

/** Params of `resources/read`. [2026-07-28 server/resources#reading-resources] */
export interface ReadResourceRequestParams extends RequestParams {
  readonly uri: string;
}

/** Result of `resources/read`. [2026-07-28 server/resources#reading-resources] */
export interface ReadResourceResult extends Result {
  readonly contents: readonly ResourceContents[];
}

/** Params of `notifications/resources/updated`; the URI may be a part of the one watched. [2026-07-28 server/resources#subscriptions] */
export interface ResourceUpdatedNotificationParams extends NotificationParams {
  readonly uri: string;
}
