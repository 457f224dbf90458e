/**
 * Remembers verdicts by server, so that the next connection needs no probe. A small bounded map; a program that wants them to
 * outlive it stores the verdicts itself, they are plain data.
 * [2026-07-28 basic/versioning#backward-compatibility-with-initialization-based-versions]
 */
import type { Verdict } from "../era.js";

export interface EraMemory {
  /** The verdict for this server, to be passed as `ConnectOptions.verdict`. */
  recall(key: string): Verdict | undefined;
  /** `key` names a server: an origin with its path, or a command line; never a process id. */
  remember(key: string, verdict: Verdict): void;
  /** For a server that has changed. */
  forget(key: string): void;
}

/** `maxServers`: how many servers are remembered, the least recently used go first. Default 1 000. */
export function eraMemory(options: { readonly maxServers?: number } = {}): EraMemory {
  const maxServers = options.maxServers ?? 1000;
  const verdicts = new Map<string, Verdict>();
  const put = (key: string, verdict: Verdict): void => {
    verdicts.delete(key);
    verdicts.set(key, verdict);
    for (const oldest of verdicts.keys()) {
      if (verdicts.size <= maxServers) break;
      verdicts.delete(oldest);
    }
  };
  return {
    recall(key) {
      const verdict = verdicts.get(key);
      if (verdict !== undefined) put(key, verdict);
      return verdict;
    },
    remember: put,
    forget: (key) => void verdicts.delete(key),
  };
}
