/**
 * Types of 2025-11-25. Notifications about a request.
 * [2025-11-25 basic/utilities/progress#progress-flow]
 */
import type { JSONRPCNotification, NotificationParams, ProgressToken, RequestId } from "./messages.js";

/** Params of `notifications/cancelled`. [2025-11-25 basic/utilities/cancellation#cancellation-flow] */
export interface CancelledNotificationParams extends NotificationParams {
  readonly requestId?: RequestId;
  readonly reason?: string;
}

/** The notification `notifications/cancelled`. [2025-11-25 basic/utilities/cancellation#cancellation-flow] */
export interface CancelledNotification extends JSONRPCNotification {
  readonly method: "notifications/cancelled";
  readonly params: CancelledNotificationParams;
}

/** Params of `notifications/progress`. [2025-11-25 basic/utilities/progress#progress-flow] */
export interface ProgressNotificationParams extends NotificationParams {
  readonly progressToken: ProgressToken;
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

/** The notification `notifications/progress`. [2025-11-25 basic/utilities/progress#progress-flow] */
export interface ProgressNotification extends JSONRPCNotification {
  readonly method: "notifications/progress";
  readonly params: ProgressNotificationParams;
}
