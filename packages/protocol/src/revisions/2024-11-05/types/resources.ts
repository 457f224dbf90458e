/**
 * Types of 2024-11-05. Resources and templates.
 * [2024-11-05 server/resources#data-types]
 */
import type { Annotated, Notification, PaginatedRequest, PaginatedResult, Request, Result } from "./messages.js";

/** The request `resources/list`. [2024-11-05 server/resources#listing-resources] */
export interface ListResourcesRequest extends PaginatedRequest {
  readonly method: "resources/list";
}

/** Result of `resources/list`. [2024-11-05 server/resources#listing-resources] */
export interface ListResourcesResult extends PaginatedResult {
  readonly resources: readonly Resource[];
}

/** The request `resources/templates/list`. [2024-11-05 server/resources#resource-templates] */
export interface ListResourceTemplatesRequest extends PaginatedRequest {
  readonly method: "resources/templates/list";
}

/** Result of `resources/templates/list`. [2024-11-05 server/resources#resource-templates] */
export interface ListResourceTemplatesResult extends PaginatedResult {
  readonly resourceTemplates: readonly ResourceTemplate[];
}

/** The request `resources/read`. [2024-11-05 server/resources#reading-resources] */
export interface ReadResourceRequest extends Request {
  readonly method: "resources/read";
  readonly params: {
    readonly uri: string;
  };
}

/** Result of `resources/read`. [2024-11-05 server/resources#reading-resources] */
export interface ReadResourceResult extends Result {
  readonly contents: readonly (TextResourceContents | BlobResourceContents)[];
}

/** The notification `notifications/resources/list_changed`. [2024-11-05 server/resources#data-types] */
export interface ResourceListChangedNotification extends Notification {
  readonly method: "notifications/resources/list_changed";
}

/** The request `resources/subscribe`. [2024-11-05 server/resources#subscriptions] */
export interface SubscribeRequest extends Request {
  readonly method: "resources/subscribe";
  readonly params: {
    readonly uri: string;
  };
}

/** The request `resources/unsubscribe`. [2024-11-05 server/resources#subscriptions] */
export interface UnsubscribeRequest extends Request {
  readonly method: "resources/unsubscribe";
  readonly params: {
    readonly uri: string;
  };
}

/** The notification `notifications/resources/updated`. [2024-11-05 server/resources#subscriptions] */
export interface ResourceUpdatedNotification extends Notification {
  readonly method: "notifications/resources/updated";
  readonly params: {
    readonly uri: string;
  };
}

/** Something that a server lets be read. [2024-11-05 server/resources#resource] */
export interface Resource extends Annotated {
  readonly uri: string;
  readonly name: string;
  readonly description?: string;
  readonly mimeType?: string;
  readonly size?: number;
}

/** A URI template of resources. [2024-11-05 server/resources#resource-templates] */
export interface ResourceTemplate extends Annotated {
  readonly uriTemplate: string;
  readonly name: string;
  readonly description?: string;
  readonly mimeType?: string;
}

/** What resource contents have in common. [2024-11-05 server/resources#resource-contents] */
export interface ResourceContents {
  readonly uri: string;
  readonly mimeType?: string;
}

/** Contents as text. [2024-11-05 server/resources#text-content] */
export interface TextResourceContents extends ResourceContents {
  readonly text: string;
}

/** Contents in base64. [2024-11-05 server/resources#binary-content] */
export interface BlobResourceContents extends ResourceContents {
  readonly blob: string;
}
