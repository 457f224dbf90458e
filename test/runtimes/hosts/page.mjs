// A page: the client's half, whose servers are of another origin. It starts by itself and logs what it saw as one line of JSON, since
// code that a debugger starts is let off the page's policy.
import { checkRuntime } from "../smoke/in-runtime.mjs";

const servers = Object.fromEntries(new URLSearchParams(location.search));
console.log(`results ${JSON.stringify(await checkRuntime(servers))}`);
