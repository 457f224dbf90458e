/** What the contract says of the server's side of the talk: questions and notifications of its own. */
import { isTransportError } from "../errors.js";
import { errorResponse, notification, request, resultResponse } from "../message.js";
import type { JSONRPCResponse } from "../message.js";
import type { TransportError } from "../errors.js";
import { valueOf } from "./answering.js";
import { holds, pause, same, until, within } from "./assert.js";
import type { Bench, Contract } from "./transport-compliance.js";

export const asking: readonly Contract[] = [
  {
    title: "a server's question within an exchange is answered",
    needs: ({ asks }) => asks,
    async check({ client }) {
      same(await valueOf(client.begin(1, "test/ask")), "answer", "the answer to the question");
      same(client.questions.length, 1, "questions");
    },
  },
  {
    title: "questions of exchanges that run at once get their own answers, late and in any order",
    needs: ({ asks }) => asks,
    async check({ client }) {
      client.onQuestion = (x) => {
        const wait = client.questions.length % 3;
        setTimeout(() => x.end(resultResponse(x.request.id, { value: x.request.id })), wait * 10);
      };
      const told = Array.from({ length: 9 }, (_, i) => client.begin(i, "test/ask"));
      const values = await Promise.all(told.map((t) => valueOf(t)));
      same(new Set(values).size, 9, "different answers");
    },
  },
  {
    title: "an answer that is an error reaches the server, and a second answer is swallowed",
    needs: ({ asks }) => asks,
    async check({ client }) {
      client.onQuestion = (x) => {
        x.end(errorResponse(x.request.id, -32042, "no"));
        x.end(resultResponse(x.request.id, { value: "yes" }));
      };
      const outcome = await within(5000, client.begin(1, "test/ask").outcome, "the answer");
      same("error" in outcome ? outcome.error.code : undefined, -32042, "code");
    },
  },
  {
    title: "a question that the server abandons is withdrawn from the client, and never replied to",
    needs: ({ asks, withdraws }) => withdraws ?? asks,
    async check({ client }) {
      client.onQuestion = () => {};
      const told = client.begin(1, "test/ask", { abandon: true });
      same(await valueOf(told), "abandoned", "answer");
      await until(() => client.withdrawn.length === 1, "the withdrawal");
      same(client.withdrawn[0]?.code, "cancelled", "reason");
      // Too late, and swallowed.
      for (const x of client.questions) x.end(resultResponse(x.request.id, { value: "late" }));
      await pause(20);
    },
  },
  {
    title: "a notification of the link reaches the client, outside of any exchange",
    needs: ({ linkNotify }) => linkNotify,
    async check({ client, server }) {
      await valueOf(client.begin(1, "test/echo", { value: 1 }));
      const link = server.lastLink;
      holds(link?.notify !== undefined, "ServerLink.notify is missing");
      await until(() => {
        // A channel of the client's may still be opening; what it missed does not count.
        void link?.notify?.(notification("test/changed", {}));
        return client.notifications.length > 0;
      }, "the notification");
      same(client.notifications[0]?.method, "test/changed", "method");
    },
  },
  {
    title: "a question of the link is answered",
    needs: ({ linkAsks }) => linkAsks,
    async check(bench) {
      await valueOf(bench.client.begin(1, "test/echo", { value: 1 }));
      const reply = await within(5000, askOnLink(bench), "the reply");
      holds(!isTransportError(reply) && "result" in reply, `expected a result, got ${JSON.stringify(reply)}`);
    },
  },
];

function askOnLink({ server }: Bench): Promise<JSONRPCResponse | TransportError> {
  return new Promise((resolve, reject) => {
    const link = server.lastLink;
    if (link?.ask === undefined) reject(new Error("ServerLink.ask is missing"));
    else link.ask(request("of the link", "test/question", {}), resolve);
  });
}
