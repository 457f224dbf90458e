/** Reading what came, within a limit, on hosts with and without streaming bodies. */
import { TransportError } from "@mcpwire/jsonrpc";
import { Utf8Pieces } from "../sse/utf8-pieces.js";

/**
 * Hands over the chunks of a body, as they come. Some hosts know no streaming bodies: they give the whole as one chunk. What `take`
 * throws ends the reading, lets go of the connection, and is thrown on. A callback, since a generator costs three promises a chunk.
 *
 * `signal` is the request's. It is listened to here as well: undici forgets it with the next collection where the request may not be
 * redirected. Who aborts wants nothing more, and may be told of an end or of an error.
 */
export async function readChunks(
  response: Response,
  signal: AbortSignal,
  take: (chunk: Uint8Array) => void,
): Promise<void> {
  const { body } = response;
  // Some hosts have no such member at all, whatever the types say.
  if (body === null || body === undefined) {
    const text = await response.text();
    if (text !== "") take(new TextEncoder().encode(text));
    return;
  }
  const reader = body.getReader();
  const letGo = (): void => void reader.cancel().catch(ignore);
  if (signal.aborted) letGo();
  else signal.addEventListener("abort", letGo);
  let isEnded = false;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) {
        isEnded = true;
        return;
      }
      take(value);
    }
  } finally {
    signal.removeEventListener("abort", letGo);
    if (!isEnded) letGo();
  }
}

/** A whole body as text. Rejects with a `TransportError` (`budget`) beyond the limit, else with what reading it threw. */
export async function textOf(response: Response, signal: AbortSignal, maxBytes: number): Promise<string> {
  const announced = Number(response.headers.get("content-length") ?? 0);
  if (announced > maxBytes) {
    release(response);
    throw tooLarge(maxBytes);
  }
  const text = new Utf8Pieces();
  let bytes = 0;
  // Joined once at the end: adding to a growing text costs more with every chunk.
  const parts: string[] = [];
  await readChunks(response, signal, (chunk) => {
    bytes += chunk.length;
    if (bytes > maxBytes) throw tooLarge(maxBytes);
    parts.push(text.take(chunk));
  });
  parts.push(text.end());
  return parts.join("");
}

/** Nobody wants the body: its connection is let go. */
export function release(response: Response): void {
  response.body?.cancel().catch(ignore);
}

/** Nobody wants the body, but the connection may serve again once it has been read; it is never larger than a refusal's text. */
export async function drain(response: Response, signal: AbortSignal): Promise<void> {
  await textOf(response, signal, 65_536).catch(ignore);
}

function tooLarge(maxBytes: number): TransportError {
  return new TransportError("budget", `The answer is larger than ${maxBytes} bytes`, {
    data: { limit: "maxMessageBytes", max: maxBytes },
  });
}

function ignore(): void {}
