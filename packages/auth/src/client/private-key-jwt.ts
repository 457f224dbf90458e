/** Client assertions of RFC 7523, signed with a key of the client's own. */
import { SignJWT, importJWK, importPKCS8, type CryptoKey, type JWK } from "jose";
import type { AssertionSigner } from "./options.js";

export interface PrivateKeyJwtOptions {
  /** PKCS8 in PEM, a JWK, or a key of WebCrypto. */
  readonly key: string | JWK | CryptoKey;
  /** As JOSE names it: `ES256`, `RS256`, `EdDSA`, … */
  readonly algorithm: string;
  /** Which of the client's keys it is, where the server knows several. */
  readonly keyId?: string;
  /** How long an assertion holds, in s. Default 60. */
  readonly lifetimeS?: number;
}

/** The `key` of an `OAuthClient`. A key that cannot be read shows as the failure of the first login. */
export function privateKeyJwt(options: PrivateKeyJwtOptions): AssertionSigner {
  const { algorithm, keyId, lifetimeS = 60 } = options;
  let key: Promise<CryptoKey | Uint8Array> | undefined;
  return {
    async sign({ audience, clientId }) {
      key ??= importKey(options);
      return new SignJWT()
        .setProtectedHeader({ alg: algorithm, ...(keyId === undefined ? {} : { kid: keyId }) })
        .setIssuer(clientId)
        .setSubject(clientId)
        .setAudience(audience)
        .setJti(crypto.randomUUID())
        .setIssuedAt()
        .setExpirationTime(`${lifetimeS}s`)
        .sign(await key);
    },
  };
}

function importKey({ key, algorithm }: PrivateKeyJwtOptions): Promise<CryptoKey | Uint8Array> {
  if (typeof key === "string") return importPKCS8(key, algorithm);
  return isJwk(key) ? importJWK(key, algorithm) : Promise.resolve(key);
}

function isJwk(key: JWK | CryptoKey): key is JWK {
  return "kty" in key;
}
