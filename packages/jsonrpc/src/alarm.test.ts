import { describe, expect, it } from "vitest";
import { Alarm, Waiter, alarmTimers } from "./alarm.js";
import { longestTimerMs } from "./timers.js";
import type { TimerPort } from "./timers.js";

/** A host with one clock, which says what it was asked for. */
class Host implements TimerPort {
  time = 0;
  readonly log: string[] = [];
  armed: { readonly at: number; readonly fired: () => void } | undefined;
  readonly #knowsBackground: boolean;

  constructor(knowsBackground = true) {
    this.#knowsBackground = knowsBackground;
  }

  now = () => this.time;
  set(ms: number, fired: () => void): unknown {
    if (this.armed !== undefined) throw new Error("two timers at once");
    this.log.push(`set ${ms}`);
    return (this.armed = { at: this.time + ms, fired });
  }
  clear(timer: unknown): void {
    if (timer === undefined) return;
    expect(timer).toBe(this.armed);
    this.log.push("clear");
    this.armed = undefined;
  }
  background(timer: unknown, isInBackground: boolean): boolean {
    expect(timer).toBe(this.armed);
    if (this.#knowsBackground) this.log.push(isInBackground ? "background" : "foreground");
    return this.#knowsBackground;
  }
  passTo(time: number): void {
    while (this.armed !== undefined && this.armed.at <= time) {
      const { at, fired } = this.armed;
      this.armed = undefined;
      this.time = at;
      fired();
    }
    this.time = time;
  }
}

class Due extends Waiter {
  dueAt: number;
  expiredAt: number | undefined = undefined;
  readonly #host: Host;
  readonly #then: () => void;

  constructor(host: Host, dueAt: number, then: () => void = () => {}) {
    super();
    this.#host = host;
    this.dueAt = dueAt;
    this.#then = then;
  }

  expired(): void {
    this.expiredAt = this.#host.time;
    this.#then();
  }
}

function start(knowsBackground?: boolean) {
  const host = new Host(knowsBackground);
  const alarm = new Alarm(host);
  const add = (dueAt: number, then?: () => void) => {
    const due = new Due(host, dueAt, then);
    alarm.add(due, host.time);
    return due;
  };
  return { host, alarm, add };
}

describe("an alarm", () => {
  it("wakes each in its time, in any order of arrival", () => {
    const { host, add } = start();
    const dues = [30, 10, 20, 10, 40].map((at) => add(at));
    host.passTo(100);
    expect(dues.map(({ expiredAt }) => expiredAt)).toEqual([30, 10, 20, 10, 40]);
    expect(host.armed).toBeUndefined();
  });

  it("is set once for calls that come and go one after the other", () => {
    const { host, alarm, add } = start();
    for (let i = 0; i < 3; i++) {
      alarm.remove(add(host.time + 100));
      host.time++;
    }
    expect(host.log).toEqual(["set 100", "background", "foreground", "background", "foreground", "background"]);
  });

  it("leaves no timer behind where the host cannot put one into the background", () => {
    const { host, alarm, add } = start(false);
    alarm.remove(add(100));
    expect(host.log).toEqual(["set 100", "clear"]);
    expect(add(50).isWaiting).toBe(true);
    host.passTo(50);
    expect(host.armed).toBeUndefined();
  });

  it("leaves none behind where a timer ends with its request, whatever it looks like", () => {
    const { host, alarm, add } = start();
    Object.assign(host, { endWithRequest: true });
    alarm.remove(add(100));
    expect(host.log).toEqual(["set 100", "clear"]);
  });

  it("fires in the background for nobody, and is set anew by the next", () => {
    const { host, alarm, add } = start();
    alarm.remove(add(100));
    host.passTo(150);
    const due = add(250);
    host.passTo(300);
    expect(due.expiredAt).toBe(250);
    expect(host.log).toEqual(["set 100", "background", "set 100"]);
  });

  it("is brought forward by whoever is due earlier", () => {
    const { host, add } = start();
    const [late, early] = [add(100), add(10)];
    host.passTo(10);
    expect([early.expiredAt, late.isWaiting]).toEqual([10, true]);
    host.passTo(100);
    expect(late.expiredAt).toBe(100);
  });

  it("goes on to wait for what was put off meanwhile", () => {
    const { host, add } = start();
    const due = add(10);
    due.dueAt = 25;
    host.passTo(24);
    expect(due.expiredAt).toBeUndefined();
    host.passTo(25);
    expect(due.expiredAt).toBe(25);
  });

  it.each([0, 1, 2])("forgets number %d of three that is taken out, and no other", (index) => {
    const { host, alarm, add } = start();
    const dues = [add(10), add(10), add(10)];
    const gone = dues[index];
    if (gone === undefined) throw new Error("no such one");
    alarm.remove(gone);
    alarm.remove(gone);
    host.passTo(10);
    expect(dues.map(({ expiredAt }) => expiredAt)).toEqual([0, 1, 2].map((i) => (i === index ? undefined : 10)));
  });

  it("does not wake what an earlier one took out in the same moment", () => {
    const { host, alarm, add } = start();
    const others: Due[] = [];
    const take = () => {
      for (const other of others) alarm.remove(other);
    };
    others.push(add(10, take), add(10, take), add(10, take));
    host.passTo(10);
    expect(others.filter(({ expiredAt }) => expiredAt === 10)).toHaveLength(1);
    expect(host.armed).toBeUndefined();
  });

  it("wakes what is added while it wakes another", () => {
    const { host, add } = start();
    let second: Due | undefined;
    add(10, () => (second = add(15)));
    host.passTo(15);
    expect(second?.expiredAt).toBe(15);
  });

  it("wakes the others all the same when one of them throws", () => {
    const { host, add } = start();
    const dues = [1, 2, 3].map(() =>
      add(10, () => {
        throw new Error("a notice that cannot be built");
      }),
    );
    for (let i = 0; i < dues.length; i++) expect(() => host.passTo(20)).toThrow("a notice");
    expect(dues.every(({ expiredAt }) => expiredAt !== undefined)).toBe(true);
    host.passTo(1000);
  });

  it("waits for what is farther away than a timer can be, and sets none for what never ends", () => {
    const { host, add } = start();
    add(Infinity);
    expect(host.log).toEqual([]);
    const due = add(longestTimerMs + 1000);
    host.passTo(longestTimerMs + 999);
    expect(due.expiredAt).toBeUndefined();
    host.passTo(longestTimerMs + 1000);
    expect(due.expiredAt).toBe(longestTimerMs + 1000);
  });

  it("looks around the more rarely the more there is to look at", () => {
    const { host, add } = start();
    for (let i = 0; i < 20_000; i++) add(100 + i / 1000);
    host.passTo(1000);
    expect(host.log.filter((line) => line.startsWith("set")).length).toBeLessThan(10);
    expect(host.armed).toBeUndefined();
  });
});

describe("the host's timers", () => {
  it("keep the program alive in the foreground only", () => {
    const timer = alarmTimers().set(60_000, () => {});
    // Sound: Node's.
    const node = timer as NodeJS.Timeout;
    expect(node.hasRef()).toBe(true);
    expect([alarmTimers().background?.(timer, true), node.hasRef()]).toEqual([true, false]);
    expect([alarmTimers().background?.(timer, false), node.hasRef()]).toEqual([true, true]);
    alarmTimers().clear(timer);
  });

  it("say so where they are numbers, which know no background", () => {
    expect(alarmTimers().background?.(7, true)).toBe(false);
  });
});
