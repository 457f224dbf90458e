/**
 * Base64 for hosts of every kind, strict in both directions: binary contents and headers use the standard alphabet, tokens the one
 * for URLs. `atob` is neither strict nor everywhere, and a lenient decoder would let two texts that differ pass for one value.
 */

const standard = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const forURLs = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

const encoder = /* @__PURE__ */ new TextEncoder();
// A byte order mark at the start of a value belongs to the value.
const decoder = /* @__PURE__ */ new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

// A file of some megabytes is encoded in slices, so that no intermediate text grows with it.
const slice = 0x6000;

/** The padded base64 of the bytes. */
export function toBase64(bytes: Uint8Array): string {
  const rest = bytes.length % 3;
  return encode(bytes, standard) + (rest === 0 ? "" : rest === 1 ? "==" : "=");
}

/** The same without padding, in the alphabet that URLs and tokens may hold. */
export function toBase64URL(bytes: Uint8Array): string {
  return encode(bytes, forURLs);
}

/** The bytes, or undefined for text that `toBase64` would not have written (alphabet, padding, unused bits). */
export function fromBase64(text: string): Uint8Array | undefined {
  const bytes = decode(text.replace(/={1,2}$/, ""), standard);
  return bytes !== undefined && toBase64(bytes) === text ? bytes : undefined;
}

/** The bytes, or undefined for text that `toBase64URL` would not have written. */
export function fromBase64URL(text: string): Uint8Array | undefined {
  const bytes = decode(text, forURLs);
  return bytes !== undefined && toBase64URL(bytes) === text ? bytes : undefined;
}

/** The padded base64 of the text's UTF-8 bytes; a lone surrogate becomes U+FFFD, as in every UTF-8 encoder. */
export function encodeBase64(text: string): string {
  return toBase64(encoder.encode(text));
}

/** The text, or undefined where the base64 is not canonical or its bytes are not UTF-8. */
export function decodeBase64(base64: string): string | undefined {
  const bytes = fromBase64(base64);
  if (bytes === undefined) return undefined;
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

/** What is left of a text after UTF-8 and back: the text itself, but for lone surrogates. */
export function throughUtf8(text: string): string {
  return decoder.decode(encoder.encode(text));
}

function encode(bytes: Uint8Array, alphabet: string): string {
  let text = "";
  for (let start = 0; start < bytes.length; start += slice) text += encodeSlice(bytes, start, alphabet);
  return text;
}

function encodeSlice(bytes: Uint8Array, start: number, alphabet: string): string {
  const end = Math.min(start + slice, bytes.length);
  let text = "";
  for (let i = start; i < end; i += 3) {
    const left = end - i;
    const word = ((bytes[i] ?? 0) << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
    text += alphabet.charAt(word >> 18) + alphabet.charAt((word >> 12) & 63);
    if (left > 1) text += alphabet.charAt((word >> 6) & 63);
    if (left > 2) text += alphabet.charAt(word & 63);
  }
  return text;
}

/** The bytes of unpadded digits; what the last one says beyond them is the caller's to check. */
function decode(digits: string, alphabet: string): Uint8Array | undefined {
  if (digits.length % 4 === 1) return undefined;
  const bytes = new Uint8Array(Math.floor((digits.length * 3) / 4));
  let at = 0;
  let bits = 0;
  let held = 0;
  for (let i = 0; i < digits.length; i++) {
    const value = alphabet.indexOf(digits.charAt(i));
    if (value < 0) return undefined;
    held = ((held << 6) | value) & 0xffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes[at++] = (held >> bits) & 0xff;
  }
  return bytes;
}
