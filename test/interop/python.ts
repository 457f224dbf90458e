/**
 * The pairings with Python, over stdio and over HTTP: our client with each Python server, each Python client with our server. Makes one
 * virtual environment per pinned implementation (kept under .cache/python), prints a table, and exits with 1 when a row failed.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ourClientAgainst, ourClientAt, theirClientAgainstOurs, theirClientAt } from "../main-job/rows.js";
import type { Row } from "../main-job/rows.js";
import { newest, newestWithHandshake, ourHttpServer, tutorial } from "../main-job/targets.js";
import { freePort, startListening } from "../support/listening-process.js";

const cache = fileURLToPath(new URL("../../.cache/python/", import.meta.url));
const programs = fileURLToPath(new URL("./python/", import.meta.url));

/** The pinned implementations, and the revision that each agrees on with us. */
const implementations = [
  { name: "v1", label: "Python SDK 1.30.0", packages: ["mcp==1.30.0"], revision: newestWithHandshake },
  { name: "v2", label: "Python SDK 2.3.0", packages: ["mcp==2.3.0"], revision: newest },
  { name: "fastmcp", label: "FastMCP 4.2.3", packages: ["fastmcp==4.2.3", "mcp==2.3.0"], revision: newest },
] as const;

const rows: (readonly string[])[] = [["client", "server", "agreed on", "tools", "call", "failure", "released"]];
let failed = 0;
const endpoint = await startListening(ourHttpServer);

for (const { name, label, packages, revision } of implementations) {
  const python = environment(name, packages);
  const server = { ...tutorial, name: label, command: python, args: [join(programs, `server_${name}.py`)], revision };
  await row("mcpwire", label, () => ourClientAgainst(server));
  const client = { name: label, command: python, args: [join(programs, `client_${name}.py`)], revision };
  await row(label, "mcpwire", () => theirClientAgainstOurs(client));

  const port = await freePort();
  const url = `http://127.0.0.1:${port}/mcp`;
  await row("mcpwire over HTTP", label, async () => {
    const listening = await startListening({ ...server, args: [...server.args, String(port)], url });
    try {
      return await ourClientAt(url, server);
    } finally {
      await listening.stop();
    }
  });
  await row(`${label} over HTTP`, "mcpwire", () => theirClientAt(endpoint.url, client));
}
await endpoint.stop();

console.log();
const widths = rows[0]?.map((_, i) => Math.max(...rows.map((cells) => cells[i]?.length ?? 0))) ?? [];
for (const cells of rows)
  console.log(
    cells
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join("  ")
      .trimEnd(),
  );
const total = rows.length - 1;
console.log(`\n${total - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

async function row(client: string, server: string, run: () => Promise<Row>): Promise<void> {
  process.stdout.write(`python: ${client} with ${server} … `);
  let problems: readonly string[];
  try {
    const { agreed, tools, call, failure, problems: found } = await run();
    problems = found;
    // Only a process over stdio ends with its client.
    const isOverHttp = `${client} ${server}`.includes("over HTTP");
    const released = isOverHttp ? "–" : problems.some((problem) => problem.includes("outlived")) ? "no" : "yes";
    rows.push([client, server, agreed, String(tools ?? "–"), call, failure, released]);
  } catch (error) {
    problems = [error instanceof Error ? error.message : String(error)];
    rows.push([client, server, "–", "–", "–", "–", "–"]);
  }
  console.log(problems.length === 0 ? "ok" : `FAILED: ${problems.join("; ")}`);
  if (problems.length > 0) failed++;
}

/** The Python of an environment that holds exactly these packages; made once, and again when the pins change. */
function environment(name: string, packages: readonly string[]): string {
  const folder = join(cache, name);
  const python = join(folder, process.platform === "win32" ? "Scripts/python.exe" : "bin/python");
  const stamp = join(folder, "pins.txt");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === packages.join("\n")) return python;
  console.log(`python: installing ${packages.join(", ")} …`);
  must("python3", ["-m", "venv", "--clear", folder]);
  must(python, ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", ...packages]);
  writeFileSync(stamp, packages.join("\n"));
  return python;
}

function must(command: string, args: readonly string[]): void {
  const { status, error, stderr } = spawnSync(command, args, {
    encoding: "utf8",
    stdio: ["ignore", "inherit", "pipe"],
  });
  if (error !== undefined)
    throw new Error(`${command} could not be started; Python 3.10 or newer is needed`, { cause: error });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} ended with ${status}:\n${stderr}`);
}
