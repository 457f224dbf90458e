/** A user who agrees to everything, without a browser: the authorization server redirects at once, and where to is the answer. */
import type { UserRedirect } from "@mcpwire/auth";

/** Nothing listens there. */
const uri = "http://localhost:3000/callback";

export const followedRedirect: UserRedirect = { start: () => ({ uri, visit }) };

async function visit(url: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(url, { redirect: "manual", signal });
  await response.body?.cancel();
  const location = response.headers.get("location");
  if (location === null) throw new Error(`HTTP ${response.status} instead of a redirect`);
  return location;
}
