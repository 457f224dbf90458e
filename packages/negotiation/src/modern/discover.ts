/**
 * `server/discover`: what a server says of itself before anything else is asked. [2026-07-28 server/discover#discoverresult]
 */
import type { JSONObject } from "@mcpwire/jsonrpc";
import { codecOf, type Revision } from "@mcpwire/protocol";
import type { ServerDesk } from "../server-desk.js";

/** The result without its envelope, the same for every client; made once per revision. It lists every version served, legacy ones too. */
export function discoverResult(desk: ServerDesk, revision: Revision): JSONObject {
  const { instructions } = desk.host;
  return {
    supportedVersions: desk.served.offered,
    capabilities: codecOf(revision).encodeCapabilities("server", { ...desk.capabilities }),
    ...(instructions === undefined ? {} : { instructions }),
  };
}
