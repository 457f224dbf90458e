/**
 * What the server declares: read from what is registered when the first client arrives, changed by what its author says.
 * [2026-07-28 server/tools#capabilities]
 */
import type { JSONObject } from "@mcpwire/jsonrpc";
import type { ServerCapabilities } from "@mcpwire/protocol";

/** Overrides of what is inferred: `true` or an object declares, `false` takes back. */
export interface CapabilityOptions {
  /** Default: declared when tools are registered before the first client. `listChanged` defaults to true. */
  readonly tools?: boolean | { readonly listChanged?: boolean };
  readonly prompts?: boolean | { readonly listChanged?: boolean };
  /** `subscribe` defaults to true. */
  readonly resources?: boolean | { readonly listChanged?: boolean; readonly subscribe?: boolean };
  /** Default: declared when a prompt or a template has completers. */
  readonly completions?: boolean;
  /** Default: declared, since any handler may log. */
  readonly logging?: boolean;
  readonly experimental?: Readonly<Record<string, JSONObject>>;
  /** Extensions by identifier, with their settings. [2026-07-28 basic/versioning#extension-negotiation] */
  readonly extensions?: Readonly<Record<string, JSONObject>>;
}

/** What is registered. */
export interface Registered {
  readonly tools: boolean;
  readonly prompts: boolean;
  readonly resources: boolean;
  readonly completions: boolean;
}

export function capabilitiesOf(registered: Registered, options: CapabilityOptions = {}): ServerCapabilities {
  const { experimental, extensions } = options;
  const tools = feature(options.tools, registered.tools, { listChanged: true });
  const prompts = feature(options.prompts, registered.prompts, { listChanged: true });
  const resources = feature(options.resources, registered.resources, { listChanged: true, subscribe: true });
  return {
    ...(tools === undefined ? {} : { tools }),
    ...(prompts === undefined ? {} : { prompts }),
    ...(resources === undefined ? {} : { resources }),
    ...((options.completions ?? registered.completions) ? { completions: {} } : {}),
    ...((options.logging ?? true) ? { logging: {} } : {}),
    ...(experimental === undefined ? {} : { experimental }),
    ...(extensions === undefined ? {} : { extensions }),
  };
}

function feature<D extends object>(
  option: boolean | Partial<D> | undefined,
  isRegistered: boolean,
  defaults: D,
): D | undefined {
  if (option === false || (option === undefined && !isRegistered)) return undefined;
  return typeof option === "object" ? { ...defaults, ...option } : defaults;
}
