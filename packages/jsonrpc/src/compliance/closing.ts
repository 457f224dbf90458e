/** What the contract says of the end of a link. */
import { isTransportError } from "../errors.js";
import { notification } from "../message.js";
import { valueOf } from "./answering.js";
import { holds, same, until, within } from "./assert.js";
import type { Told } from "./test-client.js";
import type { Contract } from "./transport-compliance.js";
import { cancelled } from "./vocabulary.js";

async function lostWith(told: Told): Promise<string> {
  const outcome = await within(5000, told.outcome, `exchange ${JSON.stringify(told.id)}`);
  return isTransportError(outcome) ? outcome.code : "an answer";
}

export const closing: readonly Contract[] = [
  {
    title: "closing while busy: every exchange is lost with “closed”, then the link says so once",
    async check({ client, link, server, features }) {
      const told = Array.from({ length: 20 }, (_, i) => client.begin(i, "test/wait"));
      await until(() => server.waiting.size === 20, "the requests");
      const first = link.close();
      same(
        await Promise.all(told.map((t) => lostWith(t))),
        told.map(() => "closed"),
        "losses",
      );
      await within(10_000, Promise.all([first, link.close()]), "close");
      same(client.closedEvents, 1, "closed events");
      if (features.closeAborts) await until(() => server.aborts.size === 20, "the aborts");
    },
  },
  {
    title: "after close a request is lost, not inside begin, and everything else is swallowed",
    async check({ client, link }) {
      const old = client.begin(1, "test/wait");
      await link.close();
      old.exchange.abandon(cancelled(1));
      const told = client.begin(2, "test/echo", { value: 1 });
      same(told.ends, 0, "ends right after begin");
      same(await lostWith(told), "closed", "loss");
      await link.notify(notification("test/hello", {}));
      await link.close();
    },
  },
  {
    title: "closing inside an event is safe",
    async check({ client, link }) {
      const told = client.begin(1, "test/echo", { value: 1 });
      let closes: Promise<void> | undefined = undefined;
      void told.outcome.then(() => (closes = link.close()));
      await valueOf(told);
      await until(() => closes !== undefined, "close");
      await within(10_000, Promise.all([closes, link.close()]), "close");
      same(client.closedEvents, 1, "closed events");
    },
  },
  {
    title: "the server's end is released once when the client closes",
    needs: ({ ownLinks }) => ownLinks,
    async check({ client, link, server }) {
      await valueOf(client.begin(1, "test/echo", { value: 1 }));
      await link.close();
      await until(() => server.released.length === 1, "the release");
    },
  },
  {
    title: "closing one link leaves another of the same server alone",
    async check({ client, link, another }) {
      const second = await another();
      await valueOf(client.begin(1, "test/echo", { value: 1 }));
      await link.close();
      same(await valueOf(second.client.begin(2, "test/echo", { value: 2 })), 2, "answer on the other link");
      same(second.client.closedEvents, 0, "closed events of the other link");
    },
  },
  {
    title: "when the server closes the link, the client's exchanges are lost and its owner is told",
    needs: ({ serverCloses }) => serverCloses,
    async check({ client, server }) {
      const told = client.begin(1, "test/wait");
      await until(() => server.waiting.size === 1, "the request");
      server.lastLink?.close();
      holds(["closed", "lost"].includes(await lostWith(told)), "neither closed nor lost");
      await until(() => client.closedEvents === 1, "closed");
      same(server.aborts.get(1)?.code, "closed", "abort");
    },
  },
];
