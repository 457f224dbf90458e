/**
 * The pairings over stdio, with real processes: ours on either side, the official SDKs on the other. The servers run from the
 * build, as users run them.
 */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { connect } from "@mcpwire/client";
import { stdio } from "@mcpwire/node";
import { describe, expect, it } from "vitest";
import { ourClientAgainst, theirClientAgainstOurs } from "../main-job/rows.js";
import { clientTargets, ourServer, serverTargets } from "../main-job/targets.js";

describe("our client", () => {
  // 2024-11-05/basic/transports#top/1 2025-03-26/basic/transports#top/2 2025-06-18/basic/transports#top/2
  // 2025-11-25/basic/transports#top/2
  it.each(serverTargets())("agrees with $name, lists, calls, and sees its failure as isError", async (target) => {
    const row = await ourClientAgainst(target);
    expect(row.problems).toEqual([]);
  });

  // 2026-07-28/basic/versioning#compatibility-matrix, rows "dual-era" and "modern" against "legacy"
  it("pinned to a revision without a handshake fails against a server that needs one, and says what to do", async () => {
    const legacy = serverTargets().find((target) => target.name === "official SDK v1");
    const opening = connect(stdio(legacy?.command ?? "", legacy?.args ?? []), { revisions: ["2026-07-28"] });
    await expect(opening).rejects.toThrow(/2026-07-28/);
  });

  it("needs no probe when it is handed an earlier verdict", async () => {
    const transport = () => stdio(process.execPath, [ourServer]);
    const first = await connect(transport());
    await first.close();
    const second = await connect(transport(), { verdict: first.verdict });
    expect(second.roundTrips).toBe(0);
    expect((await second.callTool("read_note", { source_id: "control_flow" })).content).toHaveLength(1);
    await second.close();
  });

  it("pinned to each revision with a handshake is served by our server at that revision", async () => {
    for (const revision of ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]) {
      const client = await connect(stdio(process.execPath, [ourServer]), { revisions: [revision] });
      expect(client.revision).toBe(revision);
      const missing = await client.callTool("read_note", { source_id: "missing" });
      expect(missing.isError).toBe(true);
      await client.close();
    }
  });
});

describe("the official clients", () => {
  it.each(clientTargets)("$name is served by our server, which ends with it", async (target) => {
    const row = await theirClientAgainstOurs(target);
    expect(row.problems).toEqual([]);
  });
});

describe("our server, read raw from its stdout", () => {
  const meta = (version: string) => ({
    _meta: {
      "io.modelcontextprotocol/protocolVersion": version,
      "io.modelcontextprotocol/clientInfo": { name: "raw", version: "1" },
      "io.modelcontextprotocol/clientCapabilities": {},
    },
  });

  it("answers server/discover and tools/call of a client that sends metadata with every request", async () => {
    const [discovered, called] = await dialogue([
      { jsonrpc: "2.0", id: "d", method: "server/discover", params: meta("2026-07-28") },
      {
        jsonrpc: "2.0",
        id: 0,
        method: "tools/call",
        params: { ...meta("2026-07-28"), name: "read_note", arguments: { source_id: "control_flow" } },
      },
    ]);
    expect(discovered).toMatchObject({
      jsonrpc: "2.0",
      id: "d",
      result: {
        resultType: "complete",
        supportedVersions: ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"],
        capabilities: { tools: {} },
        ttlMs: 0,
        cacheScope: "private",
        _meta: { "io.modelcontextprotocol/serverInfo": { name: "notes", version: "1.0.0" } },
      },
    });
    expect(called).toMatchObject({
      id: 0,
      result: { resultType: "complete", content: [{ type: "text", text: "Control flow: if, while, for." }] },
    });
  });

  // 2026-07-28/basic/versioning#protocol-version-negotiation
  it("refuses an unknown revision with -32022 and the list of what it supports", async () => {
    const [refused] = await dialogue([{ jsonrpc: "2.0", id: 1, method: "tools/list", params: meta("1900-01-01") }]);
    expect(refused).toMatchObject({
      id: 1,
      error: {
        code: -32022,
        data: {
          requested: "1900-01-01",
          supported: ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"],
        },
      },
    });
  });

  it("answers a handshake with the revision asked for, and never with one that has no handshake", async () => {
    const hello = (protocolVersion: string) => ({
      jsonrpc: "2.0",
      id: 1,
      method: "initialize",
      params: { protocolVersion, capabilities: {}, clientInfo: { name: "raw", version: "1" } },
    });
    expect((await dialogue([hello("2025-03-26")]))[0]).toMatchObject({ result: { protocolVersion: "2025-03-26" } });
    expect((await dialogue([hello("2026-07-28")]))[0]).toMatchObject({ result: { protocolVersion: "2025-11-25" } });
  });
});

/** Sends lines to our server, one answer each; ends its stdin, and fails when it does not exit by itself. */
async function dialogue(messages: readonly object[]): Promise<unknown[]> {
  const child = spawn(process.execPath, [ourServer], { stdio: ["pipe", "pipe", "inherit"] });
  const exited = new Promise<number | null>((resolve) => child.on("exit", resolve));
  const answers: unknown[] = [];
  for (const message of messages) child.stdin.write(`${JSON.stringify(message)}\n`);
  for await (const line of createInterface(child.stdout)) {
    answers.push(JSON.parse(line));
    if (answers.length === messages.length) child.stdin.end();
  }
  expect(await exited).toBe(0);
  return answers;
}
