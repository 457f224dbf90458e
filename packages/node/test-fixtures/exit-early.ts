/** A host that leaves without closing its servers. Prints the processes that it leaves behind. */
import { fileURLToPath } from "node:url";
import { writeSync } from "node:fs";
import { stdio } from "../src/index.js";
import { Recorder, resultOf } from "./recorder.js";

const server = fileURLToPath(new URL("server.mjs", import.meta.url));
const link = await stdio(process.execPath, [server, "--ignore-end", "--ignore-term"]).open(new Recorder());
const { pid } = await resultOf(link, "surroundings");
const descendant = await resultOf(link, "descendant");
writeSync(1, JSON.stringify([pid, descendant["pid"]]));
process.exit(0);
