/** What a client declares and answers, at every revision, as a server by hand sees it. */
import { connect } from "@mcpwire/client";
import type { Client, ClientOptions } from "@mcpwire/client";
import { ProtocolError, isProtocolError } from "@mcpwire/jsonrpc";
import type { JSONObject } from "@mcpwire/jsonrpc";
import { isResourceNotFound } from "@mcpwire/protocol";
import { createServer } from "@mcpwire/server";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { everyRevision } from "./notes-server.js";
import { greeted, handClient, handServer, legacyRevisions, metadata, settled, tapped } from "./wire.js";
import type { HandServer } from "./wire.js";

const said = { role: "assistant", content: { type: "text", text: "hi" }, model: "m" } as const;
const messages = [{ role: "user", content: { type: "text", text: "?" } }];
const form = { message: "Who?", requestedSchema: { type: "object", properties: { name: { type: "string" } } } };
const root = { uri: "file:///home/ada", name: "home" };

/** Asks on the wire where the revision does, and inside a call where it does not; the answer, or the call's failure. */
async function ask(
  revision: string,
  options: ClientOptions,
  method: string,
  params?: JSONObject,
): Promise<{ answer: unknown; error?: unknown; declared: JSONObject }> {
  const question = { method, ...(params === undefined ? {} : { params }) };
  let answered: unknown;
  const server: HandServer = handServer(revision, {
    capabilities: { tools: {} },
    answers: {
      "tools/call"(given) {
        if (!("inputResponses" in given)) return { resultType: "input_required", inputRequests: { q: question } };
        answered = (given["inputResponses"] as JSONObject)["q"];
        return { content: [] };
      },
    },
  });
  const client: Client = await connect(server, { revisions: [revision], ...options });
  try {
    if (revision === "2026-07-28") {
      await client.callTool("asks").catch((error: unknown) => (answered = { error }));
      const [call] = server.of("tools/call") as { params: { _meta: Record<string, JSONObject> } }[];
      return { answer: answered, declared: call?.params._meta["io.modelcontextprotocol/clientCapabilities"] ?? {} };
    }
    const reply = await server.ask(method, params);
    const [hello] = server.of("initialize") as { params: { capabilities: JSONObject } }[];
    return { answer: reply["result"] ?? reply, error: reply["error"], declared: hello?.params.capabilities ?? {} };
  } finally {
    await client.close();
  }
}

