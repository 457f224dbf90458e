/**
 * A child process and everything that it started, as one thing to be signalled. On POSIX a child leads a process group of its
 * own; on Windows `taskkill` walks the tree. Protocol and timing are not known here.
 */
import { readFileSync, readdirSync } from "node:fs";
import { spawn, spawnSync, type ChildProcess } from "node:child_process";

/** Every tree that runs, to be ended with us. */
const running = new Set<ProcessTree>();

/**
 * Ends what is left when our own process exits without having closed it. There is no time left to ask politely, and a process
 * that survives its host is an orphan that nobody finds.
 */
function killRunning(): void {
  for (const tree of running) tree.killNow();
}

export class ProcessTree {
  /** Spawn options that the methods here rely on. */
  static readonly spawnOptions = {
    // A group of its own on POSIX. On Windows the same option would open a console window, and is not needed.
    detached: process.platform !== "win32",
    windowsHide: true,
    shell: false,
  } as const;

  readonly #child: ChildProcess;
  readonly #pid: number;

  /** Takes charge of a child that has been spawned with `spawnOptions`; `pid` is its process id. */
  constructor(child: ChildProcess, pid: number) {
    this.#child = child;
    this.#pid = pid;
    if (running.size === 0) process.on("exit", killRunning);
    running.add(this);
  }

  /** Nothing of the tree is left, or nothing more can be done about it. */
  release(): void {
    if (running.delete(this) && running.size === 0) process.off("exit", killRunning);
  }

  /** Whether descendants run on after the child itself is gone. Unknown on Windows, and said to be no. */
  hasLeftovers(): boolean {
    if (process.platform === "win32") return false;
    try {
      process.kill(-this.#pid, 0);
    } catch {
      // Nobody there, or nobody whom we may signal: either way there is nothing for us to end.
      return false;
    }
    return process.platform !== "linux" || hasLivingMember(this.#pid);
  }

  signal(signal: "SIGTERM" | "SIGKILL"): void {
    if (process.platform === "win32") {
      // Windows knows no polite signal for a process without a window. A failure means that the tree is gone already.
      spawn("taskkill", taskkillArguments(this.#pid), { windowsHide: true, stdio: "ignore" }).on("error", () => {
        this.#child.kill("SIGKILL");
      });
      return;
    }
    try {
      process.kill(-this.#pid, signal);
    } catch {
      // The group is gone, or not ours to signal.
    }
  }

  /** Synchronous, for the last moment of our own process. */
  killNow(): void {
    if (process.platform === "win32") {
      spawnSync("taskkill", taskkillArguments(this.#pid), { windowsHide: true, stdio: "ignore" });
    } else {
      this.signal("SIGKILL");
    }
  }
}

function taskkillArguments(pid: number): readonly string[] {
  return ["/pid", String(pid), "/t", "/f"];
}

/**
 * Whether a process group has a member that is more than an entry waiting to be reaped. Orphans stay such entries for good where
 * process 1 does not reap, as in many containers, and a signal to their group still succeeds.
 */
function hasLivingMember(group: number): boolean {
  let entries: readonly string[];
  try {
    entries = readdirSync("/proc");
  } catch {
    return true;
  }
  for (const entry of entries) {
    if (!/^[0-9]+$/.test(entry)) continue;
    let stat: string;
    try {
      stat = readFileSync(`/proc/${entry}/stat`, "latin1");
    } catch {
      continue;
    }
    // "pid (name) state parent group …", and the name may hold anything, blanks and brackets included.
    const [state, , inGroup] = stat.slice(stat.lastIndexOf(")") + 2).split(" ", 3);
    if (inGroup === String(group) && state !== "Z" && state !== "X") return true;
  }
  return false;
}
