/** A whole server program, as users write it; what it does after serving shows that serving has ended. */
import { writeSync } from "node:fs";
import { serveStdio } from "../src/index.js";
import { TestAcceptor } from "./acceptor.js";

const acceptor = new TestAcceptor();
await serveStdio(acceptor, { signals: process.argv.includes("--signals"), closeMs: 300, drainMs: 1000 });
writeSync(2, `served ${acceptor.released.join()} ${acceptor.aborts.map((why) => why.code).join()}`);
