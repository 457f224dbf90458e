/** A process whose streams are the ends of a socket elsewhere: whatever is served there is served over a real process. */
import { connect } from "node:net";

const socket = connect({ path: process.argv[2], allowHalfOpen: true });
process.stdin.pipe(socket);
socket.pipe(process.stdout);
// Behind everything that was piped.
socket.on("end", () => process.stdout.write("", () => process.exit()));
