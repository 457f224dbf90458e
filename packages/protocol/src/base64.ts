/**
 * Base64 of UTF-8 text, strict in both directions. `atob` is neither strict nor everywhere, and a lenient decoder would let a header
 * and a body that differ pass for equal.
 */

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const values = new Map<string, number>([...alphabet].map((char, value) => [char, value]));
const encoder = new TextEncoder();
// A byte order mark at the start of a value belongs to the value.
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The padded base64 of the text's UTF-8 bytes; a lone surrogate becomes U+FFFD, as in every UTF-8 encoder. */
export function encodeBase64(text: string): string {
  const bytes = encoder.encode(text);
  let out = "";
  for (let i = 0; i < bytes.length; i += 3) {
    const [a = 0, b, c] = bytes.subarray(i, i + 3);
    const bits = (a << 16) | ((b ?? 0) << 8) | (c ?? 0);
    out += alphabet.charAt(bits >> 18) + alphabet.charAt((bits >> 12) & 63);
    out += b === undefined ? "=" : alphabet.charAt((bits >> 6) & 63);
    out += c === undefined ? "=" : alphabet.charAt(bits & 63);
  }
  return out;
}

/** The text, or undefined where the base64 is not canonical (alphabet, padding, unused bits) or its bytes are not UTF-8. */
export function decodeBase64(base64: string): string | undefined {
  if (base64.length % 4 !== 0) return undefined;
  const padding = base64.endsWith("==") ? 2 : base64.endsWith("=") ? 1 : 0;
  const digits = base64.length - padding;
  const bytes = new Uint8Array((base64.length / 4) * 3 - padding);
  let bits = 0;
  let held = 0;
  let at = 0;
  for (let i = 0; i < digits; i++) {
    const value = values.get(base64.charAt(i));
    if (value === undefined) return undefined;
    bits = (bits << 6) | value;
    held += 6;
    if (held >= 8) {
      held -= 8;
      bytes[at++] = bits >> held;
      bits &= (1 << held) - 1;
    }
  }
  // Bits behind the last byte must be zero, else two spellings would mean one value.
  if (bits !== 0) return undefined;
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
