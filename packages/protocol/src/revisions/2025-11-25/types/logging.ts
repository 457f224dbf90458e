/**
 * Types of 2025-11-25. Log messages.
 * [2025-11-25 server/utilities/logging#protocol-messages]
 */
import type { JSONRPCNotification, JSONRPCRequest, NotificationParams, RequestParams } from "./messages.js";

/** Params of `logging/setLevel`. [2025-11-25 server/utilities/logging#setting-log-level] */
export interface SetLevelRequestParams extends RequestParams {
  readonly level: LoggingLevel;
}

/** The request `logging/setLevel`. [2025-11-25 server/utilities/logging#setting-log-level] */
export interface SetLevelRequest extends JSONRPCRequest {
  readonly method: "logging/setLevel";
  readonly params: SetLevelRequestParams;
}

/** Params of `notifications/message`. [2025-11-25 server/utilities/logging#log-message-notifications] */
export interface LoggingMessageNotificationParams extends NotificationParams {
  readonly level: LoggingLevel;
  readonly logger?: string;
  readonly data: unknown;
}

/** The notification `notifications/message`. [2025-11-25 server/utilities/logging#log-message-notifications] */
export interface LoggingMessageNotification extends JSONRPCNotification {
  readonly method: "notifications/message";
  readonly params: LoggingMessageNotificationParams;
}

/** Severities of RFC 5424. [2025-11-25 server/utilities/logging#log-levels] */
export type LoggingLevel = "debug" | "info" | "notice" | "warning" | "error" | "critical" | "alert" | "emergency";
