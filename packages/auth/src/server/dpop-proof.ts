/** Proofs of possession, checked: RFC 9449 §4.3. */
import { EmbeddedJWK, calculateJwkThumbprint, jwtVerify } from "jose";
import { sha256 } from "../http/digest.js";

export interface DpopOptions {
  /** Bearer tokens are refused. Default false: a token that is bound to a key needs its proof, and others do not. */
  readonly required?: boolean;
  /** Default `ES256`, `EdDSA`, `RS256`, `PS256` and their longer kin. */
  readonly algorithms?: readonly string[];
  /** How old a proof may be, in s; also how long its id is remembered. Default 60. */
  readonly maxAgeS?: number;
  /** By how much a client's clock may be ahead, in s. Default 5. */
  readonly clockToleranceS?: number;
  /** Ids remembered. When more come, the oldest are forgotten. Default 100 000. */
  readonly maxRemembered?: number;
  /** Shared by several processes: resolves with false where the id was seen before. Default: in memory. */
  readonly remember?: (id: string, forMs: number) => boolean | Promise<boolean>;
  /** Nonces that proofs must carry; see `rotatingNonces`. Default: none. */
  readonly nonces?: NonceSource;
}

/** Makes and knows the nonces of this server. */
export interface NonceSource {
  current(): string;
  accepts(nonce: string): boolean;
}

const dpopAlgorithms: readonly string[] = [
  "ES256",
  "ES384",
  "ES512",
  "EdDSA",
  "Ed25519",
  "PS256",
  "PS384",
  "PS512",
  "RS256",
  "RS384",
  "RS512",
];

export type ProofVerdict =
  { readonly type: "proven" } | { readonly type: "nonce" } | { readonly type: "invalid"; readonly why: string };

export interface ProofFacts {
  /** The field, as it came; several come joined by a comma. */
  readonly proof: string | undefined;
  readonly method: string;
  /** Any of these is what the client calls this place. */
  readonly urls: readonly string[];
  readonly token: string;
  readonly keyThumbprint: string | undefined;
}

export class ProofChecker {
  readonly algorithms: readonly string[];
  readonly isRequired: boolean;
  readonly #options: DpopOptions;
  readonly #now: () => number;
  readonly #seen = new Map<string, number>();

  constructor(options: DpopOptions, now: () => number) {
    this.algorithms = options.algorithms ?? dpopAlgorithms;
    this.isRequired = options.required === true;
    this.#options = options;
    this.#now = now;
  }

  get nonce(): string | undefined {
    return this.#options.nonces?.current();
  }

  async check({ proof, method, urls, token, keyThumbprint }: ProofFacts): Promise<ProofVerdict> {
    if (proof === undefined) return invalid("there is no proof");
    if (proof.includes(",") || proof.length > 8_192) return invalid("there is more than one proof");
    const { maxAgeS = 60, clockToleranceS = 5, nonces } = this.#options;
    let claims: Readonly<Record<string, unknown>>;
    let thumbprint: string;
    try {
      const { payload, protectedHeader } = await jwtVerify(proof, EmbeddedJWK, {
        typ: "dpop+jwt",
        algorithms: [...this.algorithms],
        currentDate: new Date(this.#now()),
      });
      const { jwk } = protectedHeader;
      if (jwk === undefined || "d" in jwk) return invalid("its key is missing, or not only public");
      claims = payload;
      thumbprint = await calculateJwkThumbprint(jwk);
    } catch {
      return invalid("it is not a signed proof");
    }
    const { jti, htm, htu, iat, ath, nonce } = claims;
    if (keyThumbprint === undefined || thumbprint !== keyThumbprint)
      return invalid("the token is bound to another key");
    if (htm !== method) return invalid("it is for another method");
    if (typeof htu !== "string" || !urls.some((url) => isSamePlace(url, htu)))
      return invalid("it is for another place");
    if (ath !== (await sha256(token))) return invalid("it is for another token");
    const age = typeof iat === "number" ? this.#now() / 1000 - iat : Number.NaN;
    if (!(age <= maxAgeS && age >= -clockToleranceS)) return invalid("it is too old, or from the future");
    if (typeof jti !== "string" || jti === "" || jti.length > 256) return invalid("it has no id");
    if (nonces !== undefined && !(typeof nonce === "string" && nonces.accepts(nonce))) return { type: "nonce" };
    const isNew = await this.#remember(`${thumbprint} ${jti}`, (maxAgeS + clockToleranceS) * 1000);
    return isNew ? { type: "proven" } : invalid("it was used before");
  }

  #remember(id: string, forMs: number): boolean | Promise<boolean> {
    const { remember, maxRemembered = 100_000 } = this.#options;
    if (remember !== undefined) return remember(id, forMs);
    const now = this.#now();
    const seen = this.#seen;
    if ((seen.get(id) ?? 0) > now) return false;
    // In the order of their coming, so that the first that has not ended ends the search.
    for (const [old, until] of seen) {
      if (until > now && seen.size < maxRemembered) break;
      seen.delete(old);
    }
    seen.delete(id);
    seen.set(id, now + forMs);
    return true;
  }
}

function isSamePlace(expected: string, claimed: string): boolean {
  try {
    const [a, b] = [new URL(expected), new URL(claimed)];
    return a.origin === b.origin && a.pathname === b.pathname && b.search === "" && b.hash === "";
  } catch {
    return false;
  }
}

function invalid(why: string): ProofVerdict {
  return { type: "invalid", why };
}

/** Nonces of one process, each good for `lifetimeMs` to twice that. Several processes behind one name need a source that they share. */
export function rotatingNonces(
  options: { readonly lifetimeMs?: number; readonly now?: () => number } = {},
): NonceSource {
  const { lifetimeMs = 300_000, now = () => Date.now() } = options;
  let current = crypto.randomUUID();
  let previous: string | undefined;
  let since = now();
  const rotate = (): void => {
    const age = now() - since;
    if (age < lifetimeMs) return;
    previous = age < 2 * lifetimeMs ? current : undefined;
    current = crypto.randomUUID();
    since = now();
  };
  return {
    current() {
      rotate();
      return current;
    },
    accepts(nonce) {
      rotate();
      return nonce === current || nonce === previous;
    },
  };
}
