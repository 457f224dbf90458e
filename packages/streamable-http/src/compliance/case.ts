/** What a case of a conformance suite is, and what it says when something does not hold. */

export interface ComplianceCase {
  /** What holds, as a sentence. */
  readonly title: string;
  /** Rejects where it does not. */
  run(): Promise<void>;
}

export type Body<Under> = readonly [title: string, body: (under: Under) => Promise<void>];

/** Cases that each make a subject of their own, and release it. */
export function casesFor<Under extends { release?(): void | Promise<void> }>(
  make: () => Under | Promise<Under>,
  bodies: readonly Body<Under>[],
): readonly ComplianceCase[] {
  return bodies.map(([title, body]) => ({
    title,
    async run() {
      const under = await make();
      try {
        await body(under);
      } finally {
        await under.release?.();
      }
    },
  }));
}

/** What is told to be gone may be gone a moment later. */
export async function settle(holds: () => Promise<boolean>, otherwise: string): Promise<void> {
  for (let tries = 0; !(await holds()); tries++) {
    if (tries === 200) throw new Error(otherwise);
    await pause(10);
  }
}

export function pause(ms: number): Promise<void> {
  return new Promise<void>((resolve) => void setTimeout(resolve, ms));
}

export function same(actual: unknown, expected: unknown, what: string): void {
  const [a, e] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (a !== e) throw new Error(`${what}: expected ${e}, got ${a}`);
}
