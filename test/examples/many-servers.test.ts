/** The example of many servers, with a configuration as a host would have it. */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, expect, it } from "vitest";

const built = fileURLToPath(new URL("../../packages/examples/dist/", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "mcpwire-example-"));
afterAll(() => rmSync(folder, { recursive: true }));

it("many-servers lists what the servers of a configuration offer, and says which is not there", async () => {
  const config = join(folder, "mcp.json");
  const start = (program: string) => ({ command: process.execPath, args: [join(built, `${program}.js`)] });
  const mcpServers = {
    greeter: start("hello-server"),
    notes: start("read-note-server"),
    gone: { command: join(folder, "no-such-program") },
  };
  writeFileSync(config, JSON.stringify({ mcpServers }));
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [join(built, "many-servers.js"), config]);
  expect(stdout).toMatch(/^gone is not there: .*ENOENT/);
  expect(stdout).toMatch(/greeter__greet: Greets somebody\nnotes__read_note: Read a teaching note\n.*Hello, Ada!/s);
  expect(stderr).toBe("");
});
