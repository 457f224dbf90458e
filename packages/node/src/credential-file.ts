/**
 * A store of credentials in one file that only its owner may read. Several processes may share it: each write replaces the file whole,
 * and a lock keeps one refresh at a time. [2026-07-28 basic/authorization/security-considerations#token-theft]
 */
import { createHash, randomUUID } from "node:crypto";
import { mkdir, open, readFile, rename, rm, stat, utimes } from "node:fs/promises";
import { dirname } from "node:path";
import type { CredentialStore } from "@mcpwire/auth";

export interface CredentialFileOptions {
  /** How long a lock is waited for whose holder gives no sign, in ms: it was killed. Default 10 000. */
  readonly staleMs?: number;
}

/** How often a lock that is held by another is looked at, in ms. */
const pollMs = 40;

/**
 * The `store` of an OAuth session. The file is made when there is something to keep, with mode 0600, in a folder with mode 0700 if
 * that must be made too. Reading rejects where others may read it, and where it is not what was written; nothing is thrown away.
 */
export function credentialFile(path: string, options: CredentialFileOptions = {}): CredentialStore {
  const staleMs = options.staleMs ?? 10_000;
  const change = (edit: (values: Map<string, unknown>) => void): Promise<void> =>
    withLock(`${path}.lock`, staleMs, async () => {
      const values = await read(path);
      edit(values);
      await replace(path, values);
    });
  return {
    get: async (key) => (await read(path)).get(key),
    set: (key, value) => change((values) => void values.set(key, value)),
    delete: (key) => change((values) => void values.delete(key)),
    lock: (key, task) =>
      withLock(`${path}.${createHash("sha256").update(key).digest("hex").slice(0, 16)}.lock`, staleMs, task),
  };
}

async function read(path: string): Promise<Map<string, unknown>> {
  let text: string;
  try {
    // Windows has no such bits; a user's folder is closed to others there.
    const { mode } = await stat(path);
    if (process.platform !== "win32" && (mode & 0o077) !== 0) {
      throw new Error(`${path} may be read by others: chmod 600 it, and take the credentials in it for lost`);
    }
    text = await readFile(path, "utf8");
  } catch (error) {
    if (isCode(error, "ENOENT")) return new Map();
    throw error;
  }
  let values: unknown;
  try {
    values = JSON.parse(text);
  } catch {
    values = undefined;
  }
  // The parser's own message would quote what is in there.
  if (typeof values !== "object" || values === null || Array.isArray(values))
    throw new Error(`${path} is no credential file`);
  return new Map(Object.entries(values));
}

/** Whole or not at all: a crash leaves the old file. */
async function replace(path: string, values: ReadonlyMap<string, unknown>): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${randomUUID()}.tmp`;
  try {
    const file = await open(draft, "wx", 0o600);
    try {
      await file.chmod(0o600);
      await file.writeFile(`${JSON.stringify(Object.fromEntries(values), undefined, 2)}\n`);
      // The name must not get to the disk before what it stands for: a power cut would leave an empty file.
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

async function withLock<T>(lock: string, staleMs: number, task: () => Promise<T>): Promise<T> {
  const mark = randomUUID();
  const watched = new Silence(staleMs);
  while (!(await take(lock, mark))) {
    await breakStale(lock, watched);
    await new Promise((resolve) => setTimeout(resolve, pollMs + Math.random() * pollMs));
  }
  const beat = setInterval(() => void touch(lock), Math.max(staleMs / 4, 1));
  beat.unref();
  try {
    return await task();
  } finally {
    clearInterval(beat);
    // Ours alone: a holder that was taken for dead must not remove the lock of the next.
    if ((await readFile(lock, "utf8").catch(() => "")) === mark) await rm(lock, { force: true });
  }
}

async function take(lock: string, mark: string): Promise<boolean> {
  try {
    const file = await open(lock, "wx", 0o600);
    try {
      await file.writeFile(mark);
    } finally {
      await file.close();
    }
    return true;
  } catch (error) {
    if (isCode(error, "EEXIST")) return false;
    if (!isCode(error, "ENOENT")) throw error;
    await mkdir(dirname(lock), { recursive: true, mode: 0o700 });
    return false;
  }
}

/** One breaks it at a time, so that nobody removes a lock that was taken in the meantime. */
async function breakStale(lock: string, watched: Silence): Promise<void> {
  const breaker = `${lock}.break`;
  if (!(await watched.isOver(lock))) return;
  if (!(await take(breaker, ""))) {
    if (await watched.isOver(breaker)) await rm(breaker, { force: true });
    return;
  }
  try {
    if (await watched.isOver(lock)) await rm(lock, { force: true });
  } finally {
    await rm(breaker, { force: true });
  }
}

/**
 * How long files have given no sign while we looked at them. The time since the last sign tells nothing: while a machine sleeps it passes
 * for holders that live, and clocks are set, or belong to another machine. A clock that stands still with us is what counts.
 */
class Silence {
  readonly #staleMs: number;
  readonly #since = new Map<string, { readonly sign: string; readonly at: number }>();

  constructor(staleMs: number) {
    this.#staleMs = staleMs;
  }

  async isOver(path: string): Promise<boolean> {
    const found = await stat(path).catch(() => undefined);
    if (found === undefined) return false;
    const sign = `${found.ino} ${found.mtimeMs}`;
    const known = this.#since.get(path);
    if (known?.sign === sign) return performance.now() - known.at > this.#staleMs;
    this.#since.set(path, { sign, at: performance.now() });
    return false;
  }
}

async function touch(lock: string): Promise<void> {
  const now = new Date();
  await utimes(lock, now, now).catch(() => {});
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
