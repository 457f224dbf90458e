/** A tool that needs a person at a URL, asked in the way of every revision that has pages to visit. */
import { connect } from "@mcpwire/client";
import type { ClientOptions } from "@mcpwire/client";
import { memory } from "@mcpwire/jsonrpc/memory";
import { serveHttp } from "@mcpwire/node";
import { urlElicitationRequired } from "@mcpwire/protocol";
import { createServer } from "@mcpwire/server";
import { http } from "@mcpwire/streamable-http";
import { describe, expect, it } from "vitest";

const page = { message: "Log in to the archive", url: "https://archive.example/login" };

/** One tool asks and waits, the other refuses the call until the person was there. */
function archive() {
  const server = createServer({ name: "archive", version: "1.0.0" });
  let isLoggedIn = false;
  server.tool("ask", { description: "Asks for a login" }, async (_, ctx) => {
    const { action } = await ctx.elicit("login", { ...page, id: "login-1" });
    if (action === "accept") await ctx.elicitationCompleted("login-1");
    return action;
  });
  server.tool("refuse", { description: "Wants a login first" }, (_, ctx) => {
    if (isLoggedIn) return "the archive";
    setTimeout(() => {
      isLoggedIn = true;
      void ctx.elicitationCompleted("login-2");
    }, 20);
    throw urlElicitationRequired([{ mode: "url", ...page, elicitationId: "login-2" }]);
  });
  return server;
}

async function open(revision: string, options: ClientOptions = {}) {
  const shown: string[] = [];
  const over: string[] = [];
  const url = ({ url }: { url: string }) => (shown.push(url), { action: "accept" as const });
  const client = await connect(memory(archive(), { serialize: true }), {
    revisions: [revision],
    elicit: { url },
    ...options,
  });
  client.on("elicitationComplete", ({ elicitationId }) => over.push(elicitationId));
  return { client, shown, over };
}

describe("a tool that asks for a person at a URL", () => {
  it.each([
    ["2025-11-25", ["login-1"]],
    ["2026-07-28", []],
  ])("gets the person's answer at %s, and says there that the visit is over: %j", async (revision, told) => {
    const { client, shown, over } = await open(revision);
    expect((await client.callTool("ask")).content).toEqual([{ type: "text", text: "accept" }]);
    expect([shown, over]).toEqual([[page.url], told]);
    await client.close();
  });
});

describe("a call that is refused until a person has been at a URL", () => {
  it("is made again by itself once the server says that they have", async () => {
    const { client, shown, over } = await open("2025-11-25");
    expect((await client.callTool("refuse")).content).toEqual([{ type: "text", text: "the archive" }]);
    expect([shown, over]).toEqual([[page.url], ["login-2"]]);
    await client.close();
  });

  it("hears of it over HTTP as well, on the stream that belongs to no call", async () => {
    const listener = await serveHttp(archive());
    const shown: string[] = [];
    const url = (question: { url: string }) => (shown.push(question.url), { action: "accept" as const });
    const client = await connect(http(listener.url), { revisions: ["2025-11-25"], elicit: { url } });
    expect((await client.callTool("refuse")).content).toEqual([{ type: "text", text: "the archive" }]);
    expect(shown).toEqual([page.url]);
    await client.close();
    await listener.close();
  });

  it.each(["2026-07-28", "2025-06-18"])(
    "fails at %s, which knows no such refusal, and shows nothing",
    async (revision) => {
      const { client, shown } = await open(revision);
      await expect(client.callTool("refuse")).rejects.toMatchObject({
        code: expect.stringMatching(/internal-error|invalid-params/) as string,
      });
      expect(shown).toEqual([]);
      await client.close();
    },
  );
});
