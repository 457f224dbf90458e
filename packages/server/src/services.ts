/** What the registries of one server share: built once, read by every request. */
import { INVALID_PARAMS, ProtocolError } from "@mcpwire/jsonrpc";
import type { JSONObject } from "@mcpwire/jsonrpc";
import { inputRequired } from "@mcpwire/negotiation";
import type { InputRequired, RequestContext } from "@mcpwire/negotiation";
import { clientParams } from "@mcpwire/protocol/schemas";
import type { ContextServices } from "./context.js";
import type { Rounds } from "./input/rounds.js";
import { describeIssues } from "./schema.js";

export interface Services extends ContextServices {
  readonly rounds: Rounds;
  readonly pageSize: number;
  /** The cursor of a list request. */
  cursorOf(params: JSONObject): string | undefined;
}

export function cursorOf(params: JSONObject): string | undefined {
  const cursor = params["cursor"];
  return typeof cursor === "string" ? cursor : undefined;
}

/** True for what the runner of rounds gives back when the client must be asked. */
export function isInputRequired(value: unknown): value is InputRequired {
  return typeof value === "object" && value !== null && inputRequired in value;
}

/** The params of a request, checked once against its revision's schema; -32602 with a readable reason otherwise. */
export function checkedParams(method: string, params: JSONObject | undefined, request: RequestContext): JSONObject {
  const checked = clientParams(request.revision, method)?.safeParse(params);
  if (checked !== undefined && !checked.success) {
    throw new ProtocolError(INVALID_PARAMS, `Invalid params for ${method}: ${describeIssues(checked.issues)}`);
  }
  return params ?? {};
}
