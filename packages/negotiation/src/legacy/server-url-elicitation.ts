/**
 * URL elicitation as its one legacy revision has it: every interaction has an id, the server may say when it is over, and a
 * request may be refused until it is. [2025-11-25 client/elicitation#url-mode-elicitation-requests]
 *
 * Older revisions have no pages to visit, newer ones no ids: there, none of this goes out.
 */
import type { JSONObject, ProtocolError } from "@mcpwire/jsonrpc";
import { urlElicitationRequired, type ClientCapabilities, type Revision } from "@mcpwire/protocol";
import type { InputRequest } from "../era.js";
import { declares, isObject } from "../read-peer.js";
import { missingOnLegacy } from "./missing-capability.js";

const complete = "notifications/elicitation/complete";

/** A question with the id that its revision wants; any other question as it is. The handler's own id is kept. */
export function withElicitationId(question: InputRequest, revision: Revision, newId: () => string): InputRequest {
  if (question.method !== "elicitation/create" || !hasIds(revision)) return question;
  const params = identified(question.params, newId);
  return params === question.params || params === undefined ? question : { ...question, params };
}

/** True where this client would understand that an interaction is over. */
export function hearsCompletion(revision: Revision, declared: ClientCapabilities): boolean {
  const needs = revision.methods.get(complete)?.needs;
  return needs !== undefined && declares(declared, needs);
}

/** The notice that an interaction is over. [2025-11-25 client/elicitation#completion-notifications-for-url-mode-elicitation] */
export function completionOf(elicitationId: string): { readonly method: string; readonly params: JSONObject } {
  return { method: complete, params: { elicitationId } };
}

/**
 * A handler's -32042 for this client: with an id on every interaction, or, where the client knows no pages to visit, as the
 * capability that it lacks. [2025-11-25 client/elicitation#url-elicitation-required-error]
 */
export function requiredElicitations(
  error: ProtocolError,
  revision: Revision,
  declared: ClientCapabilities,
  newId: () => string,
): ProtocolError {
  if (!hearsCompletion(revision, declared)) return missingOnLegacy({ elicitation: { url: {} } });
  const listed: unknown = isObject(error.data) ? error.data.elicitations : undefined;
  const elicitations = (Array.isArray(listed) ? listed : []).filter(isObject);
  return urlElicitationRequired(
    elicitations.map((one) => identified({ mode: "url", ...one }, newId) ?? one),
    error.message,
  );
}

function identified(params: JSONObject | undefined, newId: () => string): JSONObject | undefined {
  if (params?.mode !== "url" || params.elicitationId !== undefined) return params;
  return { ...params, elicitationId: newId() };
}

function hasIds(revision: Revision): boolean {
  return revision.methods.has(complete);
}
