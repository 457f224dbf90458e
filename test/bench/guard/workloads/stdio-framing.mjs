// A message of 1 MB, out of chunks of 64 KB.
import { create } from "../../framing/ours.mjs";

const item = {
  id: 123_456,
  name: "a record of the usual kind",
  tags: ["one", "two"],
  score: 0.75,
  note: "x".repeat(100),
};
const items = Array.from({ length: Math.floor((1024 * 1024) / JSON.stringify(item).length) }, () => item);
const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "echo", arguments: { items } } };
const line = Buffer.from(`${JSON.stringify(message)}\n`);

let messages = 0;
const reader = create(() => void messages++);

export function call() {
  const expected = messages + 1;
  for (let at = 0; at < line.length; at += 64 * 1024) reader.push(line.subarray(at, at + 64 * 1024));
  if (messages !== expected) throw new Error("the reader lost the message");
}
