// How each runtime is run: what it serves is looked at from Node, and what it asks for it reports by itself.
import { createServer } from "node:http";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { checkExampleProgram, checkGreeter, checkPage, workerConfig } from "./examples.mjs";
import { binaries, browserDriver, installChromium } from "./install.mjs";
import { bundle, freePort, report, start, whileRunning } from "./processes.mjs";

const quietMs = 11_000;

/** The arguments with which a runtime runs a program of ours. */
const flags = {
  bun: [],
  deno: [
    "run",
    "--no-remote",
    "--node-modules-dir=manual",
    "--allow-net=127.0.0.1",
    "--allow-read",
    "--allow-env",
    "--allow-run",
    "--allow-sys",
    "--v8-flags=--disallow-code-generation-from-strings",
  ],
};
/** The examples that are servers, by host, with its flags. The frameworks for Node bring packages that need code generation. */
const examplesOf = { bun: [["bun-server", ...flags.bun]], deno: [["deno-server", ...flags.deno]] };
const nodeExamples = [["hello-http-server"], ["express-server"], ["fastify-server"], ["hono-server"], ["koa-server"]];

const nodeFlags = ["--disallow-code-generation-from-strings"];

/** Node, Bun, Deno: a server program, a client program, and a child process each way. */
export async function checkProgram(rig, name) {
  const command = binaries[name];
  const before = flags[name] ?? nodeFlags;
  const host = join("hosts", name.startsWith("node") ? "node.mjs" : `${name}.mjs`);
  const server = await start(command, [...before, host], { cwd: rig.folder });
  return whileRunning(server, async () => {
    const results = await Promise.all([
      checkServed(rig, server.line),
      report(rig, command, [...before, join("hosts", "program.mjs"), ...Object.values(rig.servers)]),
      stdioPair(rig, "stdio: starts a child process", [command, ...before], [binaries.node20]),
      stdioPair(rig, "stdio: is a child process", [binaries.node20], [command, ...before]),
    ]);
    // One after the other: five servers and their clients at once would take the time from the suites beside them.
    for (const [example, ...more] of examplesOf[name] ?? nodeExamples) {
      results.push(await checkExampleProgram(rig, command, [...more, join("examples", `${example}.js`)]));
    }
    return results.flat();
  });
}

function stdioPair(rig, feature, [client, ...clientFlags], [server, ...serverFlags]) {
  const script = (name) => join(rig.folder, "hosts", name);
  return report(rig, client, [
    ...clientFlags,
    script("stdio-client.mjs"),
    feature,
    server,
    ...serverFlags,
    script("stdio-server.mjs"),
  ]);
}

/** Looks at a server from Node, in a process of its own. */
export function checkServed(rig, url, options = {}) {
  return report(rig, binaries.node24, [join("hosts", "check.mjs"), url, JSON.stringify({ quietMs, ...options })]);
}

/** A plain worker, where each request stands alone. */
export async function checkWorker(rig) {
  const suite = await withWorkerd(rig, "plain", join("hosts", "worker.mjs"), async (origin) => [
    // A plain worker learns that a client left when it writes to it, so with the next comment: `keepAliveMs` is eight seconds by default.
    ...(await checkServed(rig, `${origin}/plain`, { stateless: true, noticeMs: 10_000 })),
    ...(await askedBy(origin, rig)),
  ]);
  const example = join("examples", "worker.js");
  return [...suite, ...(await withWorkerd(rig, "example", example, (origin) => checkGreeter(rig, `${origin}/mcp`)))];
}

/** A Durable Object, which lives longer than its requests. */
export function checkDurableObject(rig) {
  return withWorkerd(rig, "durable", join("hosts", "worker.mjs"), (origin) => checkServed(rig, `${origin}/mcp`));
}

async function withWorkerd(rig, name, entry, job) {
  const folder = join(rig.folder, name);
  const port = await freePort();
  const config = workerConfig(rig, folder, port, { hasObject: entry.startsWith("hosts") });
  await bundle(rig, entry, join(folder, "worker.js"), ["--format=esm"]);
  return whileRunning(await start(binaries.workerd, ["serve", config], { port }), () =>
    job(`http://127.0.0.1:${port}`),
  );
}

export async function checkEdge(rig) {
  const script = join(rig.folder, "edge.js");
  await bundle(rig, join("hosts", "edge.mjs"), script, ["--format=iife"]);
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const args = [binaries.edge, "--listen", "--port", String(port), script];
  return whileRunning(await start(binaries.node20, args, { port }), async () => [
    ...(await checkServed(rig, `${origin}/mcp`)),
    ...(await askedBy(origin, rig)),
  ]);
}

/** The client's half, as a worker reports it. */
async function askedBy(origin, rig) {
  const response = await fetch(`${origin}/run?${new URLSearchParams(rig.servers)}`);
  return response.ok ? response.json() : [{ feature: "runs at all", error: await response.text() }];
}

/** A page of one origin against servers of another; its policy forbids code generation. */
export async function checkBrowser(rig) {
  const script = join(rig.folder, "page.js");
  await bundle(rig, join("hosts", "page.mjs"), script, ["--format=esm"]);
  const page = `<!doctype html><script type="module">${readFileSync(script, "utf8").replaceAll("</script", "<\\/script")}</script>`;
  const listener = createServer((_req, res) => {
    res.writeHead(200, {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": "default-src 'none'; script-src 'unsafe-inline'; connect-src http://127.0.0.1:*",
    });
    res.end(page);
  });
  await new Promise((resolve) => listener.listen(0, "127.0.0.1", resolve));
  const executablePath = installChromium();
  const chromium = await browserDriver();
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  try {
    const tab = await browser.newPage();
    const said = tab.waitForEvent("console", { predicate: (message) => message.text().startsWith("results ") });
    await tab.goto(`http://127.0.0.1:${listener.address().port}/?${new URLSearchParams(rig.servers)}`);
    const seen = JSON.parse((await said).text().slice("results ".length));
    return [...seen, ...(await checkPage(rig, browser))];
  } finally {
    await browser.close();
    listener.close();
  }
}
