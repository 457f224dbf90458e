/** How the client shows who it is at a token endpoint. [2026-07-28 basic/authorization/index#standards-compliance] */
import { toBase64 } from "@mcpwire/protocol";
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
      return { headers: { authorization: `Basic ${toBase64(bytesOfAscii(pair))}` }, fields: [], isSigned: false };
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

/** Form encoding has made ASCII of any text. */
function bytesOfAscii(text: string): Uint8Array {
  return Uint8Array.from(text, (char) => char.charCodeAt(0));
}
