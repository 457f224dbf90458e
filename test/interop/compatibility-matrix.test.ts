/**
 * The compatibility matrix of the versioning page, over stdio with real processes; the row of two legacy sides is that of the legacy
 * revisions themselves. [2026-07-28 basic/versioning#compatibility-matrix]
 */
import { fileURLToPath } from "node:url";
import { connect } from "@mcpwire/client";
import { stdio } from "@mcpwire/node";
import { describe, expect, it } from "vitest";

const modern = ["2026-07-28"];
const legacy = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];
const dualEra = [...modern, ...legacy];
const program = fileURLToPath(new URL("./peers/our-server.mjs", import.meta.url));

describe("the compatibility matrix over stdio", () => {
  it.each([
    ["modern", modern, "modern", modern, "2026-07-28"],
    ["dual-era", dualEra, "modern", modern, "2026-07-28"],
    ["dual-era", dualEra, "legacy", legacy, "2025-11-25"],
    ["legacy", legacy, "dual-era", dualEra, "2025-11-25"],
    ["legacy", legacy, "legacy", legacy, "2025-11-25"],
    ["dual-era", dualEra, "dual-era", dualEra, "2026-07-28"],
  ])("a %s client works with a %s server", async (_client, offered, _server, served, agreed) => {
    const client = await connect(stdio(process.execPath, [program, ...served]), { revisions: offered });
    expect(client.revision).toBe(agreed);
    expect((await client.callTool("hello")).content).toEqual([{ type: "text", text: "hello" }]);
    await client.close();
  });

  it("a modern client fails with a legacy server, and names what it wanted and what it could do", async () => {
    const opening = connect(stdio(process.execPath, [program, ...legacy]), { revisions: modern });
    await expect(opening).rejects.toThrow(/2026-07-28/);
  });

  // 2026-07-28/basic/versioning#backward-compatibility-with-initialization-based-versions
  it("a legacy client fails with a modern server, and reads in the error which versions that one speaks", async () => {
    const opening = connect(stdio(process.execPath, [program, ...modern]), { revisions: legacy });
    await expect(opening).rejects.toThrow(/2026-07-28/);
  });
});
