/**
 * Requests that may not be redirected, which cost less. By the standard any other request is cloned before it is sent, body and all;
 * in undici, which is Node's `fetch`, that is a fifth of what a call costs. (Fetch standard, HTTP-network-or-cache fetch.)
 * Once its body has begun, undici of Node 20 and 22 may forget its signal; `readChunks` listens to it as well.
 */

/** What makes a request of that kind: both, since a window would be asked for credentials. */
export const undirected: RequestInit = { redirect: "error", window: null };

/** True where it pays, which is known once undici has been used: the first request of a program goes out as any other. */
export function undirectedPays(): boolean {
  return Symbol.for("undici.globalDispatcher.1") in globalThis;
}

/** True where a request of that kind failed because the server redirected it. */
export function wasRedirected(error: unknown): boolean {
  return error instanceof Error && /redirect/i.test(`${error.message} ${String(error.cause)}`);
}
