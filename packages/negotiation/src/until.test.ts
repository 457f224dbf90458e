import { describe, expect, it } from "vitest";
import {
  ScriptedTransport,
  legacyServer,
  modernServer,
  recordingHost,
  turn,
  type Script,
} from "../test/scripted-transport.js";
import { openClient } from "./open-client.js";

describe("a call whose signal aborts while its link is brought up", () => {
  it.each([
    ["2025-11-25", legacyServer],
    ["2026-07-28", modernServer],
  ] as const)("does not wait for it, and the link comes up for others: %s", async (revision, serverOf) => {
    const ok: Script = (x) => x.result({});
    const transport = new ScriptedTransport("origin", serverOf(ok));
    const era = await openClient(transport, recordingHost(), { revisions: [revision] });
    transport.link.end("lost");
    const open = transport.open.bind(transport);
    let goOn = (): void => {};
    const held = new Promise<void>((resolve) => (goOn = resolve));
    transport.open = async (on) => {
      await held;
      return open(on);
    };
    const controller = new AbortController();
    const call = era.request("tools/list", {}, { signal: controller.signal });
    const other = era.request("tools/list");
    await turn();
    controller.abort("enough");
    await expect(call).rejects.toMatchObject({ code: "aborted", cause: "enough" });
    await expect(era.request("tools/list", {}, { signal: controller.signal })).rejects.toMatchObject({
      code: "aborted",
    });
    goOn();
    await expect(other).resolves.toBeDefined();
    expect(transport.methods.filter((method) => method === "tools/list")).toHaveLength(1);
  });
});
