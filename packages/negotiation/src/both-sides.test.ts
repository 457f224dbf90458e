/** Our client against our server over memory: what takes two to show. */
import { memory } from "@mcpwire/jsonrpc/memory";
import { describe, expect, it } from "vitest";
import { fakeHost, form, needInput, roots, type Handler } from "../test/fake-server.js";
import { recordingHost } from "../test/scripted-transport.js";
import { createServerEra } from "./create-server-era.js";
import type { ClientHost } from "./era.js";
import { openClient } from "./open-client.js";

const eras = [
  ["modern", "2026-07-28"],
  ["legacy", "2025-11-25"],
] as const;

async function pair(revision: string, handlers: Record<string, Handler>, host: Partial<ClientHost> = {}) {
  const server = createServerEra(fakeHost(handlers));
  const client = recordingHost(host);
  const era = await openClient(memory(server, { serialize: true }), client, { revisions: [revision] });
  return { server, era, client };
}

describe.each(eras)("%s", (_era, revision) => {
  it("progress and log messages reach the call that they belong to", async () => {
    const { era } = await pair(revision, {
      "tools/call": async (_params, context) => {
        await context.progress({ progress: 1, total: 2 });
        await context.progress({ progress: 2, total: 2 });
        return { content: [] };
      },
    });
    const seen: number[] = [];
    await era.request("tools/call", { name: "t" }, { onProgress: ({ progress }) => seen.push(progress) });
    expect(seen).toEqual([1, 2]);
    await era.close();
  });

  it("a handler that needs input gets it, in as many rounds as it takes", async () => {
    const { era } = await pair(
      revision,
      {
        "tools/call": (_params, { inputResponses, requestState }) => {
          if (requestState === "two") return { content: [], inputResponses };
          return requestState === "one" ? needInput({ where: roots }, "two") : needInput({ who: form }, "one");
        },
      },
      {
        capabilities: { elicitation: { form: {} }, roots: {} },
        answer: (method) =>
          method === "roots/list" ? { roots: [{ uri: "file:///a" }] } : { action: "accept", content: { name: "Ada" } },
      },
    );
    await expect(era.request("tools/call", { name: "t" })).resolves.toMatchObject({
      inputResponses: { where: { roots: [{ uri: "file:///a" }] } },
    });
    await era.close();
  });

  it("an abandoned call is abandoned on the other side, too", async () => {
    let aborted = false;
    const { era } = await pair(revision, {
      "tools/call": (_params, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () => {
            aborted = true;
            reject(new Error("stopped"));
          });
        }),
    });
    const controller = new AbortController();
    const pending = era.request("tools/call", { name: "t" }, { signal: controller.signal });
    setTimeout(() => controller.abort(), 5);
    await expect(pending).rejects.toMatchObject({ code: "aborted" });
    await expect.poll(() => aborted).toBe(true);
    await era.close();
  });

  it("a watch hears of the changes that it asked for, and of no other", async () => {
    const { era, server, client } = await pair(revision, {
      "resources/subscribe": () => ({}),
      "resources/unsubscribe": () => ({}),
    });
    const heard: unknown[] = [];
    const watch = await era.watch(
      { toolsListChanged: true, resourceSubscriptions: ["file:///a"] },
      { notified: (method, params) => heard.push([method, params?.uri]), ended: () => {} },
    );
    expect(watch.honored).toEqual({ toolsListChanged: true, resourceSubscriptions: ["file:///a"] });
    server.changed({ type: "tools" });
    server.changed({ type: "resource", uri: "file:///a" });
    server.changed({ type: "resource", uri: "file:///b" });
    await expect
      .poll(() => heard)
      .toEqual([
        ["notifications/tools/list_changed", undefined],
        ["notifications/resources/updated", "file:///a"],
      ]);
    await watch.close();
    server.changed({ type: "tools" });
    await era.request("custom/none").catch(() => {});
    expect(heard).toHaveLength(2);
    expect(client.ends).toEqual([]);
    await era.close();
  });
});

it("modern: the server's graceful end reaches a watch (2026-07-28/basic/patterns/subscriptions#graceful-closure/1)", async () => {
  const { era, server } = await pair("2026-07-28", {});
  const ends: unknown[] = [];
  await era.watch({ toolsListChanged: true }, { notified: () => {}, ended: (error) => ends.push(error) });
  await server.close();
  await expect.poll(() => ends).toEqual([undefined]);
  await era.close();
});
