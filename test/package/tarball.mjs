// Reads a packed npm tarball: path → bytes, the leading `package/` left out.
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";

const block = 512;

export function readTarball(path) {
  const bytes = gunzipSync(readFileSync(path));
  const entries = new Map();
  let longName;
  for (let at = 0; at + block <= bytes.length && bytes[at] !== 0;) {
    const text = (from, length) => bytes.toString("utf8", at + from, at + from + length).replace(/\0.*$/s, "");
    const size = Number.parseInt(text(124, 12).trim() || "0", 8);
    const kind = text(156, 1);
    const prefix = text(345, 155);
    const body = bytes.subarray(at + block, at + block + size);
    if (kind === "x") longName = /\d+ path=([^\n]*)\n/.exec(body.toString("utf8"))?.[1];
    else if (kind === "0" || kind === "") {
      const name = longName ?? (prefix === "" ? text(0, 100) : `${prefix}/${text(0, 100)}`);
      entries.set(name.replace(/^package\//, ""), body);
      longName = undefined;
    }
    at += block + Math.ceil(size / block) * block;
  }
  return entries;
}
