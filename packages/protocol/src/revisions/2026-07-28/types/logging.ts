/**
 * Types of 2026-07-28. Log messages. Deprecated as a whole. [2026-07-28 deprecated#deprecated]
 * [2026-07-28 server/utilities/logging#protocol-messages]
 */
import type { JSONRPCNotification, NotificationParams } from "./messages.js";

/**
 * Params of `notifications/message`. [2026-07-28 server/utilities/logging#log-message-notifications]
 * @deprecated As of 2026-07-28. [2026-07-28 deprecated#deprecated]
 */
export interface LoggingMessageNotificationParams extends NotificationParams {
  readonly level: LoggingLevel;
  readonly logger?: string;
  readonly data: unknown;
}

/**
 * The notification `notifications/message`. [2026-07-28 server/utilities/logging#log-message-notifications]
 * @deprecated As of 2026-07-28. [2026-07-28 deprecated#deprecated]
 */
export interface LoggingMessageNotification extends JSONRPCNotification {
  readonly method: "notifications/message";
  readonly params: LoggingMessageNotificationParams;
}

/**
 * Severities of RFC 5424. [2026-07-28 server/utilities/logging#log-levels]
 * @deprecated As of 2026-07-28. [2026-07-28 deprecated#deprecated]
 */
export type LoggingLevel = "debug" | "info" | "notice" | "warning" | "error" | "critical" | "alert" | "emergency";
