/** What else the machine did during a window: time of other processes, and time that a hypervisor took away. Linux only. */
import { readFileSync } from "node:fs";

/** Kernel ticks of /proc/stat are hundredths of a second wherever Node runs. */
const microsecondsPerTick = 10_000;

export class MachineLoad {
  readonly #began = performance.now();
  readonly #busy = busyMicroseconds();
  readonly #own = ownMicroseconds();

  /** In cores, given what the measured process used itself (µs); undefined where the machine does not tell. */
  ofOthers(measured: number): number | undefined {
    const busy = busyMicroseconds();
    if (busy === undefined || this.#busy === undefined) return undefined;
    const others = busy - this.#busy - measured - (ownMicroseconds() - this.#own);
    return Math.max(0, others / 1000 / (performance.now() - this.#began));
  }
}

/** User, nice and steal. System time is left out: that of the network is nobody's in particular. */
function busyMicroseconds(): number | undefined {
  if (process.platform !== "linux") return undefined;
  const [, user = 0, nice = 0, , , , , , steal = 0] = (readFileSync("/proc/stat", "utf8").split("\n")[0] ?? "")
    .split(/\s+/)
    .map(Number);
  return (user + nice + steal) * microsecondsPerTick;
}

function ownMicroseconds(): number {
  return process.cpuUsage().user;
}
