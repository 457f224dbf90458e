/**
 * Event ids: the stream's name and the event's number in it, so that a cursor finds its stream again. Streams are numbered in
 * their session, so that an id is unique there. [2025-11-25 basic/transports#resumability-and-redelivery]
 */

export interface EventCursor {
  /** Number of the stream in its session; 0 is the standalone stream. */
  readonly stream: number;
  /** Number of the event in its stream, from 1. */
  readonly event: number;
}

export function formatEventId(stream: number, event: number): string {
  return `${stream.toString(36)}-${event.toString(36)}`;
}

const form = /^(0|[1-9a-z][0-9a-z]*)-(0|[1-9a-z][0-9a-z]*)$/;

/** What a `Last-Event-ID` points to; undefined for anything that no server of ours has written. */
export function parseEventId(id: string): EventCursor | undefined {
  const found = form.exec(id);
  if (found === null) return undefined;
  const stream = Number.parseInt(found[1] ?? "", 36);
  const event = Number.parseInt(found[2] ?? "", 36);
  return Number.isSafeInteger(stream) && Number.isSafeInteger(event) ? { stream, event } : undefined;
}