describe.each(everyRevision)("at %s, a client", (revision) => {
  // 2024-11-05/client/roots#capabilities/1 2025-03-26/client/roots#capabilities/1 2025-06-18/client/roots#capabilities/1
  // 2025-11-25/client/roots#capabilities/1 2026-07-28/client/roots#capabilities/1 2024-11-05/client/sampling#capabilities/1
  // 2025-03-26/client/sampling#capabilities/1 2025-06-18/client/sampling#capabilities/1 2025-11-25/client/sampling#capabilities/1
  // 2026-07-28/client/sampling#capabilities/1
  // 2025-11-25/client/elicitation#capabilities/1 2026-07-28/client/elicitation#capabilities/1
  // 2025-11-25/client/elicitation#capabilities/2 2026-07-28/client/elicitation#capabilities/2
  it("declares what it answers, and answers it", async () => {
    const roots = await ask(revision, { roots: [root] }, "roots/list");
    expect(roots).toMatchObject({ answer: { roots: [root] } });
    // The newest revision has no notice of changed roots.
    expect(roots.declared).toEqual({ roots: revision === "2026-07-28" ? {} : { listChanged: true } });

    const sampled = await ask(revision, { sample: () => said }, "sampling/createMessage", { messages, maxTokens: 5 });
    expect(sampled).toMatchObject({ answer: said, declared: { sampling: {} } });

    if (revision < "2025-06-18") return;
    const asked = await ask(
      revision,
      { elicit: () => ({ action: "accept", content: { name: "Ada" } }) },
      "elicitation/create",
      form,
    );
    expect(asked).toMatchObject({
      answer: { action: "accept", content: { name: "Ada" } },
      declared: { elicitation: {} },
    });
  });

  // 2024-11-05/client/roots#error-handling/1 2025-03-26/client/roots#error-handling/1 2025-06-18/client/roots#error-handling/1
  // 2025-11-25/client/roots#error-handling/1
  it.each([
    ["roots/list", undefined],
    ["sampling/createMessage", { messages, maxTokens: 5 }],
    ["elicitation/create", form],
  ])("declares nothing that it does not answer, and refuses %s", async (method, params) => {
    const refused = await ask(revision, {}, method, params);
    expect(refused.declared).toEqual({});
    if (revision === "2026-07-28") expect(refused.answer).toHaveProperty("error");
    else expect(refused.error).toMatchObject({ code: -32601 });
  });

  // 2024-11-05/client/sampling#error-handling/1 2025-03-26/client/sampling#error-handling/1
  // 2025-06-18/client/sampling#error-handling/1 2025-11-25/client/sampling#error-handling/1
  it("passes the host's refusal on as it is, and hides any other failure", async () => {
    const refusing = () => Promise.reject(new ProtocolError(-1, "User rejected sampling request"));
    const refused = await ask(revision, { sample: refusing }, "sampling/createMessage", { messages, maxTokens: 5 });
    if (revision === "2026-07-28") expect(refused.answer).toMatchObject({ error: { rpcCode: -1 } });
    else expect(refused.error).toMatchObject({ code: -1, message: "User rejected sampling request" });
    if (revision === "2026-07-28") return;
    const failing = () => Promise.reject(new Error("the password is x"));
    const failed = await ask(revision, { sample: failing }, "sampling/createMessage", { messages, maxTokens: 5 });
    expect(failed.error).toEqual({ code: -32603, message: expect.stringMatching(/^internal error$/i) as string });
  });

  // 2024-11-05/client/sampling#security-considerations/2 2025-03-26/client/sampling#security-considerations/2
  // 2025-06-18/client/sampling#security-considerations/2 2025-11-25/client/sampling#security-considerations/2
  // 2026-07-28/client/sampling#security-considerations/2
  it.each([{ maxTokens: 5 }, { messages: "hello", maxTokens: 5 }, { messages: null }])(
    "does not hand on sampling with %j, which holds no messages",
    async (params) => {
      let ran = 0;
      const refused = await ask(revision, { sample: () => (ran++, said) }, "sampling/createMessage", params);
      expect(ran).toBe(0);
      if (revision === "2026-07-28") expect(refused.answer).toHaveProperty("error");
      else expect(refused.error).toMatchObject({ code: -32602 });
    },
  );

  // 2024-11-05/server/utilities/pagination#implementation-guidelines/2
  // 2025-03-26/server/utilities/pagination#implementation-guidelines/2
  // 2025-06-18/server/utilities/pagination#implementation-guidelines/2
  // 2025-11-25/server/utilities/pagination#implementation-guidelines/2
  // 2026-07-28/server/utilities/pagination#implementation-guidelines/2
  // 2024-11-05/server/prompts#implementation-considerations/2 2025-03-26/server/prompts#implementation-considerations/2
  // 2025-06-18/server/prompts#implementation-considerations/2 2025-11-25/server/prompts#implementation-considerations/2
  // 2026-07-28/server/prompts#implementation-considerations/2
  it("walks pages of any size under the server's cursors as they are, and takes a list without pages", async () => {
    const pages: Record<string, JSONObject> = {
      first: { prompts: [{ name: "a" }, { name: "b" }, { name: "c" }], nextCursor: "" },
      "": { prompts: [], nextCursor: ' {"é": "\\u0000 +/="} ' },
      ' {"é": "\\u0000 +/="} ': { prompts: [{ name: "d" }] },
    };
    const server = handServer(revision, {
      capabilities: { prompts: {}, tools: {} },
      answers: {
        "prompts/list": ({ cursor }) => pages[typeof cursor === "string" ? cursor : "first"] ?? "silence",
        "tools/list": () => ({ tools: [{ name: "t", inputSchema: { type: "object" } }, { nameless: true }, 7] }),
      },
    });
    const client = await connect(server, { revisions: [revision] });
    expect((await client.prompts().all()).map(({ name }) => name)).toEqual(["a", "b", "c", "d"]);
    expect(server.of("prompts/list").map(({ params }) => (params as JSONObject | undefined)?.["cursor"])).toEqual([
      undefined,
      "",
      ' {"é": "\\u0000 +/="} ',
    ]);
    expect((await client.tools().all()).map(({ name }) => name)).toEqual(["t"]);
    await client.close();
  });

  it("sees a missing resource by either code", async () => {
    // 2026-07-28/server/resources#error-handling/3
    for (const code of [-32602, -32002]) {
      const server = handServer(revision, {
        capabilities: { resources: {} },
        answers: { "resources/read": () => ({ error: { code, message: "not found", data: { uri: "x:y" } } }) },
      });
      const client = await connect(server, { revisions: [revision] });
      const error: unknown = await client.readResource("x:y").catch((thrown: unknown) => thrown);
      expect(isProtocolError(error) && isResourceNotFound(error)).toBe(true);
      await client.close();
    }
  });

  it("takes lists, results and content with members and kinds that nobody knows", async () => {
    const server = handServer(revision, {
      capabilities: { tools: {}, "of-tomorrow": {} },
      answers: {
        "tools/call": () => ({
          content: [
            { type: "of-tomorrow", x: 1 },
            { type: "text", text: "ok" },
          ],
          extra: { a: [1] },
        }),
      },
    });
    const client = await connect(server, { revisions: [revision] });
    const result = await client.callTool("t");
    expect(result.content).toMatchObject([{ type: "of-tomorrow", x: 1 }, { text: "ok" }]);
    expect(result).toHaveProperty("extra", { a: [1] });
    await client.close();
  });
});

