/** What a browser must be told so that pages of an allowed origin may talk to the endpoint. */
import type { HeaderMap } from "@mcpwire/jsonrpc";
import { corsRequestHeaders, corsResponseHeaders, isAllowedRequestHeader } from "@mcpwire/protocol";

const exposed = corsResponseHeaders.join(", ");

/** On every real response, errors included: without it the page sees nothing of them. */
export function corsHeaders(origin: string): HeaderMap {
  return {
    "Access-Control-Allow-Origin": origin,
    "Access-Control-Expose-Headers": exposed,
    Vary: "Origin",
  };
}

/** The answer to a preflight. Mirrored parameters have no fixed names: those asked for are named one by one. */
export function preflightHeaders(origin: string, requested: string | undefined, methods: string): HeaderMap {
  const known = new Set(corsRequestHeaders.map((name) => name.toLowerCase()));
  const more = (requested ?? "")
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "" && !known.has(name.toLowerCase()) && isAllowedRequestHeader(name));
  return {
    ...corsHeaders(origin),
    "Access-Control-Allow-Methods": methods,
    "Access-Control-Allow-Headers": [...corsRequestHeaders, ...more].join(", "),
    "Access-Control-Max-Age": "7200",
    Vary: "Origin, Access-Control-Request-Headers",
  };
}
