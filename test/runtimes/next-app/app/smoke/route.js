// The smoke server as a route handler, beside the example, which is `app/mcp/route.ts`. `next start` is one process that lives on, so
// it has sessions.
import { smokeHandler } from "../../smoke/handler.mjs";

const mcp = smokeHandler();

export { mcp as DELETE, mcp as GET, mcp as POST };

export const dynamic = "force-dynamic";
