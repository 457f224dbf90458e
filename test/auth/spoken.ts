/** All that a program says to people: what it writes to its streams and consoles, and what it reports. */
import { inspect } from "node:util";
import { vi } from "vitest";

export interface Spoken {
  /** A sink for reports, errors, answers: whatever else somebody may read. */
  readonly hear: (said: unknown) => void;
  readonly text: () => string;
}

/** Nothing reaches the terminal while `task` runs. */
export async function listeningTo(task: (spoken: Spoken) => Promise<void>): Promise<void> {
  const said: string[] = [];
  const hear = (one: unknown): void =>
    void said.push(typeof one === "string" ? one : inspect(one, { depth: 12, showHidden: true }));
  const written = (chunk: unknown): boolean => {
    hear(String(chunk));
    return true;
  };
  const spies = [
    vi.spyOn(process.stdout, "write").mockImplementation(written),
    vi.spyOn(process.stderr, "write").mockImplementation(written),
    ...(["log", "info", "warn", "error", "debug"] as const).map((name) =>
      vi.spyOn(console, name).mockImplementation((...words) => words.forEach(hear)),
    ),
  ];
  try {
    await task({ hear, text: () => said.join("\n") });
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}
