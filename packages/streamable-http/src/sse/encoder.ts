/**
 * Server-sent events as text. What goes into `data` here is JSON, which holds no line break; so one event is one `data` line.
 * [2025-11-25 basic/transports#sending-messages-to-the-server] [2026-07-28 basic/transports/streamable-http#receiving-messages]
 */

/** One event of the default type. `id` must hold neither a line break nor NUL; `data` no line break. */
export function encodeEvent(data: string, id?: string): string {
  return id === undefined ? `data: ${data}\n\n` : `id: ${id}\ndata: ${data}\n\n`;
}

/** An event of a named type, with one line of data. */
export function encodeNamedEvent(event: string, data: string): string {
  return `event: ${event}\ndata: ${data}\n\n`;
}

/**
 * An event without data: it gives the client a cursor, and how long to wait before it comes back, in ms.
 * [2025-11-25 basic/transports#sending-messages-to-the-server]
 */
export function encodePriming(id: string, retryMs: number): string {
  return `id: ${id}\nretry: ${retryMs}\ndata: \n\n`;
}

/** Tells the client how long to wait before it reconnects, in ms. Dispatches nothing. */
export function encodeRetry(retryMs: number): string {
  return `retry: ${retryMs}\n\n`;
}

/** A comment: it keeps a connection from looking idle, and means nothing. */
export const KEEP_ALIVE = ":\n\n";
