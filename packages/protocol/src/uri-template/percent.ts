/** Percent-encoding as URI templates need it: RFC 6570 over RFC 3986, UTF-8 throughout. */

const encoder = /* @__PURE__ */ new TextEncoder();
const decoder = /* @__PURE__ */ new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

const unreserved = /[A-Za-z0-9\-._~]/;
const reserved = /[:/?#[\]@!$&'()*+,;=]/;
const hexDigit = /[0-9A-Fa-f]/;

/** True where a percent sign and two hexadecimal digits start. */
export function isTripletAt(text: string, at: number): boolean {
  return text[at] === "%" && hexDigit.test(text[at + 1] ?? "") && hexDigit.test(text[at + 2] ?? "");
}

/**
 * Encodes everything but unreserved characters; with `keepReserved` also leaves reserved characters and complete escapes alone.
 * Never throws: a lone surrogate becomes U+FFFD.
 */
export function encodePercent(text: string, options: { readonly keepReserved: boolean }): string {
  let out = "";
  let at = 0;
  for (const char of text) {
    const isKept = unreserved.test(char) || (options.keepReserved && (reserved.test(char) || isTripletAt(text, at)));
    out += isKept ? char : escape(char);
    at += char.length;
  }
  return out;
}

/** Decodes every escape once. Undefined where an escape is incomplete or the bytes are not UTF-8. */
export function decodePercent(text: string): string | undefined {
  if (!text.includes("%")) return text;
  let out = "";
  let at = 0;
  while (at < text.length) {
    if (text[at] !== "%") {
      const next = text.indexOf("%", at);
      const end = next === -1 ? text.length : next;
      out += text.slice(at, end);
      at = end;
      continue;
    }
    const bytes: number[] = [];
    while (text[at] === "%") {
      if (!isTripletAt(text, at)) return undefined;
      bytes.push(Number.parseInt(text.slice(at + 1, at + 3), 16));
      at += 3;
    }
    try {
      out += decoder.decode(Uint8Array.from(bytes));
    } catch {
      return undefined;
    }
  }
  return out;
}

/**
 * One spelling for URIs that RFC 3986 §6.2.2 calls equivalent: hexadecimal digits in capitals, unreserved characters bare,
 * everything outside ASCII escaped. Undefined where it is no URI: a stray percent sign, a blank, a control character.
 */
export function normalize(uri: string): string | undefined {
  let out = "";
  let at = 0;
  while (at < uri.length) {
    const char = String.fromCodePoint(uri.codePointAt(at) ?? 0);
    if (char === "%") {
      if (!isTripletAt(uri, at)) return undefined;
      const decoded = String.fromCharCode(Number.parseInt(uri.slice(at + 1, at + 3), 16));
      out += unreserved.test(decoded) ? decoded : uri.slice(at, at + 3).toUpperCase();
      at += 3;
      continue;
    }
    if (char <= " " || char === "\u007f") return undefined;
    out += char > "\u007f" ? escape(char) : char;
    at += char.length;
  }
  return out;
}

function escape(char: string): string {
  let out = "";
  for (const byte of encoder.encode(char)) out += `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
  return out;
}
