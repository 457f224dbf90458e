/** What the contract says of giving up, in every state of an exchange. */
import { valueOf } from "./answering.js";
import { holds, pause, same, until } from "./assert.js";
import type { Bench, Contract } from "./transport-compliance.js";
import { cancelled } from "./vocabulary.js";

async function worksOn({ client }: Bench): Promise<void> {
  same(await valueOf(client.begin("after", "test/echo", { value: "works" })), "works", "the next exchange");
}

export const abandoning: readonly Contract[] = [
  {
    title: "abandoning right after begin: no event fires, and the link lives on",
    async check(bench) {
      const told = bench.client.begin(1, "test/wait");
      told.exchange.abandon(cancelled(1));
      await pause(50);
      same(told.notes.length, 0, "notifications");
      await worksOn(bench);
    },
  },
  {
    title: "abandoning while the server works: it learns of it once, and what it still sends is swallowed",
    async check(bench) {
      const { client, server } = bench;
      const told = client.begin(1, "test/wait");
      await until(() => told.notes.length === 1, "the first notification");
      told.exchange.abandon(cancelled(1));
      await until(() => server.aborts.size === 1, "the abort");
      holds(server.aborts.has(1), "another exchange was aborted");
      await pause(30);
      same(told.notes.length, 1, "notifications");
      await worksOn(bench);
    },
  },
  {
    title: "abandoning one of several leaves the others alone, 1 and “1” apart",
    async check({ client, server }) {
      const told = [1, "1", 2].map((id) => client.begin(id, "test/wait"));
      await until(() => told.every(({ notes }) => notes.length === 1), "the first notifications");
      told[1]?.exchange.abandon(cancelled("1"));
      await until(() => server.aborts.size > 0, "the abort");
      await pause(30);
      same([...server.aborts.keys()], ["1"], "aborted ids");
      same(server.waiting.size, 2, "exchanges that still run");
      for (const t of told) t.exchange.abandon(cancelled(t.id));
    },
  },
  {
    title: "abandoning twice, and after the answer, does nothing",
    async check(bench) {
      const { client, server } = bench;
      const told = client.begin(1, "test/echo", { value: 1 });
      await valueOf(told);
      told.exchange.abandon(cancelled(1));
      told.exchange.abandon(cancelled(1));
      await pause(30);
      same(server.aborts.size, 0, "aborts");
      await worksOn(bench);
    },
  },
  {
    title: "abandoning while the answer is under way is a race without a loser",
    async check(bench) {
      const { client } = bench;
      for (let i = 0; i < 50; i++) {
        const told = client.begin(i, "test/later", { value: i });
        if (i % 2 === 0) await Promise.resolve();
        else await pause(0);
        told.exchange.abandon(cancelled(i));
      }
      await worksOn(bench);
    },
  },
  {
    title: "abandoning a stream of notifications stops them for the client",
    async check(bench) {
      const told = bench.client.begin(1, "test/notes", { count: 500, padding: "x".repeat(1024) });
      await until(() => told.notes.length > 0, "the first notification");
      told.exchange.abandon(cancelled(1));
      const seen = told.notes.length;
      await pause(50);
      same(told.notes.length, seen, "notifications after abandon");
      await worksOn(bench);
    },
  },
];
