/** What the contract says of requests, notifications and answers. */
import type { JSONObject } from "../message.js";
import { notification } from "../message.js";
import { holds, pause, same, until, within } from "./assert.js";
import type { Told } from "./test-client.js";
import type { Contract } from "./transport-compliance.js";

/** The value of a result; fails on anything else. */
export async function valueOf(told: Told, ms = 10_000): Promise<unknown> {
  const outcome = await within(ms, told.outcome, `exchange ${JSON.stringify(told.id)}`);
  if ("result" in outcome) return outcome.result["value"];
  throw new Error(`exchange ${JSON.stringify(told.id)}: expected a result, got ${JSON.stringify(outcome)}`);
}

const sixteenMegabytes = 16 * 1024 * 1024;

export const answering: readonly Contract[] = [
  {
    title: "ids 0, 1, “1” and “” in flight at once get their own answers",
    async check({ client }) {
      const ids = [0, 1, "1", ""];
      const told = ids.map((id) => client.begin(id, "test/later", { value: `of ${JSON.stringify(id)}` }));
      const values = await Promise.all(told.map((t) => valueOf(t)));
      same(
        values,
        ids.map((id) => `of ${JSON.stringify(id)}`),
        "answers",
      );
    },
  },
  {
    title: "an exchange that ends inside accept ends once, and not inside begin",
    async check({ client }) {
      const told = client.begin(1, "test/echo", { value: "x" });
      same(told.ends, 0, "ends right after begin");
      same(await valueOf(told), "x", "answer");
      await pause(20);
      same(told.ends, 1, "ends");
    },
  },
  {
    title: "a second end and a notification after the end are swallowed",
    async check({ client }) {
      const told = client.begin(1, "test/twice");
      same(await valueOf(told), 1, "answer");
      await pause(20);
      same([told.ends, told.notes.length], [1, 0], "ends and notifications");
      same(await valueOf(client.begin(2, "test/echo", { value: "still here" })), "still here", "the next answer");
    },
  },
  {
    title: "an error response is an answer, with its code, message and data",
    async check({ client }) {
      const outcome = await within(5000, client.begin(7, "test/fail", { value: [1] }).outcome, "the answer");
      const error = "error" in outcome ? outcome.error : undefined;
      same(error, { code: -32000, message: "as you wish", data: { value: [1] } }, "error");
    },
  },
  {
    title: "an id is free again after its answer",
    async check({ client }) {
      for (const value of [1, 2, 3])
        same(await valueOf(client.begin("again", "test/echo", { value })), value, "answer");
    },
  },
  {
    title: "notifications of exchanges that run at once reach their own exchange, in order, before the answer",
    async check({ client }) {
      const told = [10, 11, 12].map((id) => client.begin(id, "test/notes", { count: 50 }));
      await Promise.all(told.map((t) => valueOf(t)));
      for (const { id, notes } of told) {
        same(
          notes.map((n) => n.params?.["index"]),
          Array.from({ length: 50 }, (_, i) => i),
          "order",
        );
        holds(
          notes.every((n) => n.params?.["exchange"] === id),
          `exchange ${id} got another's notification`,
        );
      }
    },
  },
  {
    title: "a server that waits for backpressure delivers 32 MiB of notifications",
    async check({ client }) {
      const told = client.begin(1, "test/notes", { count: 2048, padding: "x".repeat(16 * 1024) });
      same(await valueOf(told, 60_000), 2048, "answer");
      same(
        told.notes.map((n) => n.params?.["index"]),
        Array.from({ length: 2048 }, (_, i) => i),
        "order",
      );
    },
  },
  {
    title: "1 000 exchanges run at once",
    async check({ client }) {
      const told = Array.from({ length: 1000 }, (_, i) => client.begin(i, "test/later", { value: i }));
      same(
        await Promise.all(told.map((t) => valueOf(t, 60_000))),
        told.map(({ id }) => id),
        "answers",
      );
    },
  },
  {
    title: "a message of 16 MB arrives in both directions",
    async check({ client }) {
      const value = "0123456789abcdef".repeat(sixteenMegabytes / 16);
      const got = await valueOf(client.begin(1, "test/echo", { value }), 60_000);
      holds(got === value, "16 MB came back changed");
    },
  },
  {
    title: "lone surrogates, NUL, line separators and __proto__ members arrive as they were",
    async check({ client }) {
      const text = "\ud800 \udc00 \u0000 \u2028 \u2029 \u0085 \r\n ✓ 😀";
      same(await valueOf(client.begin(1, "test/echo", { value: text })), text, "text");
      // Sound: the literal is an object.
      const value = JSON.parse('{"__proto__":{"polluted":true},"constructor":1}') as JSONObject;
      const got = await valueOf(client.begin(2, "test/echo", { value }));
      same(got, value, "members");
      holds(!("polluted" in {}), "the prototype of every object was changed");
    },
  },
  {
    title: "a notification of the client reaches the acceptor, on its link",
    async check({ client, link, server }) {
      // Stateful transports know their client by now.
      await valueOf(client.begin(1, "test/echo", { value: 1 }));
      const before = server.taken.length;
      await link.notify(notification("test/hello", { index: 1 }));
      await until(() => server.taken.length > before, "the notification");
      same(server.taken.at(-1)?.params?.["index"], 1, "the notification's params");
    },
  },
  {
    title: "an exchange that detaches is answered when the client comes back",
    needs: ({ detach }) => detach,
    async check({ client }) {
      const told = client.begin(1, "test/detach");
      same(await valueOf(told), "back", "answer");
      same(told.notes.length, 1, "notifications");
    },
  },
  {
    title: "two links of one server do not see each other's exchanges",
    async check({ client, another, server, features }) {
      const second = await another();
      const told = [client, second.client].map((c, i) => c.begin(1, "test/later", { value: i }));
      same(await Promise.all(told.map((t) => valueOf(t))), [0, 1], "answers");
      if (features.ownLinks) same(new Set(server.attached).size, 2, "links");
    },
  },
];
