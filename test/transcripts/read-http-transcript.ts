/**
 * Reads a transcript of HTTP: prose, and fenced blocks that hold the dialogue. In a block, `→` begins a request and `←` an answer:
 * the first line, headers, an empty line, the body.
 *
 * - `→ POST /mcp [watch]` gives the exchange a name. Its stream may stay open: `← [watch]` goes on with its events, and
 *   `→ [watch] hangs up` is the client's end of it. An event stream without a name ends with its last event.
 * - An event is written as it is sent; `data:` is its last field and may go on over several lines. The line `end` is the stream's end.
 * - `← shuts down` is the server that closes.
 * - Of an answer's headers, those are compared that are written; `(none)` is one that must not be there.
 * - A POST carries `Content-Type: application/json` and accepts JSON and event streams, a GET accepts event streams, where nothing
 *   else is written.
 * - `→!` and `←!` are what the revision's schema has no shape for, and `$name` stands for a value, as on stdio.
 * - A block marked `options` says how the server is set up.
 */
interface Exchanged {
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
  /** It is no message of the revision. */
  readonly isFaulty: boolean;
}

export interface EventFields {
  readonly id?: string;
  readonly event?: string;
  readonly retry?: string;
  readonly data?: string;
}

export type StreamItem = EventFields | "end";

export type Part =
  | (Exchanged & {
      readonly type: "request";
      readonly method: string;
      readonly path: string;
      readonly name: string | undefined;
    })
  | (Exchanged & { readonly type: "answer"; readonly status: number; readonly mediaType: string | null })
  | {
      readonly type: "events";
      readonly name: string;
      readonly items: readonly StreamItem[];
      readonly isFaulty: boolean;
    }
  | { readonly type: "hang-up"; readonly name: string }
  | { readonly type: "shut-down" };

interface HttpTranscript {
  readonly options: unknown;
  readonly parts: readonly Part[];
}

export function readHttpTranscript(text: string): HttpTranscript {
  const blocks = [...text.matchAll(/^```([\w-]*)\n([\s\S]*?)^```$/gm)];
  const options = blocks.find(([, mark]) => mark === "options")?.[2];
  return {
    options: options === undefined ? {} : JSON.parse(options),
    parts: blocks.flatMap(([, , body = ""]) => (/^[→←]/.test(body) ? partsOf(body) : [])),
  };
}

/** What a stream says, one item for each event. */
export function itemsOf(body: string): readonly StreamItem[] {
  return body
    .split(/\n[ \t]*\n/)
    .filter((item) => item.trim() !== "")
    .map((item) => (item.trim() === "end" ? "end" : fieldsOf(item)));
}

function fieldsOf(event: string): EventFields {
  const [head = "", data] = event.split(/^data:/m);
  const fields = head.split("\n").flatMap((line) => (line.trim() === "" ? [] : [pairOf(line)]));
  return { ...Object.fromEntries(fields), ...(data === undefined ? {} : { data: data.trim() }) };
}

function partsOf(block: string): readonly Part[] {
  return block
    .split(/^(?=[→←])/m)
    .filter((part) => part.trim() !== "")
    .map(partOf);
}

function partOf(text: string): Part {
  const isFaulty = text.startsWith("!", 1);
  const lineEnd = text.indexOf("\n");
  const line = text.slice(isFaulty ? 2 : 1, lineEnd).trim();
  const rest = text.slice(lineEnd + 1);
  const isRequest = text.startsWith("→");
  if (line === "shuts down") return { type: "shut-down" };
  const hangUp = /^\[(\w+)\] hangs up$/.exec(line)?.[1];
  if (hangUp !== undefined) return { type: "hang-up", name: hangUp };
  const going = /^\[(\w+)\]$/.exec(line)?.[1];
  if (going !== undefined) return { type: "events", name: going, items: itemsOf(rest), isFaulty };

  const [, head = "", body = ""] = /^((?:.+\n)*)\n?([\s\S]*)$/.exec(rest) ?? [];
  const headers = head.split("\n").flatMap((header) => (header === "" ? [] : [pairOf(header)]));
  const exchanged = { headers, body: body.trim(), isFaulty };
  const [, method = "", path = "", name] = /^([A-Z]+) (\/\S*)(?: \[(\w+)\])?$/.exec(line) ?? [];
  if (isRequest && method !== "") return { type: "request", method, path, name, ...exchanged };
  const [, status, mediaType] = /^(\d{3})(?: (\S+))?$/.exec(line) ?? [];
  if (isRequest || status === undefined) throw new Error(`a transcript has no line such as ${line}`);
  return { type: "answer", status: Number(status), mediaType: mediaType ?? null, ...exchanged };
}

function pairOf(line: string): [string, string] {
  const colon = line.indexOf(":");
  const name = line.slice(0, colon).trim();
  // A body that does not stand behind an empty line looks like this.
  if (!/^[\w-]+$/.test(name)) throw new Error(`no field: ${line}`);
  return [name, line.slice(colon + 1).trim()];
}
