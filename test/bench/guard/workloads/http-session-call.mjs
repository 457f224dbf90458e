// A call of the HTTP server in a legacy session, over a socket.
import { converse } from "../http-caller.mjs";

export const call = await converse("session");
