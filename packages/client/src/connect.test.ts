import type { ClientTransport } from "@mcpwire/jsonrpc";
import { describe, expect, it } from "vitest";
import { connect } from "./connect.js";

describe("connect", () => {
  it.each<[string, unknown]>([
    ["a URL", "http://127.0.0.1:8766/mcp"],
    ["a server", { attach() {}, accept() {} }],
    ["nothing", undefined],
  ])("says what it takes where it is given %s instead of a transport", async (_title, given) => {
    // A program that no compiler has seen.
    await expect(connect(given as ClientTransport)).rejects.toMatchObject({
      name: "UsageError",
      code: "transport",
      message: expect.stringContaining("http(url)"),
    });
  });
});
