/** Whether processes live, as the tests need to know it. */
import { readFileSync } from "node:fs";

/** True while the process runs; one that only waits to be reaped does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    return !/^ [ZX]/.test(stat.slice(stat.lastIndexOf(")") + 1));
  } catch {
    return process.platform !== "linux";
  }
}

/** Resolves true once the condition holds, false when it has not within a bound. */
export async function until(holds: () => boolean, ms = 3000): Promise<boolean> {
  const end = performance.now() + ms;
  while (!holds()) {
    if (performance.now() > end) return false;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return true;
}
