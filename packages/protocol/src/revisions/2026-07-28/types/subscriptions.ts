/**
 * Types of 2026-07-28. Watching for changes.
 * [2026-07-28 basic/patterns/subscriptions#opening-a-stream]
 */
import type {
  JSONRPCNotification,
  JSONRPCRequest,
  JSONRPCResultResponse,
  NotificationParams,
  RequestId,
  RequestParams,
  Result,
  ResultMetaObject,
} from "./messages.js";

/** What a watch listens to. [2026-07-28 basic/patterns/subscriptions#notification-filter] */
export interface SubscriptionFilter {
  readonly toolsListChanged?: boolean;
  readonly promptsListChanged?: boolean;
  readonly resourcesListChanged?: boolean;
  readonly resourceSubscriptions?: readonly string[];
}

/** Params of `subscriptions/listen`. [2026-07-28 basic/patterns/subscriptions#opening-a-stream] */
export interface SubscriptionsListenRequestParams extends RequestParams {
  readonly notifications: SubscriptionFilter;
}

/** The request `subscriptions/listen`. [2026-07-28 basic/patterns/subscriptions#opening-a-stream] */
export interface SubscriptionsListenRequest extends JSONRPCRequest {
  readonly method: "subscriptions/listen";
  readonly params: SubscriptionsListenRequestParams;
}

/** Metadata of the result that ends a watch. [2026-07-28 basic/patterns/subscriptions#graceful-closure] */
export interface SubscriptionsListenResultMetaObject extends ResultMetaObject {
  readonly "io.modelcontextprotocol/subscriptionId": RequestId;
}

/** Result of `subscriptions/listen`. [2026-07-28 basic/patterns/subscriptions#graceful-closure] */
export interface SubscriptionsListenResult extends Result {
  readonly _meta: SubscriptionsListenResultMetaObject;
}

/** A response to `subscriptions/listen`. [2026-07-28 basic/patterns/subscriptions#opening-a-stream] */
export interface SubscriptionsListenResultResponse extends JSONRPCResultResponse {
  readonly result: SubscriptionsListenResult;
}

/** Params of `notifications/subscriptions/acknowledged`. [2026-07-28 basic/patterns/subscriptions#acknowledgment] */
export interface SubscriptionsAcknowledgedNotificationParams extends NotificationParams {
  readonly notifications: SubscriptionFilter;
}

/** The notification `notifications/subscriptions/acknowledged`. [2026-07-28 basic/patterns/subscriptions#acknowledgment] */
export interface SubscriptionsAcknowledgedNotification extends JSONRPCNotification {
  readonly method: "notifications/subscriptions/acknowledged";
  readonly params: SubscriptionsAcknowledgedNotificationParams;
}
