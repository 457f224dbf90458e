/** The server of the transcripts that begin with `<!-- server: features -->`: one small thing of each kind. Pages hold two items. */
import { createServer } from "@mcpwire/server";
import type { Server } from "@mcpwire/server";

const dot = "R0lGODlhAQABAAAAACw=";
const hum = "UklGRiQAAABXQVZF";
const topics = ["eras", "errors", "schemas"];
const shelves = ["maps", "music"];

const startingWith = (values: readonly string[]) => (typed: string) =>
  values.filter((value) => value.startsWith(typed));

export function featureServer(): Server {
  const server = createServer({ name: "library", version: "1.0.0", pageSize: 2 });
  addTools(server);
  addResources(server);
  addPrompts(server);
  return server;
}

function addTools(server: Server): void {
  server.tool("paint", { description: "Paints a dot" }, () => ({ type: "image", data: dot, mimeType: "image/gif" }));
  server.tool("hum", { description: "Hums, and says what" }, () => [
    { type: "text", text: "a short one" },
    { type: "audio", data: hum, mimeType: "audio/wav" },
  ]);

  server.tool("tidy", { description: "Tidies up and logs it" }, async (_, ctx) => {
    await ctx.log("debug", "a shelf was looked at", "shelves");
    await ctx.log("warning", { shelf: "maps", missing: 1 }, "shelves");
    await ctx.log("error", "a shelf fell");
    return "tidied";
  });

  server.tool("rewrite", { description: "Changes the rules" }, () => {
    server.notify.resourceUpdated("library://rules");
    return "rewritten";
  });

  server.tool("shorten", { description: "Has the rules shortened by the client's model" }, async (_, ctx) => {
    const { content, model } = await ctx.sample("short", {
      messages: [{ role: "user", content: { type: "text", text: "Shorten: whisper, and return your books." } }],
      systemPrompt: "Use two words.",
      maxTokens: 20,
    });
    return `${model}: ${JSON.stringify(content)}`;
  });

  server.tool("locate", { description: "Tells where the client works" }, async (_, ctx) => {
    const roots = await ctx.roots("folders");
    return roots.map(({ uri, name }) => `${name ?? "unnamed"}: ${uri}`).join(", ");
  });
}

function addResources(server: Server): void {
  server.resource(
    "library://rules",
    { name: "Rules", description: "What to heed", mimeType: "text/plain" },
    () => "Whisper.",
  );
  server.resource("library://stamp", { name: "Stamp", mimeType: "image/gif" }, () => Buffer.from(dot, "base64"));
  server.resource("library://closed", { name: "Closed" }, () => undefined);
  server.resource(
    "library://shelves/{shelf}",
    { name: "Shelf", mimeType: "text/plain", complete: { shelf: startingWith(shelves) } },
    ({ shelf }) => (shelves.includes(shelf) ? `the shelf of ${shelf}` : undefined),
  );
}

function addPrompts(server: Server): void {
  server.prompt(
    "explain",
    {
      description: "Explains a topic",
      args: [{ name: "topic", description: "What to explain", required: true }, { name: "tone" }],
      complete: { topic: startingWith(topics) },
    },
    ({ topic, tone }) => `Explain ${topic}${tone === undefined ? "" : `, ${tone}`}.`,
  );

  server.prompt("review", { description: "Reviews the rules" }, () => [
    {
      role: "user",
      content: {
        type: "resource",
        resource: { uri: "library://rules", mimeType: "text/plain", text: "Whisper." },
      },
    },
    { role: "assistant", content: "Which part?" },
  ]);

  server.prompt("look", { title: "Look at the stamp" }, () => [
    { role: "user", content: { type: "image", data: dot, mimeType: "image/gif" } },
  ]);
}
