// For users of any package: messages and errors.
export {
  JSONRPC_VERSION,
  errorResponse,
  isErrorResponse,
  isNotification,
  isObject,
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

// For those who build on the contract: limits, parsing, calls, handlers.
export { defaultLimits, linkLimits } from "./limits.js";
export type { LinkLimits } from "./limits.js";
export { failureResponse, parseMessage } from "./parse.js";
export type {
  BatchRules,
  ParseFailure,
  ParseOptions,
  Parsed,
  ParsedBatch,
  ParsedMessage,
  ParsedNotification,
  ParsedRequest,
  ParsedResponse,
} from "./parse.js";
export { createCaller } from "./call.js";
export type { CallOptions, CallOutcome, Caller, CallerOptions } from "./call.js";
export { startKeepAlive } from "./keep-alive.js";
export type { KeepAlive, KeepAliveOptions } from "./keep-alive.js";
export { handlerError, isThenable, runHandler } from "./run-handler.js";
export { longestTimerMs, systemTimers } from "./timers.js";
export type { TimerPort } from "./timers.js";

// For those who write transports: the contract, and its ends over a pipe.
export { openDuplexClient } from "./duplex-client.js";
export type { DuplexClient, DuplexClientOptions } from "./duplex-client.js";
export { serveDuplex } from "./duplex-server.js";
export type { DuplexServer, DuplexServerOptions } from "./duplex-server.js";
export { InboundLedger } from "./core/inbound-ledger.js";
export { RequestLedger } from "./core/request-ledger.js";
export type { Claim, RequestLedgerOptions } from "./core/request-ledger.js";
export type { Pipe, PipeReader } from "./pipe.js";
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
  LinkBudget,
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
