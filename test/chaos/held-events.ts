/** A `fetch` that knows which calls hold an event id: from then on nothing of them may be lost. */

/** Calls by the `key` among their arguments. */
export class HeldEvents {
  readonly #held = new Set<string>();
  /** How often a stream was taken up again. */
  resumptions = 0;

  has(key: string): boolean {
    return this.#held.has(key);
  }

  readonly fetch = async (url: string, init: RequestInit): Promise<Response> => {
    if (new Headers(init.headers).has("last-event-id")) this.resumptions++;
    const response = await fetch(url, init);
    const key = typeof init.body === "string" ? /"key":"([^"]+)"/.exec(init.body)?.[1] : undefined;
    if (key === undefined || response.body === null || init.method !== "POST") return response;
    const { status, headers } = response;
    return new Response(this.#watched(response.body, key), { status, headers });
  };

  /** The same bytes; looked at when the client takes them, since what nobody took may vanish with a broken connection. */
  #watched(body: ReadableStream<Uint8Array>, key: string): ReadableStream<Uint8Array> {
    const reader = body.getReader();
    const decoder = new TextDecoder();
    let head = "";
    return new ReadableStream(
      {
        pull: async (controller) => {
          const { done, value } = await reader.read();
          if (done) {
            controller.close();
            return;
          }
          if (!this.#held.has(key)) {
            head += decoder.decode(value, { stream: true });
            // A whole event, with an id.
            if (/(^|\n)id: [^\n]+\n([^\n]+\n)*\n/.test(head)) this.#held.add(key);
          }
          controller.enqueue(value);
        },
        cancel: (reason) => reader.cancel(reason),
      },
      { highWaterMark: 0 },
    );
  }
}
