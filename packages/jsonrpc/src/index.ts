export {
  JSONRPC_VERSION,
  errorResponse,
  isErrorResponse,
  isNotification,
  isRequest,
  isRequestId,
  isResponse,
  isResultResponse,
  notification,
  request,
  resultResponse,
} from "./message.js";
export type {
  JSONObject,
  JSONRPCErrorObject,
  JSONRPCErrorResponse,
  JSONRPCMessage,
  JSONRPCNotification,
  JSONRPCRequest,
  JSONRPCResponse,
  JSONRPCResultResponse,
  RequestId,
} from "./message.js";
export { INTERNAL_ERROR, INVALID_PARAMS, INVALID_REQUEST, METHOD_NOT_FOUND, PARSE_ERROR } from "./error-codes.js";
export {
  ProtocolError,
  TransportError,
  UsageError,
  isProtocolError,
  isTransportError,
  isUsageError,
} from "./errors.js";
export type { TransportErrorCode } from "./errors.js";
export { defaultLimits } from "./limits.js";
export type { LinkLimits } from "./limits.js";
export type {
  AbortReason,
  Acceptor,
  Asked,
  ClientExchange,
  ClientLink,
  ClientTransport,
  Correlation,
  Evidence,
  ExchangeEvents,
  ExchangeHints,
  HeaderMap,
  HeaderParameter,
  Inbound,
  LinkEvents,
  Refusal,
  Reply,
  Report,
  ReportCode,
  ReportSink,
  Sent,
  ServerExchange,
  ServerFacts,
  ServerLink,
  WireRules,
} from "./transport.js";
