/**
 * The server of the transcripts that begin with `<!-- server: features -->`: one small thing of each kind. Pages hold two items. What
 * happens to it without a client's doing is in `happenings`, by the words that a transcript has for it.
 */
import { createServer } from "@mcpwire/server";
import type { Server } from "@mcpwire/server";
import { addSampling } from "./feature-sampling.js";

const dot = "R0lGODlhAQABAAAAACw=";
const hum = "UklGRiQAAABXQVZF";
const topics = ["eras", "errors", "schemas"];
const shelves = new Map([
  ["maps", ["atlas"]],
  ["music", ["hymns", "waltzes"]],
]);
const cards = Array.from({ length: 120 }, (_, at) => String(at + 1));
const icons = [{ src: "https://library.example/stamp.png", mimeType: "image/png", sizes: ["48x48"] }];

const startingWith = (values: readonly string[]) => (typed: string) =>
  values.filter((value) => value.startsWith(typed));

export interface Staged {
  readonly server: Server;
  readonly happenings: Readonly<Record<string, () => void>>;
}

export function featureServer(): Staged {
  const server = createServer({ name: "library", version: "1.0.0", pageSize: 2 });
  let rules = "Whisper.";
  const readRules = () => rules;
  addTools(server);
  addSampling(server);
  addResources(server, readRules);
  addPrompts(server, readRules);
  return {
    server,
    happenings: {
      "the rules are rewritten": () => {
        rules = "Whisper softly.";
        server.notify.resourceUpdated("library://rules");
      },
      "a resource is added": () => {
        server.resource("library://news", { name: "News" }, () => "We are open.");
      },
      "a prompt is added": () => {
        server.prompt("greet", { description: "Greets" }, () => "Good morning.");
      },
    },
  };
}

function addTools(server: Server): void {
  server.tool("paint", { description: "Paints a dot" }, () => ({
    type: "image",
    data: dot,
    mimeType: "image/gif",
    annotations: { audience: ["user"], priority: 0.9 },
  }));

  server.tool("hum", { description: "Hums, and says what" }, () => [
    { type: "text", text: "a short one" },
    { type: "audio", data: hum, mimeType: "audio/wav" },
  ]);

  server.tool("fetch", { description: "Tells where the atlas is, and brings the stamp" }, () => [
    {
      type: "resource_link",
      uri: "library://shelves/maps/atlas",
      name: "atlas",
      description: "All of the world",
      mimeType: "text/plain",
    },
    {
      type: "resource",
      resource: { uri: "library://stamp", mimeType: "image/gif", blob: dot },
      annotations: { audience: ["assistant"] },
    },
  ]);

  server.tool("tidy", { description: "Tidies up and logs it" }, async (_, ctx) => {
    await ctx.log("debug", "a shelf was looked at", "shelves");
    await ctx.log("warning", { shelf: "maps", missing: 1 }, "shelves");
    await ctx.log("error", "a shelf fell");
    return "tidied";
  });

  server.tool("locate", { description: "Tells where the client works" }, async (_, ctx) => {
    const roots = await ctx.roots("folders");
    return roots.map(({ uri, name }) => `${name ?? "unnamed"}: ${uri}`).join(", ");
  });
}

function addResources(server: Server, readRules: () => string): void {
  server.resource(
    "library://rules",
    {
      name: "Rules",
      description: "What to heed",
      mimeType: "text/plain",
      cache: { ttlMs: 60_000, cacheScope: "public" },
    },
    readRules,
  );

  server.resource(
    "library://stamp",
    {
      name: "Stamp",
      title: "The library's stamp",
      mimeType: "image/gif",
      size: 14,
      icons,
      annotations: { audience: ["user"], priority: 0.2, lastModified: "2025-01-12T15:00:58Z" },
    },
    () => Buffer.from(dot, "base64"),
  );

  server.resource("library://closed", { name: "Closed" }, () => undefined);
  server.resource("library://diary", { name: "Diary", mimeType: "text/plain" }, async (_, ctx) => {
    const schema = {
      type: "object",
      properties: { word: { type: "string" } },
      required: ["word"],
    } as const;
    const answer = await ctx.elicit("word", { message: "What is the word?", schema });
    return answer.action === "accept" && answer.content.word === "please" ? "Dear diary." : undefined;
  });

  server.resource(
    "library://shelves/{shelf}",
    { name: "Shelf", mimeType: "text/plain", complete: { shelf: startingWith([...shelves.keys()]) } },
    ({ shelf }) =>
      shelves.get(shelf)?.map((book) => ({ uri: `library://shelves/${shelf}/${book}`, text: `The ${book}.` })),
  );

  server.resource(
    "library://shelves/{shelf}/{book}",
    {
      name: "Book",
      title: "A book of a shelf",
      description: "All that is written in it",
      mimeType: "text/plain",
      icons,
      annotations: { priority: 1 },
      complete: {
        shelf: startingWith([...shelves.keys()]),
        book: (typed, _, { shelf }) =>
          startingWith(shelf === undefined ? [...shelves.values()].flat() : (shelves.get(shelf) ?? []))(typed),
      },
    },
    ({ shelf, book }) => (shelves.get(shelf)?.includes(book) === true ? `The ${book}.` : undefined),
  );

  server.resource("library://cards/{card}", { name: "Card", complete: { card: startingWith(cards) } }, ({ card }) => {
    if (card === "13") throw new Error("the card with the keeper's address is torn");
    return cards.includes(card) ? `Card ${card}.` : undefined;
  });
}

function addPrompts(server: Server, readRules: () => string): void {
  server.prompt(
    "explain",
    {
      description: "Explains a topic",
      args: [{ name: "topic", description: "What to explain", required: true }, { name: "tone" }],
      complete: {
        topic: startingWith(topics),
        tone: (typed, _, { topic }) => startingWith(topic === "errors" ? ["gently", "gravely"] : ["gaily"])(typed),
      },
    },
    ({ topic, tone }) => {
      if (topic === "silence") throw new Error("nothing to say about the keeper");
      return `Explain ${topic}${tone === undefined ? "" : `, ${tone}`}.`;
    },
  );

  server.prompt("review", { description: "Reviews the rules" }, () => [
    {
      role: "user",
      content: {
        type: "resource",
        resource: { uri: "library://rules", mimeType: "text/plain", text: readRules() },
      },
    },
    { role: "assistant", content: "Which part?" },
  ]);

  server.prompt("look", { title: "Look and listen", icons }, () => [
    { role: "user", content: { type: "image", data: dot, mimeType: "image/gif", annotations: { priority: 1 } } },
    { role: "user", content: { type: "audio", data: hum, mimeType: "audio/wav" } },
  ]);

  server.prompt(
    "lend",
    { description: "Lends a book", args: [{ name: "book", title: "Book", required: true }] },
    async ({ book }, ctx) => {
      const schema = { type: "object", properties: { name: { type: "string" } }, required: ["name"] } as const;
      const answer = await ctx.elicit("reader", { message: "Who borrows it?", schema });
      const reader = answer.action === "accept" ? answer.content.name : "nobody";
      return [
        { role: "user", content: `Lend this book to ${reader}.` },
        { role: "user", content: { type: "resource_link", uri: `library://shelves/maps/${book}`, name: book } },
      ];
    },
  );
}
