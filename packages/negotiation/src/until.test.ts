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

const eras = [
  ["2025-11-25", legacyServer],
  ["2026-07-28", modernServer],
] as const;

/** A connection whose link is gone; the next comes up when told to. */
async function withoutLink(revision: string, serverOf: (rest: Script) => Script) {
  const transport = new ScriptedTransport(
    "origin",
    serverOf((x) => x.result({})),
  );
  const era = await openClient(transport, recordingHost(), { revisions: [revision] });
  transport.link.end("lost");
  const open = transport.open.bind(transport);
  let goOn = (): void => {};
  const held = new Promise<void>((resolve) => (goOn = resolve));
  transport.open = async (on) => {
    await held;
    return open(on);
  };
  return { era, transport, goOn };
}

describe("a call whose time is over while its link is brought up", () => {
  it.each(eras)("does not wait for it, and the link comes up for others: %s", async (revision, serverOf) => {
    const { era, transport, goOn } = await withoutLink(revision, serverOf);
    const other = era.request("tools/list");
    for (const options of [{ timeoutMs: 5 }, { maxTotalMs: 5 }]) {
      await expect(era.request("tools/list", {}, options)).rejects.toMatchObject({ code: "timeout", data: { ms: 5 } });
    }
    goOn();
    await expect(other).resolves.toBeDefined();
    expect(transport.methods.filter((method) => method === "tools/list")).toHaveLength(1);
  });

  it.each(eras)("is refused where its time is no duration: %s", async (revision, serverOf) => {
    const { era, goOn } = await withoutLink(revision, serverOf);
    const call = era.request("tools/list", {}, { timeoutMs: Number.NaN });
    goOn();
    await expect(call).rejects.toMatchObject({ code: "invalid-duration" });
  });
});

describe("a call whose signal aborts while its link is brought up", () => {
  it.each(eras)("does not wait for it, and the link comes up for others: %s", async (revision, serverOf) => {
    const { era, transport, goOn } = await withoutLink(revision, serverOf);
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

describe("a notification that is never taken", () => {
  const never = new Promise<void>(() => undefined);

  it.each(eras)("is waited for no longer than a request may be: %s", async (revision, serverOf) => {
    const transport = new ScriptedTransport(
      "origin",
      serverOf((x) => x.result({})),
    );
    const era = await openClient(transport, recordingHost(), { revisions: [revision], timeoutMs: 20 });
    transport.link.taken = never;
    await expect(era.notify("notifications/custom")).rejects.toMatchObject({ code: "timeout", data: { ms: 20 } });
  });

  it("ends the handshake, and the link with it", async () => {
    const transport = new ScriptedTransport("origin", (x) => {
      transport.link.taken = never;
      legacyServer((y) => y.result({}))(x);
    });
    const opened = openClient(transport, recordingHost(), { revisions: ["2025-11-25"], timeoutMs: 20 });
    await expect(opened).rejects.toMatchObject({ code: "timeout", data: { ms: 20 } });
    expect(transport.link.closes).toBe(1);
  });
});
