import { toBase64URL } from "@mcpwire/protocol";

/** The digest as every OAuth specification writes it: base64url without padding. */
export async function sha256(text: string): Promise<string> {
  return toBase64URL(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))));
}
