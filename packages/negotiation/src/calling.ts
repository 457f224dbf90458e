/**
 * What both eras do around a call: refuse what this connection does not have, and tell the caller's notifications apart.
 */
import {
  UsageError,
  type CallOptions,
  type JSONObject,
  type JSONRPCNotification,
  type ReportSink,
} from "@mcpwire/jsonrpc";
import type { ClientCapabilities, Codec, Revision } from "@mcpwire/protocol";
import type { ClientLimits } from "./client-limits.js";
import type { ClientHost, Progress, RequestOptions } from "./era.js";
import { declares, isObject } from "./read-peer.js";
import { clientMayNotify, requestStanding } from "./vocabulary.js";

/**
 * Throws a `UsageError` for a method of the spec that this revision does not have in this direction (`method`), and for one whose
 * capability the server did not declare (`capability`). Custom methods pass. `capabilities` is undefined while the server has not
 * said; it then judges for itself. [2025-11-25 basic/lifecycle#operation]
 */
export function assertSendable(
  kind: "request" | "notification",
  method: string,
  revision: Revision,
  capabilities: object | undefined,
): void {
  const isKnown =
    kind === "request" ? requestStanding(method, revision) !== "foreign" : clientMayNotify(method, revision);
  if (!isKnown) {
    throw new UsageError(
      "method",
      `Revision ${revision.name}, agreed with this server, has no ${kind} ${method} from a client`,
    );
  }
  const needs = kind === "request" ? revision.methods.get(method)?.needs : undefined;
  if (needs !== undefined && capabilities !== undefined && !declares(capabilities, needs)) {
    throw new UsageError("capability", `The server did not declare ${needs.join(".")}, which ${method} needs`);
  }
}

/** Hands a notification of one request to who made it. What nobody asked for goes to the host. */
export function tellCaller(
  { method, params }: JSONRPCNotification,
  options: RequestOptions,
  codec: Codec,
  host: ClientHost,
): void {
  const decoded = codec.decodeParams(method, params);
  if (method === "notifications/progress") {
    const progress = readProgress(decoded);
    if (progress === undefined) reportNotice(host.report, method, "is malformed");
    else options.onProgress?.(progress);
  } else if (options.onNotification !== undefined) {
    options.onNotification(method, decoded);
  } else {
    host.notified(method, decoded);
  }
}

/** What the host declares, in the words of the revision whose codec this is. */
export function declaredBy(host: Pick<ClientHost, "capabilities">, codec: Codec): ClientCapabilities {
  // An interface has no index signature, but it is an object of unknown members all the same, and stays one.
  return codec.encodeCapabilities("client", host.capabilities as JSONObject) as ClientCapabilities;
}

/**
 * The options of a call: the caller's, where it left something out the connection's, and the time that is left to it. Written out,
 * since this runs for each call, and an object that is spread into costs as much as the rest of it.
 */
export function callOptionsOf(
  options: RequestOptions,
  limits: ClientLimits,
  maxTotalMs: number,
  onNotification: CallOptions["onNotification"],
  onAsked?: CallOptions["onAsked"],
): CallOptions {
  return {
    timeoutMs: options.timeoutMs ?? limits.timeoutMs,
    maxTotalMs,
    signal: options.signal,
    hints: options,
    onNotification,
    onAsked,
  };
}

function readProgress(params: JSONObject | undefined): Progress | undefined {
  if (!isObject(params) || typeof params.progress !== "number") return undefined;
  const { progress, total, message } = params;
  return {
    progress,
    ...(typeof total === "number" ? { total } : {}),
    ...(typeof message === "string" ? { message } : {}),
  };
}

/** A notification that was not passed on. */
export function reportNotice(report: ReportSink, method: string, what: string): void {
  report({ code: "unknown-notification", message: `${method} ${what} and was ignored`, data: { method } });
}
