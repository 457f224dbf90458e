/**
 * Seals what travels through a client and must come back unchanged. The default is AES-256-GCM over WebCrypto; the binding is
 * authenticated beside the text, so that a state is good for one request of one caller and for nothing else.
 * [2026-07-28 basic/patterns/mrtr#server-requirements-basic-workflow]
 */
import { UsageError } from "@mcpwire/jsonrpc";
import { fromBase64URL, toBase64URL } from "@mcpwire/protocol";

/** Protects a text against reading and changing. Replace it to keep keys elsewhere. */
export interface Sealer {
  /** A token that only `open` with the same binding turns back into the text. */
  seal(text: string, binding: string): Promise<string>;
  /** The text, or undefined for a token that was changed, is foreign, or belongs to another binding. Never rejects for bad input. */
  open(token: string, binding: string): Promise<string | undefined>;
}

/** A secret of at least 32 bytes; a string counts in UTF-8 and should be random all the same. */
export type SealingKey = string | Uint8Array;

type CryptoKey = { readonly type: string };

/** The part of WebCrypto that sealing needs. */
interface WebCrypto {
  getRandomValues(bytes: Uint8Array): Uint8Array;
  readonly subtle: {
    importKey(
      format: "raw",
      key: Uint8Array,
      algorithm: string,
      extractable: boolean,
      usages: string[],
    ): Promise<CryptoKey>;
    deriveKey(
      algorithm: { name: string; hash: string; salt: Uint8Array; info: Uint8Array },
      base: CryptoKey,
      derived: { name: string; length: number },
      extractable: boolean,
      usages: string[],
    ): Promise<CryptoKey>;
    encrypt(algorithm: AesGcm, key: CryptoKey, bytes: Uint8Array): Promise<ArrayBuffer>;
    decrypt(algorithm: AesGcm, key: CryptoKey, bytes: Uint8Array): Promise<ArrayBuffer>;
  };
}

interface AesGcm {
  name: "AES-GCM";
  iv: Uint8Array;
  additionalData: Uint8Array;
}

const prefix = "s1.";
const ivBytes = 12;
const minKeyBytes = 32;
const encoder = new TextEncoder();
const decoder = new TextDecoder();
const salt = encoder.encode("mcpwire request state");
const info = encoder.encode("aes-256-gcm");

/**
 * A sealer over WebCrypto. The first key seals, every key opens: put a new key in front, and drop the old one when the last state
 * sealed with it has expired. Without keys it makes a random one, good for this process alone.
 */
export function webCryptoSealer(keys: readonly SealingKey[] = []): Sealer {
  const raw = keys.map((key) => (typeof key === "string" ? encoder.encode(key) : key));
  if (raw.some((key) => key.length < minKeyBytes)) {
    throw new UsageError("weak-key", `a sealing key needs at least ${String(minKeyBytes)} bytes`);
  }
  const crypto = hostCrypto();
  // Derived on first use, so that a server that never asks for input never touches the host's crypto.
  let derived: Promise<CryptoKey[]> | undefined;
  const ready = (): { crypto: WebCrypto; keys: Promise<CryptoKey[]> } => {
    if (crypto === undefined) {
      throw new UsageError("no-crypto", "this host has no WebCrypto; pass requestState.sealer to createServer");
    }
    derived ??= Promise.all(secretsOf(raw, crypto).map((secret) => deriveKey(crypto, secret)));
    return { crypto, keys: derived };
  };
  return {
    async seal(text, binding) {
      const { crypto, keys } = ready();
      const [key] = await keys;
      if (key === undefined) throw new UsageError("no-crypto", "there is no key to seal with");
      const iv = crypto.getRandomValues(new Uint8Array(ivBytes));
      const sealed = new Uint8Array(await crypto.subtle.encrypt(aesGcm(iv, binding), key, encoder.encode(text)));
      const token = new Uint8Array(ivBytes + sealed.length);
      token.set(iv);
      token.set(sealed, ivBytes);
      return prefix + toBase64URL(token);
    },
    async open(token, binding) {
      const bytes = token.startsWith(prefix) ? fromBase64URL(token.slice(prefix.length)) : undefined;
      if (bytes === undefined || bytes.length <= ivBytes) return undefined;
      const { crypto, keys } = ready();
      const algorithm = aesGcm(bytes.slice(0, ivBytes), binding);
      for (const key of await keys) {
        const text = await crypto.subtle.decrypt(algorithm, key, bytes.slice(ivBytes)).catch(() => undefined);
        if (text !== undefined) return decoder.decode(new Uint8Array(text));
      }
      return undefined;
    },
  };
}

function secretsOf(keys: readonly Uint8Array[], crypto: WebCrypto): readonly Uint8Array[] {
  return keys.length > 0 ? keys : [crypto.getRandomValues(new Uint8Array(minKeyBytes))];
}

async function deriveKey(crypto: WebCrypto, secret: Uint8Array): Promise<CryptoKey> {
  const base = await crypto.subtle.importKey("raw", secret, "HKDF", false, ["deriveKey"]);
  const from = { name: "HKDF", hash: "SHA-256", salt, info };
  return crypto.subtle.deriveKey(from, base, { name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]);
}

function aesGcm(iv: Uint8Array, binding: string): AesGcm {
  return { name: "AES-GCM", iv, additionalData: encoder.encode(binding) };
}

function hostCrypto(): WebCrypto | undefined {
  const candidate: unknown = Reflect.get(globalThis, "crypto");
  if (typeof candidate !== "object" || candidate === null || !("subtle" in candidate)) return undefined;
  // Every host that has `crypto.subtle` follows WebCrypto, of which `WebCrypto` above is a part.
  return candidate as WebCrypto;
}
