/**
 * Types of 2025-06-18. Notifications about a request.
 * [2025-06-18 basic/utilities/progress#progress-flow]
 */
import type { Notification, ProgressToken, RequestId } from "./messages.js";

/** The notification `notifications/cancelled`. [2025-06-18 basic/utilities/cancellation#cancellation-flow] */
export interface CancelledNotification extends Notification {
  readonly method: "notifications/cancelled";
  readonly params: {
    readonly requestId: RequestId;
    readonly reason?: string;
  };
}

/** The notification `notifications/progress`. [2025-06-18 basic/utilities/progress#progress-flow] */
export interface ProgressNotification extends Notification {
  readonly method: "notifications/progress";
  readonly params: {
    readonly progressToken: ProgressToken;
    readonly progress: number;
    readonly total?: number;
    readonly message?: string;
  };
}
