/**
 * Types of 2025-11-25. Experimental tasks: shapes only.
 * [2025-11-25 basic/utilities/tasks#data-types]
 */
import type {
  JSONRPCNotification,
  JSONRPCRequest,
  NotificationParams,
  PaginatedRequest,
  PaginatedResult,
  RequestParams,
  Result,
} from "./messages.js";

/** Params of a request that may run as a task. [2025-11-25 basic/utilities/tasks#task-parameters] */
export interface TaskAugmentedRequestParams extends RequestParams {
  readonly task?: TaskMetadata;
}

/** How far a task has come. [2025-11-25 basic/utilities/tasks#task-status] */
export type TaskStatus = "working" | "input_required" | "completed" | "failed" | "cancelled";

/** Asks for a task that is kept this long, in ms. [2025-11-25 basic/utilities/tasks#task-parameters] */
export interface TaskMetadata {
  readonly ttl?: number;
}

/** Names the task that a message belongs to. [2025-11-25 basic/utilities/tasks#related-task-metadata] */
export interface RelatedTaskMetadata {
  readonly taskId: string;
}

/** The state of a task. [2025-11-25 basic/utilities/tasks#task] */
export interface Task {
  readonly taskId: string;
  readonly status: TaskStatus;
  readonly statusMessage?: string;
  readonly createdAt: string;
  readonly lastUpdatedAt: string;
  readonly ttl: number | null;
  readonly pollInterval?: number;
}

/** The task that was created in place of a result. [2025-11-25 basic/utilities/tasks#creating-tasks] */
export interface CreateTaskResult extends Result {
  readonly task: Task;
}

/** The request `tasks/get`. [2025-11-25 basic/utilities/tasks#data-types] */
export interface GetTaskRequest extends JSONRPCRequest {
  readonly method: "tasks/get";
  readonly params: {
    readonly taskId: string;
  };
}

/** Result of `tasks/get`. [2025-11-25 basic/utilities/tasks#data-types] */
export type GetTaskResult = Result & Task;

/** The request `tasks/result`. [2025-11-25 basic/utilities/tasks#data-types] */
export interface GetTaskPayloadRequest extends JSONRPCRequest {
  readonly method: "tasks/result";
  readonly params: {
    readonly taskId: string;
  };
}

/** Result of `tasks/result`. [2025-11-25 basic/utilities/tasks#data-types] */
export interface GetTaskPayloadResult extends Result {
  readonly [key: string]: unknown;
}

/** The request `tasks/cancel`. [2025-11-25 basic/utilities/tasks#data-types] */
export interface CancelTaskRequest extends JSONRPCRequest {
  readonly method: "tasks/cancel";
  readonly params: {
    readonly taskId: string;
  };
}

/** Result of `tasks/cancel`. [2025-11-25 basic/utilities/tasks#data-types] */
export type CancelTaskResult = Result & Task;

/** The request `tasks/list`. [2025-11-25 basic/utilities/tasks#data-types] */
export interface ListTasksRequest extends PaginatedRequest {
  readonly method: "tasks/list";
}

/** Result of `tasks/list`. [2025-11-25 basic/utilities/tasks#data-types] */
export interface ListTasksResult extends PaginatedResult {
  readonly tasks: readonly Task[];
}

/** Params of `notifications/tasks/status`. [2025-11-25 basic/utilities/tasks#data-types] */
export type TaskStatusNotificationParams = NotificationParams & Task;

/** The notification `notifications/tasks/status`. [2025-11-25 basic/utilities/tasks#data-types] */
export interface TaskStatusNotification extends JSONRPCNotification {
  readonly method: "notifications/tasks/status";
  readonly params: TaskStatusNotificationParams;
}
