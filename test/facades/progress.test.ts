/** Progress, at every revision, seen from both sides of the wire. */
import { connect } from "@mcpwire/client";
import type { JSONObject } from "@mcpwire/jsonrpc";
import { createServer } from "@mcpwire/server";
import { describe, expect, it } from "vitest";
import { everyRevision, notesServer } from "./notes-server.js";
import { greeted, handClient, handServer, metadata, settled, tapped } from "./wire.js";

const paramsOf = (message: JSONObject): JSONObject => message["params"] as JSONObject;
const tokenOf = (request: JSONObject): unknown =>
  (paramsOf(request)["_meta"] as JSONObject | undefined)?.["progressToken"];
const progressIn = (messages: readonly JSONObject[]): JSONObject[] =>
  messages.filter(({ method }) => method === "notifications/progress").map(paramsOf);

describe.each(everyRevision)("at %s", (revision) => {
  // 2024-11-05/basic/utilities/progress#progress-flow/1 2025-03-26/basic/utilities/progress#progress-flow/1
  // 2025-06-18/basic/utilities/progress#progress-flow/1 2025-11-25/basic/utilities/progress#progress-flow/1
  // 2024-11-05/basic/utilities/progress#progress-flow/2 2025-03-26/basic/utilities/progress#progress-flow/2
  // 2025-06-18/basic/utilities/progress#progress-flow/2 2025-11-25/basic/utilities/progress#progress-flow/2
  it("a client asks with a token that is text or an integer and its own for each active request, and only where somebody listens", async () => {
    const wire = tapped(notesServer());
    const client = await connect(wire, { revisions: [revision] });
    const seen: number[][] = [[], [], []];
    await Promise.all([
      ...seen.map((mine, i) =>
        client.callTool("steps", { n: i + 1 }, { onProgress: ({ progress }) => mine.push(progress) }),
      ),
      client.callTool("steps", { n: 4 }),
    ]);
    expect(seen).toEqual([[1], [1, 2], [1, 2, 3]]);
    const tokens = wire.up.filter(({ method }) => method === "tools/call").map(tokenOf);
    expect(tokens.filter((token) => token === undefined)).toHaveLength(1);
    const given = tokens.filter((token) => token !== undefined);
    expect(new Set(given).size).toBe(3);
    for (const token of given) expect(typeof token === "string" || Number.isSafeInteger(token)).toBe(true);
    await client.close();
  });

  // 2024-11-05/basic/utilities/progress#progress-flow/4 2025-03-26/basic/utilities/progress#progress-flow/4
  // 2025-06-18/basic/utilities/progress#progress-flow/4 2025-11-25/basic/utilities/progress#progress-flow/4
  // 2024-11-05/basic/utilities/progress#behavior-requirements/1 2025-03-26/basic/utilities/progress#behavior-requirements/1
  // 2025-06-18/basic/utilities/progress#behavior-requirements/1 2025-11-25/basic/utilities/progress#behavior-requirements/1
  // 2024-11-05/basic/utilities/progress#implementation-notes/3 2025-03-26/basic/utilities/progress#implementation-notes/3
  // 2025-06-18/basic/utilities/progress#implementation-notes/3 2025-11-25/basic/utilities/progress#implementation-notes/3
  // 2024-11-05/basic/utilities/progress#progress-flow/3 2025-03-26/basic/utilities/progress#progress-flow/3
  // 2025-06-18/basic/utilities/progress#progress-flow/3 2025-11-25/basic/utilities/progress#progress-flow/3
  // 2024-11-05/basic/utilities/progress#progress-flow/5 2025-03-26/basic/utilities/progress#progress-flow/5
  // 2025-06-18/basic/utilities/progress#progress-flow/5 2025-11-25/basic/utilities/progress#progress-flow/5
  it.each([7, 0, "", "t"])(
    "a server sends values that grow under the token %j, none without a token, none after the answer",
    async (token) => {
      const server = createServer({ name: "n", version: "1" });
      let late = (): Promise<void> => Promise.resolve();
      server.tool("work", {}, async (_, ctx) => {
        for (const value of [0.5, 0.25, 0.5, 2, 1, 2.5]) await ctx.progress(value, 3, `at ${value}`);
        late = () => ctx.progress(3, 3);
        return "done";
      });
      const isModern = revision === "2026-07-28";
      const client = isModern ? handClient(server) : await greeted(server, revision);
      const ask = (meta: JSONObject) =>
        client.ask("tools/call", { name: "work", _meta: { ...(isModern ? metadata() : {}), ...meta } });
      await ask({});
      expect(progressIn(client.heard)).toEqual([]);
      await ask({ progressToken: token });
      await late();
      await settled();
      // The message of a step came with 2025-03-26.
      const said = (at: number) => (revision === "2024-11-05" ? {} : { message: `at ${at}` });
      expect(progressIn(client.heard)).toEqual(
        [0.5, 2, 2.5].map((progress) => ({ progressToken: token, progress, total: 3, ...said(progress) })),
      );
      client.leave();
    },
  );

  // 2024-11-05/basic/utilities/progress#implementation-notes/1 2025-03-26/basic/utilities/progress#implementation-notes/1
  // 2025-06-18/basic/utilities/progress#implementation-notes/1 2025-11-25/basic/utilities/progress#implementation-notes/1
  // 2026-07-28/basic/patterns/progress#implementation-notes/1
  it("a client hands progress to the call whose token it names, and ignores what names none that is active", async () => {
    const reports: string[] = [];
    const server = handServer(revision, { capabilities: { tools: {} }, answers: { "tools/call": () => "silence" } });
    const client = await connect(server, { revisions: [revision], report: ({ code }) => reports.push(code) });
    const seen: number[] = [];
    const calling = client.callTool("work", {}, { onProgress: ({ progress }) => seen.push(progress) });
    await settled();
    const [request] = server.of("tools/call");
    if (request === undefined) throw new Error("no call");
    const progress = (progressToken: unknown, value: number) =>
      server.say({ jsonrpc: "2.0", method: "notifications/progress", params: { progressToken, progress: value } });
    progress(tokenOf(request), 1);
    progress("nobody's", 2);
    progress(String(tokenOf(request)), 3);
    progress(null, 4);
    server.say({ jsonrpc: "2.0", method: "notifications/progress" });
    progress(tokenOf(request), 5);
    server.say({ jsonrpc: "2.0", id: request["id"], result: { resultType: "complete", content: [] } });
    await calling;
    progress(tokenOf(request), 6);
    await settled();
    expect(seen).toEqual([1, 5]);
    expect(reports.length).toBeGreaterThan(0);
    await client.close();
  });

  // 2025-03-26/basic/lifecycle#timeouts/3 2025-06-18/basic/lifecycle#timeouts/3 2025-03-26/basic/lifecycle#timeouts/4
  // 2025-06-18/basic/lifecycle#timeouts/4 2025-03-26/basic/lifecycle#timeouts/5 2025-06-18/basic/lifecycle#timeouts/5
  // 2025-11-25/basic/lifecycle#timeouts/5
  // 2026-07-28/basic/patterns/cancellation#timeouts/1 2026-07-28/basic/patterns/cancellation#timeouts/5
  it("progress keeps a call alive beyond its timeout, but never beyond its total; both are set per call", async () => {
    const server = handServer(revision, {
      capabilities: { tools: {} },
      answers: {
        async "tools/call"(_, request) {
          for (let i = 1; i <= 25; i++) {
            await settled(10);
            server.say({
              jsonrpc: "2.0",
              method: "notifications/progress",
              params: { progressToken: tokenOf(request), progress: i },
            });
          }
          return { content: [] };
        },
      },
    });
    const client = await connect(server, { revisions: [revision], timeoutMs: 10_000 });
    const onProgress = () => {};
    await client.callTool("work", {}, { timeoutMs: 200, onProgress });
    await expect(client.callTool("work", {}, { timeoutMs: 200, maxTotalMs: 60, onProgress })).rejects.toMatchObject({
      code: "timeout",
      data: { limit: "maxTotalMs" },
    });
    await expect(client.callTool("work", {}, { timeoutMs: 5 })).rejects.toMatchObject({ code: "timeout" });
    await client.close();
  });
});
