// A call of the HTTP server without a session, over a socket.
import { converse } from "../http-caller.mjs";

export const call = await converse("modern");
