/**
 * Types of 2026-07-28. Notifications about a request.
 * [2026-07-28 basic/patterns/progress#progress-flow]
 */
import type { JSONRPCNotification, NotificationParams, ProgressToken, RequestId } from "./messages.js";

/** Params of `notifications/cancelled`. [2026-07-28 basic/patterns/cancellation#cancellation-flow] */
export interface CancelledNotificationParams extends NotificationParams {
  readonly requestId: RequestId;
  readonly reason?: string;
}

/** The notification `notifications/cancelled`. [2026-07-28 basic/patterns/cancellation#cancellation-flow] */
export interface CancelledNotification extends JSONRPCNotification {
  readonly method: "notifications/cancelled";
  readonly params: CancelledNotificationParams;
}

/** Params of `notifications/progress`. [2026-07-28 basic/patterns/progress#progress-flow] */
export interface ProgressNotificationParams extends NotificationParams {
  readonly progressToken: ProgressToken;
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

/** The notification `notifications/progress`. [2026-07-28 basic/patterns/progress#progress-flow] */
export interface ProgressNotification extends JSONRPCNotification {
  readonly method: "notifications/progress";
  readonly params: ProgressNotificationParams;
}
