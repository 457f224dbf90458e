/**
 * The transport contract over a real child process. Its streams are relayed to a socket of this process, where `startStdio` serves
 * them: the suite's server stays here, and every byte goes through the pipes of a process.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { transportCompliance } from "@mcpwire/jsonrpc/compliance";
import { startStdio, stdio, type LineServer } from "./index.js";

const relay = fileURLToPath(new URL("../test-fixtures/relay.mjs", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "mcpwire-"));
afterAll(() => rmSync(folder, { recursive: true }));
let paths = 0;

const cases = transportCompliance({
  name: "stdio",
  async open(acceptor) {
    const path = join(folder, `${paths++}.sock`);
    const servers: LineServer[] = [];
    const listener = createServer({ allowHalfOpen: true }, (socket) => {
      servers.push(startStdio(acceptor, { input: socket, output: socket, closeMs: 50, drainMs: 50 }));
    });
    await new Promise<void>((resolve) => listener.listen(path, resolve));
    return {
      transport: stdio(process.execPath, [relay, path]),
      async close() {
        await Promise.all(servers.map((server) => server.close()));
        await new Promise((resolve) => listener.close(resolve));
      },
    };
  },
  features: {
    asks: true,
    linkNotify: true,
    linkAsks: true,
    detach: false,
    // The end of input lets the server finish what it has begun.
    closeAborts: false,
    serverCloses: true,
    ownLinks: true,
  },
  openHandles: () => process.getActiveResourcesInfo().filter((kind) => /Pipe|Process|Timeout/.test(kind)).length,
});

describe("a child process", () => {
  it.each(cases)("$title", async ({ run }) => {
    await expect(run()).resolves.toBeUndefined();
  });
});
