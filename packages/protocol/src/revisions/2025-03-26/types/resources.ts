/**
 * Types of 2025-03-26. Resources and templates.
 * [2025-03-26 server/resources#data-types]
 */
import type { Annotations, Notification, PaginatedRequest, PaginatedResult, Request, Result } from "./messages.js";

/** The request `resources/list`. [2025-03-26 server/resources#listing-resources] */
export interface ListResourcesRequest extends PaginatedRequest {
  readonly method: "resources/list";
}

/** Result of `resources/list`. [2025-03-26 server/resources#listing-resources] */
export interface ListResourcesResult extends PaginatedResult {
  readonly resources: readonly Resource[];
}

/** The request `resources/templates/list`. [2025-03-26 server/resources#resource-templates] */
export interface ListResourceTemplatesRequest extends PaginatedRequest {
  readonly method: "resources/templates/list";
}

/** Result of `resources/templates/list`. [2025-03-26 server/resources#resource-templates] */
export interface ListResourceTemplatesResult extends PaginatedResult {
  readonly resourceTemplates: readonly ResourceTemplate[];
}

/** The request `resources/read`. [2025-03-26 server/resources#reading-resources] */
export interface ReadResourceRequest extends Request {
  readonly method: "resources/read";
  readonly params: {
    readonly uri: string;
  };
}

/** Result of `resources/read`. [2025-03-26 server/resources#reading-resources] */
export interface ReadResourceResult extends Result {
  readonly contents: readonly (TextResourceContents | BlobResourceContents)[];
}

/** The notification `notifications/resources/list_changed`. [2025-03-26 server/resources#data-types] */
export interface ResourceListChangedNotification extends Notification {
  readonly method: "notifications/resources/list_changed";
}

/** The request `resources/subscribe`. [2025-03-26 server/resources#subscriptions] */
export interface SubscribeRequest extends Request {
  readonly method: "resources/subscribe";
  readonly params: {
    readonly uri: string;
  };
}

/** The request `resources/unsubscribe`. [2025-03-26 server/resources#subscriptions] */
export interface UnsubscribeRequest extends Request {
  readonly method: "resources/unsubscribe";
  readonly params: {
    readonly uri: string;
  };
}

/** The notification `notifications/resources/updated`. [2025-03-26 server/resources#subscriptions] */
export interface ResourceUpdatedNotification extends Notification {
  readonly method: "notifications/resources/updated";
  readonly params: {
    readonly uri: string;
  };
}

/** Something that a server lets be read. [2025-03-26 server/resources#resource] */
export interface Resource {
  readonly uri: string;
  readonly name: string;
  readonly description?: string;
  readonly mimeType?: string;
  readonly annotations?: Annotations;
  readonly size?: number;
}

/** A URI template of resources. [2025-03-26 server/resources#resource-templates] */
export interface ResourceTemplate {
  readonly uriTemplate: string;
  readonly name: string;
  readonly description?: string;
  readonly mimeType?: string;
  readonly annotations?: Annotations;
}

/** What resource contents have in common. [2025-03-26 server/resources#resource-contents] */
export interface ResourceContents {
  readonly uri: string;
  readonly mimeType?: string;
}

/** Contents as text. [2025-03-26 server/resources#text-content] */
export interface TextResourceContents extends ResourceContents {
  readonly text: string;
}

/** Contents in base64. [2025-03-26 server/resources#binary-content] */
export interface BlobResourceContents extends ResourceContents {
  readonly blob: string;
}
