/** `Accept` and `Content-Type`, read as RFC 9110 has them: ranges, weights, parameters, any case. */

export const JSON_TYPE = "application/json";
export const STREAM_TYPE = "text/event-stream";

/** What a client takes as an answer. */
export interface Accepted {
  readonly json: boolean;
  readonly stream: boolean;
}

const everything: Accepted = { json: true, stream: true };

// What nearly every client sends, word for word.
const usual: ReadonlyMap<string, Accepted> = new Map([
  ["application/json, text/event-stream", everything],
  ["text/event-stream, application/json", everything],
  ["application/json,text/event-stream", everything],
  ["*/*", everything],
  [JSON_TYPE, { json: true, stream: false }],
  [STREAM_TYPE, { json: false, stream: true }],
]);

/** Reads `Accept`. An absent or empty header accepts everything, as HTTP has it. */
export function parseAccept(header: string | undefined): Accepted {
  if (header === undefined) return everything;
  const known = usual.get(header);
  if (known !== undefined) return known;
  const ranges = splitOutsideQuotes(header, ",").filter((range) => range.trim() !== "");
  if (ranges.length === 0) return everything;
  return { json: isAccepted(ranges, "application", "json"), stream: isAccepted(ranges, "text", "event-stream") };
}

/** True for a media type of JSON in UTF-8, whatever its parameters and case. */
export function isJsonContent(header: string | undefined): boolean {
  if (header === JSON_TYPE) return true;
  return header !== undefined && essence(header) === JSON_TYPE;
}

/** The most specific range that matches decides; a weight of zero refuses. */
function isAccepted(ranges: readonly string[], type: string, subtype: string): boolean {
  let best = -1;
  let verdict = false;
  for (const range of ranges) {
    const [main, sub] = essence(range).split("/");
    const rank = main === type && sub === subtype ? 2 : main === type && sub === "*" ? 1 : 0;
    if (rank === 0 && !(main === "*" && sub === "*")) continue;
    const accepts = weightOf(range) > 0;
    if (rank > best) {
      best = rank;
      verdict = accepts;
    } else if (rank === best) {
      verdict ||= accepts;
    }
  }
  return verdict;
}

function essence(value: string): string {
  const semicolon = value.indexOf(";");
  return (semicolon === -1 ? value : value.slice(0, semicolon)).trim().toLowerCase();
}

function weightOf(range: string): number {
  for (const parameter of splitOutsideQuotes(range, ";").slice(1)) {
    const [name, value] = parameter.split("=");
    if (name?.trim().toLowerCase() !== "q") continue;
    const weight = Number(value?.trim());
    return Number.isNaN(weight) ? 1 : weight;
  }
  return 1;
}

function splitOutsideQuotes(text: string, separator: string): string[] {
  if (!text.includes('"')) return text.split(separator);
  const parts: string[] = [];
  let from = 0;
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    const char = text[i];
    if (quoted && char === "\\") i++;
    else if (char === '"') quoted = !quoted;
    else if (!quoted && char === separator) {
      parts.push(text.slice(from, i));
      from = i + 1;
    }
  }
  parts.push(text.slice(from));
  return parts;
}
