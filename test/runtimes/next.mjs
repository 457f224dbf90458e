// A real application of Next.js: installed from the tarballs and the registry, built and started as its authors say. Its route is the
// example as it is written, types included; a second one serves the smoke suite.
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { installConsumer, run } from "../package/tarballs.mjs";
import { checkGreeter } from "./examples.mjs";
import { apart, binaries } from "./install.mjs";
import { freePort, start, whileRunning } from "./processes.mjs";
import { checkServed } from "./runs.mjs";

const buildMs = 150_000;
const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const env = { NEXT_TELEMETRY_DISABLED: "1" };

/** Makes and builds the application; gives its folder. Throws with the words of what failed. */
export async function buildNextApp(folder, packed) {
  await installConsumer(folder, packed, apart.next);
  cpSync(here("next-app"), folder, { recursive: true });
  cpSync(here("smoke"), join(folder, "smoke"), { recursive: true });
  mkdirSync(join(folder, "app", "mcp"));
  cpSync(here("../../packages/examples/src/next-route.ts"), join(folder, "app", "mcp", "route.ts"));
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: { strict: true } }));
  const built = await run(binaries.node24, [next(folder), "build"], { cwd: folder, env, timeoutMs: buildMs });
  if (built.code !== 0) throw new Error(`next build ended with ${built.code}\n${built.said.slice(-4000)}`);
  return folder;
}

export async function checkNext(rig) {
  const folder = await rig.nextApp;
  const port = await freePort();
  const args = [next(folder), "start", "--hostname", "127.0.0.1", "--port", String(port)];
  return whileRunning(await start(binaries.node24, args, { cwd: folder, port, env }), async () => {
    const origin = `http://127.0.0.1:${port}`;
    const results = await Promise.all([checkServed(rig, `${origin}/smoke`), checkGreeter(rig, `${origin}/mcp`)]);
    return results.flat();
  });
}

const next = (folder) => join(folder, "node_modules", "next", "dist", "bin", "next");
