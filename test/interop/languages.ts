/**
 * The pairings with other languages, over stdio and over HTTP: our client with each server, each client with the fixture server. Builds
 * the small programs beside this file into .cache/languages, prints a table, and exits with 1 when a row failed. Takes the languages to
 * run as arguments; without any, those that need no long build.
 */
import { fileURLToPath } from "node:url";
import { stdio } from "@mcpwire/node";
import { http } from "@mcpwire/streamable-http";
import { freePort, startListening } from "../support/listening-process.js";
import { newest, newestWithHandshake } from "../main-job/targets.js";
import { columns, judge, seenByOurs, seenByTheirs } from "./language-rows.js";
import type { Expected, Seen } from "./language-rows.js";
import { languages } from "./language-programs.js";
import type { Language, Programs } from "./language-programs.js";

const fixture = fileURLToPath(new URL("../../packages/examples/dist/conformance-server.js", import.meta.url));
const rows: (readonly string[])[] = [columns];
let failed = 0;

const wanted = process.argv.slice(2);
for (const name of wanted.filter((name) => !languages.some((language) => language.name === name))) {
  console.error(`no language called ${name}; there are ${languages.map((language) => language.name).join(", ")}`);
  process.exit(2);
}
const chosen = languages.filter(({ name, isQuick }) => (wanted.length === 0 ? isQuick : wanted.includes(name)));

const endpoint = await startListening({ command: process.execPath, args: [fixture], env: { PORT: "0" } });
// The program says where it listens as an object.
const url = String((JSON.parse(endpoint.url) as { listening: unknown }).listening);
for (const language of chosen) {
  console.log(`${language.name}: building …`);
  await pairings(language, language.build());
}
await endpoint.stop("SIGTERM");

const widths = columns.map((_, i) => Math.max(...rows.map((cells) => cells[i]?.length ?? 0)));
const lines = rows.map((cells) => cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join("  "));
console.log(`\n${lines.map((line) => line.trimEnd()).join("\n")}`);
console.log(`\n${rows.length - 1 - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

async function pairings(language: Language, { server, client }: Programs): Promise<void> {
  const [serverCommand, ...serverArgs] = server;
  const [clientCommand, ...clientArgs] = client;
  const { label, revision, isModernOnly = false } = language;
  const plain = (side: "client" | "server", isOverHttp: boolean): Expected => ({
    revision,
    resumes: false,
    cancels:
      side === "client" || language.cancels === "everywhere" || (language.cancels === "over stdio" && !isOverHttp),
  });
  const sessions = (side: "client" | "server"): Expected => ({
    ...plain(side, true),
    revision: newestWithHandshake,
    resumes: language.resumes[side],
  });
  const theirs = (...args: string[]) => seenByTheirs(clientCommand, [...clientArgs, ...args]);
  const atTheirs = async (args: readonly string[], run: (url: string) => Promise<Seen>): Promise<Seen> => {
    const port = await freePort();
    const listening = await startListening({
      command: serverCommand,
      args: [...serverArgs, String(port), ...args],
      url: `http://127.0.0.1:${port}/mcp`,
    });
    try {
      return await run(listening.url);
    } finally {
      await listening.stop();
    }
  };

  await row("mcpwire", label, "stdio", plain("server", false), () =>
    seenByOurs(stdio(serverCommand, serverArgs), plain("server", false)),
  );
  if (revision === newest)
    await row("mcpwire", label, "HTTP", plain("server", true), () =>
      atTheirs([], (at) => seenByOurs(http(at), plain("server", true))),
    );
  if (!isModernOnly)
    await row("mcpwire", label, "HTTP, sessions", sessions("server"), () =>
      atTheirs(["sessions"], (at) => seenByOurs(http(at), sessions("server"), language.mustAsk)),
    );
  await row(label, "mcpwire", "stdio", plain("client", false), () =>
    theirs("newest", process.execPath, fixture, "--stdio"),
  );
  if (revision === newest) await row(label, "mcpwire", "HTTP", plain("client", true), () => theirs("newest", url));
  if (!isModernOnly)
    await row(label, "mcpwire", "HTTP, sessions", sessions("client"), () => theirs(newestWithHandshake, url));
}

async function row(
  client: string,
  server: string,
  over: string,
  expected: Expected,
  run: () => Promise<Seen>,
): Promise<void> {
  process.stdout.write(`${client} with ${server} over ${over} … `);
  let problems: readonly string[];
  try {
    const { cells, problems: found } = judge(await run(), expected);
    problems = found;
    rows.push([client, server, over, ...cells]);
  } catch (error) {
    problems = [error instanceof Error ? error.message : String(error)];
    rows.push([client, server, over, "NO"]);
  }
  console.log(problems.length === 0 ? "ok" : `FAILED: ${problems.join("; ")}`);
  if (problems.length > 0) failed++;
}
