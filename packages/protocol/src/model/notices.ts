/**
 * Notifications that belong to a request, or say that something changed.
 * [2026-07-28 basic/index#notifications]
 */
import type { RequestId } from "@mcpwire/jsonrpc";
import type { NotificationParams, ProgressToken } from "./base.js";
import type { LoggingLevel } from "./capabilities.js";

/** Params of `notifications/progress`. [2026-07-28 basic/patterns/progress#progress-flow] */
export interface ProgressNotificationParams extends NotificationParams {
  readonly progressToken: ProgressToken;
  /** Grows with every notification. */
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

/** Params of `notifications/cancelled`. [2026-07-28 basic/patterns/cancellation#cancellation-flow] */
export interface CancelledNotificationParams extends NotificationParams {
  readonly requestId: RequestId;
  readonly reason?: string;
}

/**
 * Params of `notifications/message`. [2026-07-28 server/utilities/logging#log-message-notifications]
 * @deprecated As of 2026-07-28. [2026-07-28 deprecated#deprecated]
 */
export interface LoggingMessageNotificationParams extends NotificationParams {
  readonly level: LoggingLevel;
  readonly logger?: string;
  /** Any JSON value. */
  readonly data: unknown;
}

/** What a watch listens to. [2026-07-28 basic/patterns/subscriptions#notification-filter] */
export interface SubscriptionFilter {
  readonly toolsListChanged?: boolean;
  readonly promptsListChanged?: boolean;
  readonly resourcesListChanged?: boolean;
  /** URIs of resources. */
  readonly resourceSubscriptions?: readonly string[];
}
