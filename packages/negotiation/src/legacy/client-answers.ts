/**
 * Answers what a legacy server asks on the wire: concurrently, always exactly once, and only what the host declared.
 * [2025-11-25 basic/lifecycle#operation] [2025-11-25 basic/utilities/ping#behavior-requirements]
 */
import {
  INVALID_PARAMS,
  METHOD_NOT_FOUND,
  errorResponse,
  resultResponse,
  runHandler,
  type Inbound,
} from "@mcpwire/jsonrpc";
import { latest, type Revision } from "@mcpwire/protocol";
import type { ClientHost } from "../era.js";
import { answerQuestion, undeclared } from "../questions.js";
import { declares } from "../read-peer.js";

/** Takes one question. The server may withdraw it, which aborts the signal that the host was given. A custom method is the host's. */
export function takeQuestion(x: Inbound, revision: Revision, host: ClientHost): void {
  const { id, method, params } = x.request;
  const question = params === undefined ? { method } : { method, params };
  const refuse = (code: number, message: string): void => x.end(errorResponse(id, code, message));
  if (method === "ping") return x.end(resultResponse(id, {}));
  const entry = revision.methods.get(method);
  if (entry !== undefined) {
    if (entry.kind !== "request" || entry.from === "client") {
      return refuse(METHOD_NOT_FOUND, `A client does not answer ${method}`);
    }
    if (entry.needs !== undefined && !declares(host.capabilities, entry.needs)) {
      return refuse(METHOD_NOT_FOUND, `This client did not declare ${entry.needs.join(".")}`);
    }
    // The method is there, only not in this form. [2025-11-25 client/elicitation#error-handling]
    const isInput = latest.methods.get(method)?.asInput === true;
    const missing = isInput ? undeclared(question, host.capabilities, revision) : undefined;
    if (missing !== undefined) return refuse(INVALID_PARAMS, `This client did not declare ${missing}`);
  } else if (latest.methods.has(method)) {
    return refuse(METHOD_NOT_FOUND, `Revision ${revision.name} has no ${method}`);
  }
  const withdrawal = new AbortController();
  x.onabort = (why) => withdrawal.abort(why);
  runHandler(x, () => answerQuestion(host, revision, question, withdrawal.signal), host.report);
}