describe.each(legacyRevisions)("at %s, a client", (revision) => {
  // 2024-11-05/client/roots#root-list-changes/1 2025-03-26/client/roots#root-list-changes/1
  // 2025-06-18/client/roots#root-list-changes/1 2025-11-25/client/roots#root-list-changes/1
  // The host says when its roots change; what it says goes out.
  it("tells a server of changed roots, and answers with the new ones", async () => {
    const roots = [root];
    const server = handServer(revision);
    const client = await connect(server, { revisions: [revision], roots: () => roots });
    roots.push({ uri: "file:///tmp/x", name: "x" });
    await client.notify("notifications/roots/list_changed");
    await settled();
    expect(server.of("notifications/roots/list_changed")).toHaveLength(1);
    expect(await server.ask("roots/list")).toMatchObject({ result: { roots } });
    await client.close();
  });

  it("answers questions side by side: a slow one holds up no other", async () => {
    const server = handServer(revision);
    let finish = (): void => {};
    const sample = () => new Promise<typeof said>((resolve) => (finish = () => resolve(said)));
    const client = await connect(server, { revisions: [revision], sample, roots: [] });
    const slow = server.ask("sampling/createMessage", { messages, maxTokens: 1 }, 0);
    expect(await server.ask("roots/list", undefined, "0")).toHaveProperty("result.roots", []);
    expect(await server.ask("ping")).toHaveProperty("result", {});
    finish();
    expect(await slow).toMatchObject({ id: 0, result: said });
    await client.close();
  });

  // 2024-11-05/basic/utilities/ping#implementation-considerations/1
  // 2025-03-26/basic/utilities/ping#implementation-considerations/1
  // 2025-06-18/basic/utilities/ping#implementation-considerations/1
  // 2025-11-25/basic/utilities/ping#implementation-considerations/1
  // 2024-11-05/basic/utilities/ping#implementation-considerations/2
  // 2025-03-26/basic/utilities/ping#implementation-considerations/2
  // 2025-06-18/basic/utilities/ping#implementation-considerations/2
  // 2025-11-25/basic/utilities/ping#implementation-considerations/2
  // 2024-11-05/basic/utilities/ping#error-handling/1 2025-03-26/basic/utilities/ping#error-handling/1
  // 2025-06-18/basic/utilities/ping#error-handling/1 2025-11-25/basic/utilities/ping#error-handling/1
  // 2024-11-05/basic/utilities/ping#error-handling/2 2025-03-26/basic/utilities/ping#error-handling/2
  // 2025-06-18/basic/utilities/ping#error-handling/2 2025-11-25/basic/utilities/ping#error-handling/2
  // 2024-11-05/basic/utilities/ping#error-handling/3 2025-03-26/basic/utilities/ping#error-handling/3
  // 2025-06-18/basic/utilities/ping#error-handling/3 2025-11-25/basic/utilities/ping#error-handling/3
  it("pings as often as it is told to, reports pings that fail, and gives up a server that leaves two unanswered", async () => {
    const reports: string[] = [];
    const server = handServer(revision, { answers: { ping: () => "silence" } });
    const client = await connect(server, {
      revisions: [revision],
      keepAliveMs: 15,
      timeoutMs: 10,
      report: ({ code }) => reports.push(code),
    });
    await new Promise<void>((resolve) => client.on("closed", () => resolve()));
    expect(server.of("ping")).toHaveLength(2);
    expect(reports.filter((code) => code === "ping-failed")).toHaveLength(2);
    await client.close();
  });
});

