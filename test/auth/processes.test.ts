/** Several processes of one user, one file of credentials, and a token that has ended for all of them at once. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { createOAuthSession } from "@mcpwire/auth";
import { connect } from "@mcpwire/client";
import { credentialFile } from "@mcpwire/node";
import { http } from "@mcpwire/streamable-http";
import { afterEach, expect, it } from "vitest";
import { closeAll, closeLater, world } from "./protected-world.js";

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
  await closeAll();
});

function start(...args: readonly string[]) {
  const program = fileURLToPath(new URL("./hundred-calls.ts", import.meta.url));
  const child = spawn(process.execPath, ["--conditions=@mcpwire/source", "--import", "tsx", program, ...args], {
    cwd: fileURLToPath(new URL("..", import.meta.url)),
    stdio: ["pipe", "pipe", "inherit"],
  });
  cleanups.push(() => child.kill("SIGKILL"));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const line = async (): Promise<unknown> => (await lines.next()).value;
  return { line, go: () => child.stdin.write("go\n"), ended: once(child, "exit") };
}

it("two processes with an expired token, a hundred calls each: one refresh, two hundred results, and the rotated token is kept", async () => {
  const around = await world({ lifetimeS: 60 });
  const folder = await mkdtemp(join(tmpdir(), "processes-"));
  cleanups.push(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, "credentials.json");
  const auth = createOAuthSession({ redirect: around.redirect, store: credentialFile(file) });
  closeLater(await connect(http(around.server.url, { auth })));
  const refreshToken = async (): Promise<string | undefined> =>
    /"refreshToken": "([^"]+)"/.exec(await readFile(file, "utf8"))?.[1];
  const first = await refreshToken();

  const processes = [start(around.server.url, file), start(around.server.url, file)];
  expect(await Promise.all(processes.map(({ line }) => line()))).toEqual(["ready", "ready"]);
  expect(around.issuer.grants).toEqual(["authorization_code"]);
  for (const { go } of processes) go();
  expect(await Promise.all(processes.map(({ line }) => line()))).toEqual(["100 results", "100 results"]);
  expect(around.issuer.grants).toEqual(["authorization_code", "refresh_token"]);
  expect(around.logins).toHaveLength(1);
  await Promise.all(processes.map(({ ended }) => ended));

  // The one that came for it is in the file, and works.
  expect(await refreshToken()).not.toBe(first);
  const later = createOAuthSession({
    redirect: around.redirect,
    store: credentialFile(file),
    now: () => Date.now() + 120_000,
  });
  closeLater(await connect(http(around.server.url, { auth: later })));
  expect(around.issuer.grants).toEqual(["authorization_code", "refresh_token", "refresh_token"]);
});
