// The server's half as a program, on Node: looks at the endpoint at this URL and prints what it saw as one line of JSON.
import { checkServer } from "../smoke/against-server.mjs";

const [url, options] = process.argv.slice(2);
console.log(JSON.stringify(await checkServer(url, JSON.parse(options))));
process.exit(0);
