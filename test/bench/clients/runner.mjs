// One client process: connects once, then runs windows of calls on request and tells what they cost.
import process from "node:process";

const [, , script, target, mode] = process.argv;
const text = "The quick brown fox jumps over the lazy dog. ".repeat(2);
const { connect } = await import(new URL(script, import.meta.url).href);
const client = await connect(target, mode);

function check(result) {
  if (result?.content?.[0]?.text !== text) throw new Error(`wrong answer: ${JSON.stringify(result).slice(0, 200)}`);
}

async function calls(count, inFlight) {
  let left = count;
  const worker = async () => {
    // No function of ours in between: in memory it would be a tenth of the call.
    while (left-- > 0) check(await client.call(text));
  };
  await Promise.all(Array.from({ length: inFlight }, worker));
}

process.on("message", async ({ count, inFlight }) => {
  const before = process.cpuUsage();
  await calls(count, inFlight);
  const { user, system } = process.cpuUsage(before);
  process.send({ cpu: (user + system) / count, user });
});
process.on("disconnect", () => process.exit(0));
check(await client.call(text));
process.send({ ready: true });
