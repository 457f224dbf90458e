/**
 * Types of 2024-11-05. Notifications about a request.
 * [2024-11-05 basic/utilities/progress#progress-flow]
 */
import type { Notification, ProgressToken, RequestId } from "./messages.js";

/** The notification `notifications/cancelled`. [2024-11-05 basic/utilities/cancellation#cancellation-flow] */
export interface CancelledNotification extends Notification {
  readonly method: "notifications/cancelled";
  readonly params: {
    readonly requestId: RequestId;
    readonly reason?: string;
  };
}

/** The notification `notifications/progress`. [2024-11-05 basic/utilities/progress#progress-flow] */
export interface ProgressNotification extends Notification {
  readonly method: "notifications/progress";
  readonly params: {
    readonly progressToken: ProgressToken;
    readonly progress: number;
    readonly total?: number;
  };
}
