// One reader of lines in a process of its own: gets a large message out of small chunks, on request, and tells what that cost.
import { setImmediate } from "node:timers/promises";

const { create } = await import(new URL(process.argv[2], import.meta.url).href);
const messageBytes = 10 * 1024 * 1024;
const line = Buffer.from(`${JSON.stringify(request())}\n`);

let messages = 0;
process.on("message", async ({ chunk, limitMs }) => {
  messages = 0;
  const reader = await create(() => void messages++);
  const before = process.cpuUsage();
  const end = performance.now() + limitMs;
  let at = 0;
  for (; at < line.length && performance.now() < end; at += chunk)
    reader.push(Buffer.from(line.subarray(at, at + chunk)));
  const part = Math.min(1, at / line.length);
  while (part === 1 && messages === 0 && performance.now() < end) await setImmediate();
  const { user, system } = process.cpuUsage(before);
  process.send({ cpu: user + system, part: messages === 1 ? 1 : Math.min(part, 0.99) });
});
process.on("disconnect", () => process.exit(0));
process.send({ ready: true });

/** Objects as tools send them: many short strings and numbers, 10 MB of JSON in all. */
function request() {
  const item = {
    id: 123_456,
    name: "a record of the usual kind",
    tags: ["one", "two", "three"],
    score: 0.75,
    note: "x".repeat(100),
  };
  const items = Array.from({ length: Math.floor(messageBytes / JSON.stringify(item).length) }, () => item);
  return { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "echo", arguments: { items } } };
}
