// A service worker in the old style.
import { checkRuntime } from "../smoke/in-runtime.mjs";
import { smokeHandler } from "../smoke/handler.mjs";

const mcp = smokeHandler();

async function answer(request) {
  const { pathname, searchParams } = new URL(request.url);
  if (pathname === "/mcp") return mcp(request);
  return Response.json(await checkRuntime(Object.fromEntries(searchParams)));
}

addEventListener("fetch", (event) => event.respondWith(answer(event.request)));