describe.each(["2026-07-28", "2025-11-25", "2025-06-18"])("elicitation at %s", (revision) => {
  const asking = () => {
    const server = createServer({ name: "n", version: "1" });
    server.tool("form", {}, async (_, ctx) =>
      JSON.stringify(await ctx.elicit("k", { message: "Who?", schema: z.object({ name: z.string().max(5) }) })),
    );
    server.tool("url", {}, async (_, ctx) =>
      JSON.stringify(await ctx.elicit("k", { message: "Go", url: "https://example.com/x" })),
    );
    return server;
  };
  const open = async (options: ClientOptions) => {
    const wire = tapped(asking());
    return { wire, client: await connect(wire, { revisions: [revision], ...options }) };
  };
  /** The params of every question that went out, on the wire or in a result. */
  const asked = (down: readonly JSONObject[]): JSONObject[] =>
    down.flatMap((message) => {
      if (message["method"] === "elicitation/create") return [message["params"] as JSONObject];
      const requests = (message["result"] as JSONObject | undefined)?.["inputRequests"] as
        Record<string, JSONObject> | undefined;
      return Object.values(requests ?? {}).map(({ params }) => params as JSONObject);
    });
  const textOf = async (result: Promise<{ content: readonly unknown[] }>) => (await result).content;

  // 2025-11-25/client/elicitation#form-mode-elicitation-requests/1 2026-07-28/client/elicitation#form-mode-elicitation-requests/1
  // 2026-07-28/client/elicitation#elicitation-requests/2
  it("asks for a form in form mode, with a message and a schema", async () => {
    const { wire, client } = await open({ elicit: () => ({ action: "accept", content: { name: "Ada" } }) });
    expect(await textOf(client.callTool("form"))).toMatchObject([
      { text: '{"action":"accept","content":{"name":"Ada"}}' },
    ]);
    const [question, ...more] = asked(wire.down);
    expect(more).toEqual([]);
    expect(question).toMatchObject({
      message: "Who?",
      requestedSchema: { type: "object", properties: { name: { type: "string" } } },
    });
    expect(question?.["mode"] ?? "form").toBe("form");
    await client.close();
  });

  // 2025-11-25/client/elicitation#security-considerations/1
  it("asks the client whose call it is, and no other, also when both call at once", async () => {
    const server = asking();
    const shown: string[] = [];
    const open = (name: string) =>
      connect(tapped(server), {
        revisions: [revision],
        elicit: () => (shown.push(name), { action: "accept", content: { name } }),
      });
    const clients = await Promise.all(["ada", "bob"].map(open));
    const answers = await Promise.all(clients.map((client) => textOf(client.callTool("form"))));
    expect(answers).toMatchObject([
      [{ text: '{"action":"accept","content":{"name":"ada"}}' }],
      [{ text: '{"action":"accept","content":{"name":"bob"}}' }],
    ]);
    expect(shown.toSorted()).toEqual(["ada", "bob"]);
    await Promise.all(clients.map((client) => client.close()));
  });

  // 2026-07-28/client/elicitation#error-handling/1 2026-07-28/client/elicitation#error-handling/2
  it.each(["decline", "cancel"] as const)(
    "lets the handler go on when the person chooses %s, also where content is null",
    async (action) => {
      const { client } = await open({ elicit: () => ({ action, content: null }) as never });
      expect(await textOf(client.callTool("form"))).toMatchObject([{ text: JSON.stringify({ action }) }]);
      await client.close();
    },
  );

  // 2026-07-28/client/elicitation#error-handling/2
  it("fails the call, and nothing else, when the client cannot answer", async () => {
    let fails = true;
    const elicit = () => {
      if (fails) throw new Error("no screen");
      return { action: "decline" as const };
    };
    const { client } = await open({ elicit });
    await expect(client.callTool("form")).rejects.toBeDefined();
    fails = false;
    expect(await textOf(client.callTool("form"))).toMatchObject([{ text: '{"action":"decline"}' }]);
    await client.close();
  });

  // 2025-06-18/client/elicitation#security-considerations/3 2025-11-25/client/elicitation#security-considerations/3
  // 2025-11-25/client/elicitation#form-mode-security/3 2026-07-28/client/elicitation#form-mode-security/3
  it("never lets the handler see content that does not fit the form, whatever a client sends", async () => {
    const isModern = revision === "2026-07-28";
    const capabilities = { elicitation: {} };
    const client = isModern ? handClient(asking()) : await greeted(asking(), revision, capabilities);
    const contents = [{ name: "much too long" }, { name: 7 }, {}, { name: "Ada" }];
    const final = { content: [{ text: '{"action":"accept","content":{"name":"Ada"}}' }] };
    if (isModern) {
      for (const content of contents) {
        const inputResponses = { k: { action: "accept", content } };
        const params = { name: "form", inputResponses, _meta: metadata(capabilities) };
        const fits = content === contents[3];
        expect(await client.ask("tools/call", params)).toMatchObject({
          result: fits ? final : { resultType: "input_required" },
        });
      }
    } else {
      const calling = client.ask("tools/call", { name: "form" });
      const answered = new Set<unknown>();
      for (const content of contents) {
        const { id } = await client.until(
          (message) => "method" in message && "id" in message && !answered.has(message["id"]),
        );
        answered.add(id);
        client.say({ jsonrpc: "2.0", id, result: { action: "accept", content } });
      }
      expect(await calling).toMatchObject({ result: final });
    }
    client.leave();
  });

  if (revision !== "2025-06-18") {
    // 2026-07-28/client/elicitation#url-mode-elicitation-requests/1
    it("asks for a page in url mode, with a message and the address, and only of a client that declared it", async () => {
      const { wire, client } = await open({ elicit: { url: () => ({ action: "accept" }) } });
      expect(await textOf(client.callTool("url"))).toMatchObject([{ text: '{"action":"accept"}' }]);
      expect(asked(wire.down)).toMatchObject([{ mode: "url", message: "Go", url: "https://example.com/x" }]);
      await expect(client.callTool("form")).rejects.toMatchObject({ rpcCode: expect.any(Number) as number });
      expect(asked(wire.down)).toHaveLength(1);
      await client.close();
    });
  }
});
