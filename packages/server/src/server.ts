/** What an author passes to `createServer`, and what comes back. */
import type { Acceptor, ReportSink } from "@mcpwire/jsonrpc";
import type { ServerOptions as EraOptions } from "@mcpwire/negotiation";
import type { Implementation } from "@mcpwire/protocol";
import type { CacheOptions } from "./cache-hints.js";
import type { CapabilityOptions } from "./capabilities.js";
import type { Notify } from "./change-notices.js";
import type { MethodHandler, MethodSchemas, NotificationHandler } from "./custom-methods.js";
import type { RequestStateOptions } from "./input/rounds.js";
import type { CheckedParams, MethodMiddleware, Middleware } from "./middleware.js";
import type { ArgumentList, PromptHandler, PromptOptions } from "./prompts.js";
import type { Handle } from "./registry.js";
import type { ResourceHandler, ResourceOptions } from "./resources.js";
import type { Schema } from "./standard-schema.js";
import type { ToolHandler, ToolOptions } from "./tools.js";
import type { JsonSchemaValidator } from "@mcpwire/json-schema";

/** Who the server is and how it behaves; only `name` and `version` are needed. */
export interface ServerOptions extends Implementation, EraOptions {
  /** How to use the server as a whole, for the client's model. */
  readonly instructions?: string;
  /** Changes what is inferred from the registrations. */
  readonly capabilities?: CapabilityOptions;
  /** Entries of one page of a list. Default 1 000, since some clients read the first page alone. */
  readonly pageSize?: number;
  /** Hints for clients that cache lists and reads. Default: nothing is fresh, nothing is shared. */
  readonly cache?: CacheOptions;
  /** Checks values against raw JSON Schema. Default: the one of `@mcpwire/json-schema`. */
  readonly validator?: JsonSchemaValidator;
  /** How state that travels through the client is sealed. */
  readonly requestState?: RequestStateOptions;
  /** Takes what was noticed and survived; a report that nobody takes is dropped. */
  readonly report?: ReportSink;
}

export interface Server extends Acceptor {
  /** Adds a tool. Throws a `UsageError` for a schema that cannot be served or a name that is taken. [2026-07-28 server/tools#tool] */
  tool<const I extends Schema | undefined = undefined>(
    name: string,
    options: ToolOptions<I, undefined>,
    handler: ToolHandler<I, undefined>,
  ): Handle<Partial<ToolOptions>>;
  /** Adds a tool with a structured result. [2026-07-28 server/tools#output-schema] */
  tool<const I extends Schema | undefined = undefined, const O extends Schema | undefined = undefined>(
    name: string,
    options: ToolOptions<I, O>,
    handler: ToolHandler<I, O>,
  ): Handle<Partial<ToolOptions>>;
  /** Adds a resource, or a template where the URI has variables in braces. [2026-07-28 server/resources#data-types] */
  resource<const U extends string>(
    uri: U,
    options: ResourceOptions,
    handler: ResourceHandler<U>,
  ): Handle<Partial<ResourceOptions>>;
  /** Adds a prompt. [2026-07-28 server/prompts#prompt] */
  prompt<const A extends Schema | ArgumentList | undefined = undefined>(
    name: string,
    options: PromptOptions<A>,
    handler: PromptHandler<A>,
  ): Handle<Partial<PromptOptions>>;
  /** Answers a method of your own. Params are checked and typed by their schema; a method of the specification cannot be taken over. */
  method<const P extends Schema | undefined = undefined, const R extends Schema | undefined = undefined>(
    name: string,
    schemas: MethodSchemas<P, R>,
    handler: MethodHandler<P, R>,
  ): void;
  /** Hears a notification of your own; one that does not fit its schema is reported and dropped. */
  onNotification<const P extends Schema | undefined = undefined>(
    name: string,
    schemas: Pick<MethodSchemas<P, undefined>, "params">,
    handler: NotificationHandler<P>,
  ): void;
  /** Runs around every request and notification; the first one added is the outermost. */
  use(middleware: Middleware): void;
  /** Runs around the requests of one method, with params that were checked and are typed. */
  use<const M extends keyof CheckedParams>(method: M, middleware: MethodMiddleware<M>): void;
  /** Tells clients of changes. Registry changes are told by themselves. */
  readonly notify: Notify;
  /** Ends watches with their result, lets what runs end, and accepts nothing more. Idempotent. */
  close(): Promise<void>;
}
