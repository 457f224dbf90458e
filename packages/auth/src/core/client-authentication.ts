/** How the client shows who it is at a token endpoint. [2026-07-28 basic/authorization/index#standards-compliance] */
import type { AuthMethod, ClientIdentity } from "./client-registration.js";
import { encodeComponent, type FormFields } from "./form.js";

export interface AuthenticationFacts {
  readonly client: ClientIdentity;
  /** Absent: the server says nothing, which means Basic to a client with a secret. */
  readonly supported: readonly string[] | undefined;
  /** There is a private key to sign with. */
  readonly hasKey: boolean;
}

/** The one method to use; undefined where the server takes none that this client can. */
export function chooseAuthMethod({ client, supported, hasKey }: AuthenticationFacts): AuthMethod | undefined {
  const { secret, authMethod } = client;
  const isPossible = (method: AuthMethod): boolean =>
    method === "none" ? true : method === "private_key_jwt" ? hasKey : secret !== undefined;
  // What was agreed on at registration holds, whatever else the server takes.
  if (authMethod !== undefined) return isPossible(authMethod) ? authMethod : undefined;
  const isTaken = (method: AuthMethod): boolean => supported?.includes(method) ?? method === "client_secret_basic";
  if (hasKey && (supported === undefined || isTaken("private_key_jwt"))) return "private_key_jwt";
  if (secret === undefined) return "none";
  const wanted: readonly AuthMethod[] = ["client_secret_basic", "client_secret_post", "none"];
  return wanted.find((method) => isTaken(method) && isPossible(method));
}

export interface Authenticated {
  readonly headers: Readonly<Record<string, string>>;
  readonly fields: FormFields;
  /** The driver must add a signed assertion. */
  readonly isSigned: boolean;
}

/** Credentials go into the header or into the body, never into both, and never into a URL. */
export function authenticate(method: AuthMethod, { id, secret = "" }: ClientIdentity): Authenticated {
  switch (method) {
    case "none":
      return { headers: {}, fields: [["client_id", id]], isSigned: false };
    case "client_secret_basic": {
      const pair = `${encodeComponent(id)}:${encodeComponent(secret)}`;
      return { headers: { authorization: `Basic ${base64OfAscii(pair)}` }, fields: [], isSigned: false };
    }
    case "client_secret_post":
      return {
        headers: {},
        fields: [
          ["client_id", id],
          ["client_secret", secret],
        ],
        isSigned: false,
      };
    case "private_key_jwt":
      // The assertion's subject names the client.
      return { headers: {}, fields: [], isSigned: true };
  }
}

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** Base64 of ASCII, which form encoding has made of any text. The core has no host to ask for it. */
export function base64OfAscii(text: string): string {
  let out = "";
  for (let at = 0; at < text.length; at += 3) {
    const [a, b, c] = [text.charCodeAt(at), text.charCodeAt(at + 1), text.charCodeAt(at + 2)];
    const hasB = at + 1 < text.length;
    const hasC = at + 2 < text.length;
    out += alphabet[a >> 2];
    out += alphabet[((a & 3) << 4) | (hasB ? b >> 4 : 0)];
    out += hasB ? alphabet[((b & 15) << 2) | (hasC ? c >> 6 : 0)] : "=";
    out += hasC ? alphabet[c & 63] : "=";
  }
  return out;
}
