/** The README's programs are programs that run. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { rawClient } from "../test-fixtures/raw-client.js";
import { orders, server } from "../test-fixtures/order-server.js";

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), "utf8");
const readme = read("../README.md");

test("the smallest server is the one of the examples", () => {
  const program = read("../../examples/src/read-note-server.ts").split("\n").slice(1).join("\n").trim();
  expect(readme).toContain(program);
});

test("the server that asks its client is shown as it runs", async () => {
  const program = read("../test-fixtures/order-server.ts").split("\nexport ")[0]?.trim() ?? "nothing";
  expect(readme).toContain(program);
  const answer = () => ({ action: "accept", content: { address: "12 High Street" } });
  const client = await rawClient(server, "2025-11-25", { elicitation: {} }, answer);
  const result = await client.call("tools/call", { name: "order", arguments: { item: "tea" } });
  expect(result).toEqual({ content: [{ type: "text", text: "order-1: tea goes to 12 High Street." }] });
  expect([...orders]).toEqual([["order-1", "tea"]]);
  await client.close();
});
