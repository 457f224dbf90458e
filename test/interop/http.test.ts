/**
 * The pairings over HTTP, with real processes: ours on either side, the official SDKs on the other; and what becomes of a call whose
 * connection breaks.
 */
import { connect } from "@mcpwire/client";
import { http } from "@mcpwire/streamable-http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { callerLeaves, cutInMidCall } from "../main-job/broken-connections.js";
import { ourClientAt, theirClientAt } from "../main-job/rows.js";
import { clientTargets, httpServerTargets, newest, newestWithHandshake, ourHttpServer } from "../main-job/targets.js";
import { freePort, startListening, type Listening } from "../support/listening-process.js";

const targets = httpServerTargets([await freePort(), await freePort()]);
const legacy = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];

let ours: Listening;
beforeAll(async () => {
  ours = await startListening(ourHttpServer);
});
afterAll(() => ours.stop());

describe("our client", () => {
  it.each(targets)("agrees with $name over HTTP, lists, calls, and sees its failure as isError", async (target) => {
    const server = await startListening(target);
    try {
      expect((await ourClientAt(server.url, target)).problems).toEqual([]);
    } finally {
      await server.stop();
    }
  });

  it("finds HTTP+SSE of 2024-11-05 from a URL alone, without being told", async () => {
    const sse = await startListening(targets.find(({ args }) => args.includes("sse")) ?? ourHttpServer);
    try {
      const client = await connect(http(sse.url));
      expect(client.verdict.era).toBe("legacy");
      expect((await client.tools().all()).length).toBeGreaterThan(1);
      await client.close();
    } finally {
      await sse.stop();
    }
  });

  it.each([newest, ...legacy])("pinned to %s is served by our one endpoint at that revision", async (revision) => {
    const client = await connect(http(ours.url), { revisions: [revision] });
    expect(client.revision).toBe(revision);
    const seen: number[] = [];
    const onProgress = ({ progress }: { readonly progress: number }) => void seen.push(progress);
    const counted = await client.callTool("count", { to: 3, everyMs: 5 }, { onProgress });
    expect(counted.content).toEqual([{ type: "text", text: "counted to 3" }]);
    expect(seen).toEqual([1, 2, 3]);
    expect((await client.callTool("read_note", { source_id: "missing" })).isError).toBe(true);
    await client.close();
  });

  it("needs no probe when it is handed an earlier verdict", async () => {
    const first = await connect(http(ours.url));
    await first.close();
    const second = await connect(http(ours.url), { verdict: first.verdict });
    expect(second.roundTrips).toBe(0);
    expect((await second.callTool("read_note", { source_id: "control_flow" })).content).toHaveLength(1);
    await second.close();
  });

  // 2026-07-28/basic/versioning#compatibility-matrix, rows "dual-era" and "modern" against "legacy"
  it("pinned to a revision without a handshake fails against a server that needs one, and says what to do", async () => {
    const server = await startListening(targets.find(({ name }) => name === "official SDK v1") ?? ourHttpServer);
    try {
      await expect(connect(http(server.url), { revisions: [newest] })).rejects.toThrow(/2026-07-28/);
    } finally {
      await server.stop();
    }
  });
});

describe("the official clients", () => {
  it.each(clientTargets)("$name is served by our one endpoint over HTTP", async (target) => {
    expect((await theirClientAt(ours.url, target)).problems).toEqual([]);
  });
});

describe("a connection that breaks", () => {
  it(`loses nothing in ${newestWithHandshake}: the call's result and its progress arrive once`, async () => {
    expect((await cutInMidCall(ours.url)).problems).toEqual([]);
  });

  it(`is how a caller of ${newest} leaves: the handler hears of it`, async () => {
    expect((await callerLeaves(ours.url)).problems).toEqual([]);
  });
});
