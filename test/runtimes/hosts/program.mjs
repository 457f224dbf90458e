// The client's half as a program of Node, Bun or Deno: prints what it saw as one line of JSON.
import { checkRuntime } from "../smoke/in-runtime.mjs";

const [url, legacyUrl, cutUrl] = globalThis.process.argv.slice(2);
console.log(JSON.stringify(await checkRuntime({ url, legacyUrl, cutUrl })));
process.exit(0);
