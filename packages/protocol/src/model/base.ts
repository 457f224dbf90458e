/**
 * What params and results of every method have in common.
 * [2026-07-28 basic/index#general-fields]
 *
 * The neutral model is the newest revision without its envelope: no `resultType`, `ttlMs`, `cacheScope`, no request metadata.
 * Code above works with these shapes only; a revision's codec projects them onto its wire.
 */
import type { JSONObject } from "@mcpwire/jsonrpc";

/** Free-form metadata; keys follow the prefix rules. [2026-07-28 basic/index#meta] */
export type MetaObject = JSONObject;

/** Names the request that a progress notification is about. [2026-07-28 basic/patterns/progress#progress-flow] */
export type ProgressToken = string | number;

/** Where the next page begins; opaque, and the empty string is a real one. [2026-07-28 server/utilities/pagination#pagination-model] */
export type Cursor = string;

/** Who speaks in a conversation. */
export type Role = "user" | "assistant";

/** Params of a request; unknown members survive. */
export interface RequestParams extends JSONObject {
  readonly _meta?: MetaObject;
}

/** Params of a notification; unknown members survive. */
export interface NotificationParams extends JSONObject {
  readonly _meta?: MetaObject;
}

/** A result; unknown members survive. */
export interface Result extends JSONObject {
  readonly _meta?: MetaObject;
}

/** A result that says nothing but that it worked. */
export type EmptyResult = Result;

/** Params of a list. [2026-07-28 server/utilities/pagination#request-format] */
export interface PaginatedRequestParams extends RequestParams {
  readonly cursor?: Cursor;
}

/** One page of a list; an absent `nextCursor` ends it. [2026-07-28 server/utilities/pagination#response-format] */
export interface PaginatedResult extends Result {
  readonly nextCursor?: Cursor;
}

/** Hints for whoever shows or uses something. [2026-07-28 server/resources#annotations] */
export interface Annotations {
  readonly audience?: readonly Role[];
  /** From 0, least important, to 1. */
  readonly priority?: number;
  /** An ISO 8601 timestamp. */
  readonly lastModified?: string;
}

/** `name` for programs, `title` for people. */
export interface BaseMetadata {
  readonly name: string;
  readonly title?: string;
}
