/**
 * What the head of an HTTP answer means to a client, by status and media type alone.
 * [2026-07-28 basic/transports/streamable-http#sending-messages] [2025-11-25 basic/transports#sending-messages-to-the-server]
 */

export interface AnswerHead {
  readonly status: number;
  /** The `Content-Type` field, if there is one. */
  readonly contentType: string | null;
}

export type AnswerKind =
  /** One JSON body. */
  | "json"
  /** An event stream. */
  | "stream"
  /** Taken, without an answer. */
  | "accepted"
  /** 401 or 403: a challenge. */
  | "challenge"
  /** 3xx. */
  | "redirect"
  /** Any other refusal; its body may be a JSON-RPC error. */
  | "refusal"
  /** A 2xx that answers nothing that was asked. */
  | "unusable";

/** Reads the answer to a POST. Any 2xx will do for a notification or a reply. */
export function readPostAnswer({ status, contentType }: AnswerHead, sent: "request" | "other"): AnswerKind {
  const refusal = refusalOf(status);
  if (refusal !== undefined) return refusal;
  if (sent === "other") return "accepted";
  const type = mediaTypeOf(contentType);
  if (type === "application/json") return "json";
  return type === "text/event-stream" ? "stream" : "unusable";
}

/** Reads the answer to a GET, which can only be a stream. */
export function readStreamAnswer({ status, contentType }: AnswerHead): AnswerKind {
  return refusalOf(status) ?? (mediaTypeOf(contentType) === "text/event-stream" ? "stream" : "unusable");
}

/** True for a refusal that may be another one soon: trying again later is no waste. */
export function isPassing(status: number): boolean {
  return status >= 500 || status === 408 || status === 425 || status === 429;
}

/** A field's media type in lower case; its parameters say nothing here. */
export function mediaTypeOf(contentType: string | null): string {
  return (contentType ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
}

function refusalOf(status: number): AnswerKind | undefined {
  if (status >= 200 && status < 300) return undefined;
  if (status === 401 || status === 403) return "challenge";
  return status >= 300 && status < 400 ? "redirect" : "refusal";
}
