/** Where credentials are kept between requests, and between runs. */

/**
 * A port. Values are plain JSON and are secrets: tokens, refresh tokens, client secrets. Keys say whose they are: an issuer's, or a
 * server's. What a method rejects with fails the login or refresh at hand, and is not swallowed.
 */
export interface CredentialStore {
  get(key: string): unknown;
  set(key: string, value: unknown): void | Promise<void>;
  delete(key: string): void | Promise<void>;
  /**
   * Runs `task` while no other holder of the key does, in whatever process. Optional: without it, one refresh at a time holds for
   * sessions in this process that share the store. A rotated refresh token is spent by its first use, so processes that share one need it.
   */
  lock?<T>(key: string, task: () => Promise<T>): Promise<T>;
}

type Lock = NonNullable<CredentialStore["lock"]>;

/** Forgets with the process. */
export function memoryStore(): CredentialStore {
  const values = new Map<string, unknown>();
  return {
    get: (key) => values.get(key),
    set: (key, value) => void values.set(key, value),
    delete: (key) => void values.delete(key),
    lock: takingTurns(),
  };
}

/** The store's own lock, or one for all in this process that share the store. */
export function lockOf(store: CredentialStore): Lock {
  if (store.lock !== undefined) return store.lock.bind(store);
  const known = locks.get(store);
  if (known !== undefined) return known;
  const made = takingTurns();
  locks.set(store, made);
  return made;
}

const locks = new WeakMap<CredentialStore, Lock>();

function takingTurns(): Lock {
  const tails = new Map<string, Promise<unknown>>();
  return async (key, task) => {
    const before = tails.get(key);
    const mine = (before ?? Promise.resolve()).then(task, task);
    const tail = mine.catch(() => {});
    tails.set(key, tail);
    try {
      return await mine;
    } finally {
      if (tails.get(key) === tail) tails.delete(key);
    }
  };
}

/** A client belongs to the issuer that registered it. */
export function clientKey(issuer: string): string {
  return `client ${issuer}`;
}

/** Tokens belong to an issuer and a resource. */
export function tokenKey(issuer: string, resource: string): string {
  return `token ${issuer} ${resource}`;
}

/** Which issuer and resource a server named last. */
export function serverKey(serverUrl: string): string {
  return `server ${serverUrl}`;
}
