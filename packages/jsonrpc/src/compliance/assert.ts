/** The few assertions that the suite needs, so that it runs under any test runner. */

/** Fails unless both are the same as JSON text. */
export function same(actual: unknown, expected: unknown, what: string): void {
  const [a, e] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (a !== e) throw new Error(`${what}: expected ${shorten(e)}, got ${shorten(a)}`);
}

export function holds(condition: boolean, what: string): void {
  if (!condition) throw new Error(what);
}

/** Waits until it holds; fails after five seconds. */
export async function until(condition: () => boolean, what: string): Promise<void> {
  for (let waited = 0; !condition(); waited += 5) {
    if (waited > 5000) throw new Error(`${what}: did not happen within five seconds`);
    await pause(5);
  }
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, ms));
}

/** The outcome, or a failure after `ms`. */
export async function within<T>(ms: number, outcome: Promise<T>, what: string): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined = undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what}: nothing within ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([outcome, late]);
  } finally {
    clearTimeout(timer);
  }
}

function shorten(text: string | undefined): string {
  if (text === undefined) return "undefined";
  return text.length > 200 ? `${text.slice(0, 200)}… (${text.length} characters)` : text;
}
