/** Base64 over bytes, for hosts of every kind: binary contents use the standard alphabet, tokens the one for URLs. */

const standard = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const forURLs = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

// A file of some megabytes is encoded in slices, so that no intermediate array grows with it.
const slice = 0x6000;

export function toBase64(bytes: Uint8Array): string {
  const rest = bytes.length % 3;
  return encode(bytes, standard) + (rest === 0 ? "" : rest === 1 ? "==" : "=");
}

export function toBase64URL(bytes: Uint8Array): string {
  return encode(bytes, forURLs);
}

/** The bytes, or undefined for text that `toBase64URL` would not have written. */
export function fromBase64URL(text: string): Uint8Array | undefined {
  if (text.length % 4 === 1) return undefined;
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  let at = 0;
  let bits = 0;
  let held = 0;
  for (const character of text) {
    const value = forURLs.indexOf(character);
    if (value < 0) return undefined;
    held = ((held << 6) | value) & 0xffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes[at++] = (held >> bits) & 0xff;
  }
  return toBase64URL(bytes) === text ? bytes : undefined;
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
