/**
 * Types of 2024-11-05. Log messages.
 * [2024-11-05 server/utilities/logging#protocol-messages]
 */
import type { Notification, Request } from "./messages.js";

/** The request `logging/setLevel`. [2024-11-05 server/utilities/logging#setting-log-level] */
export interface SetLevelRequest extends Request {
  readonly method: "logging/setLevel";
  readonly params: {
    readonly level: LoggingLevel;
  };
}

/** The notification `notifications/message`. [2024-11-05 server/utilities/logging#log-message-notifications] */
export interface LoggingMessageNotification extends Notification {
  readonly method: "notifications/message";
  readonly params: {
    readonly level: LoggingLevel;
    readonly logger?: string;
    readonly data: unknown;
  };
}

/** Severities of RFC 5424. [2024-11-05 server/utilities/logging#log-levels] */
export type LoggingLevel = "debug" | "info" | "notice" | "warning" | "error" | "critical" | "alert" | "emergency";
