/**
 * Who the two sides are and what they can do, in the newest revision's words.
 * [2026-07-28 basic/versioning#extension-negotiation]
 */
import type { JSONObject } from "@mcpwire/jsonrpc";

/** An image for a person to recognise something by. [2026-07-28 basic/index#icons] */
export interface Icon {
  /** An https or `data:` URI. */
  readonly src: string;
  readonly mimeType?: string;
  /** `48x48`, or `any`. */
  readonly sizes?: readonly string[];
  readonly theme?: "light" | "dark";
}

/** The name and version of a program; self-reported, for display only. */
export interface Implementation {
  readonly name: string;
  readonly version: string;
  readonly title?: string;
  readonly description?: string;
  readonly websiteUrl?: string;
  readonly icons?: readonly Icon[];
}

export interface ClientCapabilities {
  readonly experimental?: Readonly<Record<string, JSONObject>>;
  /** @deprecated As of 2026-07-28. [2026-07-28 deprecated#deprecated] */
  readonly roots?: { readonly listChanged?: boolean } & JSONObject;
  /** @deprecated As of 2026-07-28. [2026-07-28 deprecated#deprecated] */
  readonly sampling?: { readonly context?: JSONObject; readonly tools?: JSONObject } & JSONObject;
  /** An empty object means form mode. */
  readonly elicitation?: { readonly form?: JSONObject; readonly url?: JSONObject } & JSONObject;
  readonly extensions?: Readonly<Record<string, JSONObject>>;
}

export interface ServerCapabilities {
  readonly experimental?: Readonly<Record<string, JSONObject>>;
  /** @deprecated As of 2026-07-28. [2026-07-28 deprecated#deprecated] */
  readonly logging?: JSONObject;
  readonly completions?: JSONObject;
  readonly prompts?: { readonly listChanged?: boolean } & JSONObject;
  readonly resources?: { readonly subscribe?: boolean; readonly listChanged?: boolean } & JSONObject;
  readonly tools?: { readonly listChanged?: boolean } & JSONObject;
  readonly extensions?: Readonly<Record<string, JSONObject>>;
}

/** Severities of RFC 5424, least severe first. [2026-07-28 server/utilities/logging#log-levels] */
export const loggingLevels = ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"] as const;

/** @deprecated Logging is deprecated as of 2026-07-28. [2026-07-28 deprecated#deprecated] */
export type LoggingLevel = (typeof loggingLevels)[number];
