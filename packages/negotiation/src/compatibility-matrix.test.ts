/**
 * The compatibility matrix, row by row, with both of our sides over memory.
 * [2026-07-28 basic/versioning#compatibility-matrix]
 */
import type { ClientTransport, LinkEvents } from "@mcpwire/jsonrpc";
import { memory } from "@mcpwire/jsonrpc/memory";
import { describe, expect, it } from "vitest";
import { fakeHost } from "../test/fake-server.js";
import { recordingHost } from "../test/scripted-transport.js";
import { createServerEra } from "./create-server-era.js";
import type { ClientEra } from "./era.js";
import { openClient } from "./open-client.js";

const kinds = {
  modern: ["2026-07-28"],
  legacy: ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"],
  "dual-era": undefined,
} as const;
type Kind = keyof typeof kinds;

/** Counts the requests that the client sends. */
function counting(transport: ClientTransport): ClientTransport & { readonly methods: string[] } {
  const methods: string[] = [];
  return {
    ...transport,
    methods,
    async open(on: LinkEvents) {
      const link = await transport.open(on);
      return {
        begin: (q, events, hints) => {
          methods.push(q.method);
          return link.begin(q, events, hints);
        },
        settle: (rules, first) => link.settle(rules, first),
        notify: (n) => link.notify(n),
        close: () => link.close(),
      };
    },
  };
}

function pair(client: Kind, server: Kind, serialize: boolean) {
  const revisions = kinds[server];
  const acceptor = createServerEra(
    fakeHost({ "tools/list": () => ({ tools: [] }) }),
    revisions === undefined ? {} : { revisions },
  );
  const transport = counting(memory(acceptor, { serialize }));
  const wanted = kinds[client];
  const opening = openClient(transport, recordingHost(), {
    probeTimeoutMs: 500,
    ...(wanted === undefined ? {} : { revisions: wanted }),
  });
  return { transport, opening };
}

async function works(era: ClientEra): Promise<void> {
  expect(await era.request("tools/list")).toMatchObject({ tools: [] });
  await era.close();
}

describe.each([
  ["objects", false],
  ["text", true],
])("over memory, as %s", (_title, serialize) => {
  it("modern client, modern server: works", async () => {
    const era = await pair("modern", "modern", serialize).opening;
    expect([era.verdict.era, era.revision.name, era.roundTrips]).toEqual(["modern", "2026-07-28", 1]);
    await works(era);
  });

  it("modern client, legacy server: fails at once, and says why (2026-07-28/basic/versioning#compatibility-matrix/1)", async () => {
    const { transport, opening } = pair("modern", "legacy", serialize);
    await expect(opening).rejects.toMatchObject({
      code: "no-common-revision",
      message: expect.stringContaining("2026-07-28"),
    });
    expect(transport.methods).toEqual(["server/discover"]);
  });

  it("dual-era client, modern server: works, and stays modern", async () => {
    const { transport, opening } = pair("dual-era", "modern", serialize);
    const era = await opening;
    expect([era.verdict.era, era.roundTrips]).toEqual(["modern", 1]);
    await works(era);
    expect(transport.methods).not.toContain("initialize");
  });

  it("dual-era client, legacy server: works after falling back to initialize", async () => {
    const { transport, opening } = pair("dual-era", "legacy", serialize);
    const era = await opening;
    expect([era.verdict.era, era.revision.name, era.roundTrips]).toEqual(["legacy", "2025-11-25", 2]);
    await works(era);
    expect(transport.methods).toEqual(["server/discover", "initialize", "tools/list"]);
  });

  it("legacy client, modern server: fails, and the error names the versions served (2026-07-28/basic/versioning#backward-compatibility-with-initialization-based-versions/4)", async () => {
    const { transport, opening } = pair("legacy", "modern", serialize);
    await expect(opening).rejects.toMatchObject({ data: { supported: ["2026-07-28"] } });
    expect(transport.methods).toEqual(["initialize"]);
  });

  it.each(["dual-era", "legacy"] as const)("legacy client, %s server: works in legacy semantics", async (server) => {
    const { transport, opening } = pair("legacy", server, serialize);
    const era = await opening;
    expect([era.verdict.era, era.revision.name, era.roundTrips]).toEqual(["legacy", "2025-11-25", 1]);
    await works(era);
    expect(transport.methods).toEqual(["initialize", "tools/list"]);
  });

  it("beyond the matrix, dual-era client, dual-era server: modern", async () => {
    const era = await pair("dual-era", "dual-era", serialize).opening;
    expect(era.verdict).toEqual({ era: "modern", revision: "2026-07-28" });
    await works(era);
  });

  it.each(kinds.legacy)("a client pinned to %s gets it from a dual-era server", async (revision) => {
    const acceptor = createServerEra(fakeHost({ "tools/list": () => ({ tools: [] }) }));
    const era = await openClient(memory(acceptor, { serialize }), recordingHost(), { revisions: [revision] });
    expect(era.revision.name).toBe(revision);
    await works(era);
  });
});
