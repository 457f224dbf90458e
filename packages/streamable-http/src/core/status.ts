/** Which HTTP status goes with what. A JSON-RPC code alone does not say. */
import {
  INTERNAL_ERROR,
  errorResponse,
  type AbortReason,
  type HeaderMap,
  type JSONRPCErrorResponse,
  type Refusal,
  type RequestId,
} from "@mcpwire/jsonrpc";

/** [2026-07-28 basic/transports/streamable-http#server-validation] [2026-07-28 basic/transports/streamable-http#protocol-version-header] */
const statuses: Readonly<Record<Refusal, number>> = {
  malformed: 400,
  "header-mismatch": 400,
  "unsupported-revision": 400,
  "missing-capability": 400,
  "unknown-method": 404,
};

export function statusOf(refusal: Refusal | undefined): number {
  return refusal === undefined ? 200 : statuses[refusal];
}

/** A request that was turned away before it ran. */
export interface Refused {
  readonly type: "refused";
  readonly status: number;
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
  readonly headers?: HeaderMap;
}

export function refuse(status: number, code: number, message: string, data?: unknown): Refused {
  return data === undefined
    ? { type: "refused", status, code, message }
    : { type: "refused", status, code, message, data };
}

/** Why requests end that still run when the server has waited long enough for them; this very object says so. */
export const shutDown: AbortReason = { code: "closed" };

/** The answer to a request that the server itself gives up; nothing where it ended for any other reason. */
export function farewellTo(id: RequestId, why: AbortReason): JSONRPCErrorResponse | undefined {
  return why === shutDown ? errorResponse(id, INTERNAL_ERROR, "the server is shutting down") : undefined;
}

export function refusedResponse(r: Refused, id?: RequestId | null): JSONRPCErrorResponse {
  return errorResponse(id, r.code, r.message, r.data);
}
