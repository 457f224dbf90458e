// What a check is, and what the suites share. Runs in every runtime, so it uses nothing but what all of them have.

/** Runs the checks side by side; gives one `{ feature, error }` for each, `error` undefined where it passed. */
export async function runChecks(checks) {
  return Promise.all(
    Object.entries(checks).map(async ([feature, check]) => {
      try {
        await within(20_000, check());
        return { feature };
      } catch (error) {
        return { feature, error: error instanceof Error ? `${error.message}${causeOf(error)}` : String(error) };
      }
    }),
  );
}

function causeOf(error) {
  return error.cause instanceof Error ? ` (${error.cause.message})` : "";
}

export function expectEqual(seen, wanted, what) {
  const [a, b] = [JSON.stringify(seen), JSON.stringify(wanted)];
  if (a !== b) throw new Error(`${what}: expected ${b}, got ${a}`);
}

export const textOf = (result) => result.content.map(({ text }) => text).join("");

export function within(ms, promise, what = "nothing came") {
  let timer;
  const late = new Promise((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} within ${ms} ms`)), ms);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** Asks until the answer is `wanted`. */
export async function eventually(ask, wanted, what, withinMs = 2000) {
  let seen;
  for (const until = Date.now() + withinMs; Date.now() < until;) {
    seen = await ask();
    if (seen === wanted) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${what}: expected ${JSON.stringify(wanted)}, got ${JSON.stringify(seen)}`);
}

/** Progress must arrive while the call runs: its handler waits until we say that it did. */
export async function checkProgress(client) {
  const key = `${Math.random()}`;
  const seen = [];
  let opening;
  const onProgress = ({ progress }) => {
    seen.push(progress);
    if (progress === 1) opening = client.callTool("open", { key });
  };
  const result = await client.callTool("gate", { key }, { onProgress });
  await opening;
  expectEqual([...seen, textOf(result)], [1, 2, "open"], "progress and answer");
}
