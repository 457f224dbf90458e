/** The unguessable parts of one login, from the host's cryptographic source. */
import { toBase64URL } from "@mcpwire/protocol";
import { sha256 } from "../http/digest.js";

export interface LoginSecrets {
  readonly state: string;
  readonly verifier: string;
  readonly challenge: string;
}

/** 256 bits each. */
export async function makeLoginSecrets(): Promise<LoginSecrets> {
  const verifier = randomText();
  return { state: randomText(), verifier, challenge: await sha256(verifier) };
}

function randomText(): string {
  return toBase64URL(crypto.getRandomValues(new Uint8Array(32)));
}
