// A module worker. What has sessions and streams lives in a Durable Object, since a plain worker ends with each request; /plain is
// that plain worker, and /run the client's half, whose servers the query names.
import { checkRuntime } from "../smoke/in-runtime.mjs";
import { smokeHandler } from "../smoke/handler.mjs";

const plain = smokeHandler({ sessions: false });

export class Endpoint {
  #mcp = smokeHandler();

  fetch(request) {
    return this.#mcp(request);
  }
}

export default {
  async fetch(request, env) {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === "/run") return Response.json(await checkRuntime(Object.fromEntries(searchParams)));
    if (pathname === "/plain") return plain(request);
    return env.ENDPOINT.get(env.ENDPOINT.idFromName("mcp")).fetch(request);
  },
};
