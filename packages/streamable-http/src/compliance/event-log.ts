/**
 * The conformance suite of `EventLog`, free of any test framework: hand it a way to make logs, and run its cases in yours.
 * [2025-11-25 basic/transports#resumability-and-redelivery]
 */
import type { EventLog, LoggedEvent, StreamKey } from "../core/legacy/event-log.js";
import { casesFor, same, settle, type Body, type ComplianceCase } from "./case.js";

/** One log under test, empty for every case. */
export interface LogUnderTest {
  readonly log: EventLog;
  /** How many events of one stream it keeps at least; more than 3. Default 1 000. */
  readonly keeps?: number;
  /** True where older events go once there are too many; the case appends ten times `keeps`. Default false. */
  readonly forgets?: boolean;
  /** Releases what the case used. */
  release?(): void | Promise<void>;
}

/** The cases for one kind of log. Each makes a log of its own and releases it. */
export function eventLogCompliance(make: () => LogUnderTest | Promise<LogUnderTest>): readonly ComplianceCase[] {
  return casesFor(make, cases);
}

const stream: StreamKey = { session: "a", stream: 1 };
const texts = ["", '{"n":1}', "ä€😀 \\ud800 \\u2028", '{"n":3}'];

const cases: readonly Body<LogUnderTest>[] = [
  [
    "every event after a cursor comes back, in order and as it was",
    async ({ log }) => {
      await append(log, stream, texts);
      for (let after = 0; after <= texts.length; after++) {
        same(await eventsAfter(log, stream, after), numbered(texts).slice(after), `after event ${after}`);
      }
    },
  ],
  [
    "a replay takes nothing away",
    async ({ log }) => {
      await append(log, stream, texts);
      same(await eventsAfter(log, stream, 1), await eventsAfter(log, stream, 1), "the second replay");
    },
  ],
  [
    "an event is there as soon as its append has answered",
    async ({ log }) => {
      for (const [at, text] of texts.entries()) {
        await log.append(stream, at + 1, text);
        same((await eventsAfter(log, stream, 0)).length, at + 1, "events");
      }
    },
  ],
  [
    "streams of one session, and of sessions with alike names, do not mix",
    async ({ log }) => {
      const keys = [
        stream,
        { session: "a", stream: 0 },
        { session: "a", stream: 11 },
        { session: "a1", stream: 1 },
        { session: "a_1", stream: 1 },
        { session: "a:1", stream: 1 },
        { session: "A", stream: 1 },
        { session: "__proto__", stream: 1 },
      ];
      for (const key of keys) await append(log, key, [JSON.stringify(key)]);
      for (const key of keys) {
        same(await eventsAfter(log, key, 0), numbered([JSON.stringify(key)]), `events of ${JSON.stringify(key)}`);
      }
    },
  ],
  [
    "a stream or an event that never was is unknown",
    async ({ log }) => {
      same((await log.replay(stream, 0)).type, "unknown", "an empty log");
      await append(log, stream, texts);
      same((await log.replay(stream, texts.length + 1)).type, "unknown", "an event of the future");
      same((await log.replay({ session: "a", stream: 2 }, 0)).type, "unknown", "another stream");
      same((await log.replay({ session: "b", stream: 1 }, 0)).type, "unknown", "another session");
    },
  ],
  [
    "a dropped stream is gone, its neighbours stay",
    async ({ log }) => {
      const other = { session: "a", stream: 2 };
      await append(log, stream, texts);
      await append(log, other, texts);
      log.dropStream(stream);
      log.dropStream({ session: "nobody", stream: 9 });
      await settle(async () => (await log.replay(stream, 0)).type !== "events", "the dropped stream is still there");
      same(await eventsAfter(log, other, 0), numbered(texts), "the other stream");
    },
  ],
  [
    "a dropped session takes its streams along, and no other's",
    async ({ log }) => {
      const other = { session: "b", stream: 1 };
      for (const key of [stream, { session: "a", stream: 2 }, other]) await append(log, key, texts);
      log.dropSession("a");
      log.dropSession("nobody");
      for (const key of [stream, { session: "a", stream: 2 }]) {
        await settle(async () => (await log.replay(key, 0)).type !== "events", "the dropped session is still there");
      }
      same(await eventsAfter(log, other, 0), numbered(texts), "the other session");
    },
  ],
  [
    "as many events as it promises are kept",
    async ({ log, keeps = 1000 }) => {
      const many = Array.from({ length: keeps }, (_, n) => `{"n":${n}}`);
      await append(log, stream, many);
      same(await eventsAfter(log, stream, 0), numbered(many), "all of them");
    },
  ],
  [
    "where events were given up, a cursor before them is expired, never a gap",
    async ({ log, keeps = 1000, forgets = false }) => {
      if (!forgets) return;
      const count = keeps * 10;
      await append(
        log,
        stream,
        Array.from({ length: count }, (_, n) => `{"n":${n}}`),
      );
      same((await log.replay(stream, 0)).type, "expired", "the first cursor");
      let sawEvents = false;
      for (let after = 0; after <= count; after++) {
        const found = await log.replay(stream, after);
        if (found.type !== "events") {
          same([found.type, sawEvents], ["expired", false], `after event ${after}`);
          continue;
        }
        sawEvents = true;
        same(found.events.length, count - after, `events after ${after}`);
        same(found.events[0]?.event ?? after + 1, after + 1, `the first after ${after}`);
      }
      same(sawEvents, true, "some cursor is still good");
    },
  ],
];

async function append(log: EventLog, key: StreamKey, data: readonly string[]): Promise<void> {
  for (const [at, text] of data.entries()) await log.append(key, at + 1, text);
}

async function eventsAfter(log: EventLog, key: StreamKey, after: number): Promise<readonly LoggedEvent[]> {
  const found = await log.replay(key, after);
  if (found.type !== "events") throw new Error(`a replay after event ${after} is ${found.type}`);
  return found.events.map(({ event, data }) => ({ event, data }));
}

function numbered(data: readonly string[]): readonly LoggedEvent[] {
  return data.map((text, at) => ({ event: at + 1, data: text }));
}
