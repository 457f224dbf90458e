/** Proofs of possession of RFC 9449: a token alone is of no use to who steals it. */
import { SignJWT, calculateJwkThumbprint, exportJWK, generateKeyPair, type CryptoKey } from "jose";
import { sha256 } from "../http/digest.js";
import type { ProofSigner } from "./options.js";

export interface DpopKeyOptions {
  /** Default `ES256`. */
  readonly algorithm?: string;
  /** Default: a new pair whose private half cannot be exported. Stored tokens are of use to the same key only. */
  readonly keyPair?: { readonly publicKey: CryptoKey; readonly privateKey: CryptoKey };
}

/** The `dpop` of a session. */
export async function createDpopKey(options: DpopKeyOptions = {}): Promise<ProofSigner> {
  const { algorithm = "ES256" } = options;
  const { publicKey, privateKey } = options.keyPair ?? (await generateKeyPair(algorithm));
  const jwk = await exportJWK(publicKey);
  return {
    algorithm,
    thumbprint: await calculateJwkThumbprint(jwk),
    async prove({ method, url, nonce, accessToken }) {
      return new SignJWT({
        htm: method,
        htu: withoutQuery(url),
        ...(nonce === undefined ? {} : { nonce }),
        ...(accessToken === undefined ? {} : { ath: await sha256(accessToken) }),
      })
        .setProtectedHeader({ typ: "dpop+jwt", alg: algorithm, jwk })
        .setJti(crypto.randomUUID())
        .setIssuedAt()
        .sign(privateKey);
    },
  };
}

function withoutQuery(url: string): string {
  return url.replace(/[?#].*$/s, "");
}
