/**
 * Whose answer a message was that is too long to be read, as far as its start tells. Members of an object come in any order, but writers
 * of JSON-RPC put the id either before the result or behind it.
 */
import type { RequestId } from "./message.js";

/** As much of a message as is worth keeping for this. */
export const overlongStart = 256;

const version = String.raw`(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?`;
const idFirst = new RegExp(
  String.raw`^\s*\{\s*${version}"id"\s*:\s*(-?\d{1,15}|"[^"\\]*")\s*,\s*${version}"(?:result|error)"\s*:`,
);
const idLast = new RegExp(String.raw`^\s*\{\s*${version}"(?:result|error)"\s*:`);

/** The id of the answer; `unknown` for an answer whose id comes later; undefined for what may be no answer. */
export function overlongAnswer(start: string): { readonly id: RequestId } | "unknown" | undefined {
  const found = idFirst.exec(start)?.[1];
  if (found !== undefined) return { id: found.startsWith('"') ? found.slice(1, -1) : Number(found) };
  return idLast.test(start) ? "unknown" : undefined;
}
