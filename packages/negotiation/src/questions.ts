/** What a server may ask a client, in either era: whether it was declared, and how it gets its answer. */
import type { JSONObject } from "@mcpwire/jsonrpc";
import { codecOf, latest, type ClientCapabilities, type Revision } from "@mcpwire/protocol";
import type { ClientHost, InputRequest } from "./era.js";
import { missingCapabilities } from "./input-requests.js";
import { isObject } from "./read-peer.js";

/** The capability that a question needs and the client did not declare; a question of an unknown kind needs one that nobody has. */
export function undeclared(
  question: InputRequest,
  capabilities: ClientCapabilities,
  revision: Revision,
): string | undefined {
  if (latest.methods.get(question.method)?.asInput !== true) return `a capability for ${question.method}`;
  const missing = missingCapabilities([["", question]], capabilities, revision);
  return missing === undefined ? undefined : pathsOf(missing).join(", ");
}

/** `{ elicitation: { url: {} } }` → `elicitation.url`. */
function pathsOf(capabilities: object): readonly string[] {
  return Object.entries(capabilities).flatMap(([key, value]) => {
    const inner = isObject(value) ? pathsOf(value) : [];
    return inner.length === 0 ? [key] : inner.map((path) => `${key}.${path}`);
  });
}

/** Has the host answer one question, in the neutral model's shapes on the host's side and the revision's on the wire's. */
export async function answerQuestion(
  host: ClientHost,
  revision: Revision,
  question: InputRequest,
  signal: AbortSignal,
): Promise<JSONObject> {
  const { method, params } = question;
  const codec = codecOf(revision);
  const answer = await host.answer(method, codec.decodeParams(method, params), { signal });
  return codec.encodeResult(method, answer);
}
