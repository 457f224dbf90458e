/**
 * One server definition, built once and served to any number of clients over any transport. Registrations fill Maps; what faces the
 * transports is made of them when the first client arrives.
 */
import { METHOD_NOT_FOUND, ProtocolError, UsageError } from "@mcpwire/jsonrpc";
import type { JSONObject } from "@mcpwire/jsonrpc";
import type { CacheHints, CreateServerEra, HandlerOutcome, RequestContext, ServerHost } from "@mcpwire/negotiation";
import type { ServerCapabilities } from "@mcpwire/protocol";
import { hintsFor } from "./cache-hints.js";
import { capabilitiesOf } from "./capabilities.js";
import { ChangeNotices } from "./change-notices.js";
import { complete } from "./completion.js";
import { HandlerContext } from "./context.js";
import { CustomMethods } from "./custom-methods.js";
import { Rounds } from "./input/rounds.js";
import { around, only } from "./middleware.js";
import type { CheckedParams, Exchange, MethodMiddleware, Middleware } from "./middleware.js";
import { Prompts } from "./prompts.js";
import { Resources } from "./resources.js";
import type { Server, ServerOptions } from "./server.js";
import { checkedParams, cursorOf } from "./services.js";
import type { Services } from "./services.js";
import { Tools } from "./tools.js";
import type { ToolOptions } from "./tools.js";
import { compileWith } from "./validator.js";

type Run = (params: JSONObject, request: RequestContext) => HandlerOutcome | Promise<HandlerOutcome>;

/** Builds the server over whatever `createEra` makes of it. */
export function buildServer(options: ServerOptions, createEra: CreateServerEra): Server {
  const { name, version, title, description, icons, websiteUrl, ...behaviour } = options;
  const { instructions, capabilities: overrides, pageSize, cache, validator, requestState, ...rest } = behaviour;
  const { report = () => undefined, ...eraOptions } = rest;
  const services: Services = {
    report,
    compile: compileWith(validator),
    rounds: new Rounds(requestState),
    pageSize: pageSizeOf(pageSize),
    cursorOf,
  };

  let declared: ServerCapabilities | undefined;
  const notify = new ChangeNotices(
    () => declared,
    (notice) => era.changed(notice),
  );
  const tools = new Tools(services, () => notify.toolsChanged());
  const prompts = new Prompts(services, () => notify.promptsChanged());
  const resources = new Resources(services, () => notify.resourcesChanged());
  const custom = new CustomMethods(services);
  const middlewares: Middleware[] = [];

  const completions = {
    prompt: (prompt: string, caller: unknown) => prompts.registry.find(prompt, caller),
    resource: (uri: string, caller: unknown) => resources.completable(uri, caller),
  };
  const methods: ReadonlyMap<string, { readonly needs: keyof ServerCapabilities; readonly run: Run }> = new Map<
    string,
    { readonly needs: keyof ServerCapabilities; readonly run: Run }
  >([
    ["tools/list", { needs: "tools", run: (params, request) => tools.list(params, request) }],
    ["tools/call", { needs: "tools", run: (params, request) => tools.call(params, request) }],
    ["prompts/list", { needs: "prompts", run: (params, request) => prompts.list(params, request) }],
    ["prompts/get", { needs: "prompts", run: (params, request) => prompts.get(params, request) }],
    ["resources/list", { needs: "resources", run: (params, request) => resources.list(params, request) }],
    [
      "resources/templates/list",
      { needs: "resources", run: (params, request) => resources.listTemplates(params, request) },
    ],
    ["resources/read", { needs: "resources", run: (params, request) => resources.read(params, request) }],
    [
      "completion/complete",
      {
        needs: "completions",
        run: (params, request) => complete(params, new HandlerContext(request, services), completions),
      },
    ],
  ]);

  const capabilities = (): ServerCapabilities =>
    declared ??
    capabilitiesOf(
      {
        tools: tools.registry.size > 0,
        prompts: prompts.registry.size > 0,
        resources: resources.exact.size + resources.templates.size > 0,
        completions: resources.completes || prompts.registry.some((entry) => entry.complete !== undefined),
      },
      overrides,
    );

  /** Once clients know the capabilities, nothing may be registered that they do not cover. */
  const mustBeDeclared = (kind: "tools" | "prompts" | "resources" | "completions"): void => {
    if (declared === undefined || declared[kind] !== undefined) return;
    throw new UsageError(
      "undeclared",
      `clients were told that there are no ${kind}; pass capabilities: { ${kind}: true } to createServer`,
    );
  };

  const answer = (exchange: Exchange): HandlerOutcome | Promise<HandlerOutcome> => {
    const { method, params } = exchange;
    if (exchange.kind === "notification") return custom.notified(method, params, exchange.context);
    const own = methods.get(method);
    if (own !== undefined) return own.run(checkedParams(method, params, exchange.context), exchange.context);
    const outcome = custom.call(method, params, exchange.context);
    if (outcome === undefined) throw new ProtocolError(METHOD_NOT_FOUND, `Method not found: ${method.slice(0, 140)}`);
    return outcome;
  };
  let run = answer;

  const host: ServerHost = {
    info: {
      name,
      version,
      ...(title === undefined ? {} : { title }),
      ...(description === undefined ? {} : { description }),
      ...(websiteUrl === undefined ? {} : { websiteUrl }),
      ...(icons === undefined ? {} : { icons }),
    },
    get capabilities() {
      return capabilities();
    },
    ...(instructions === undefined ? {} : { instructions }),
    cacheHints: (method, params, context): CacheHints =>
      hintsFor(method, params, context.auth, cache ?? {}, { tools, prompts, resources }),
    headerParameters: (tool, caller) => tools.headerParameters(tool, caller),
    handles(method) {
      const own = methods.get(method);
      return own === undefined ? custom.has(method) : capabilities()[own.needs] !== undefined;
    },
    handle: (method, params, context) => run({ kind: "request", method, params, context }),
    notified(method, params, context) {
      void (async () => run({ kind: "notification", method, params, context }))().catch((error: unknown) => {
        report({ code: "handler-error", message: `The handler of ${method} failed`, data: error });
      });
    },
    report,
  };

  const era = createEra(host, eraOptions);

  return {
    facts: era.facts,
    attach(link) {
      declared ??= capabilities();
      era.attach(link);
    },
    accept: (exchange) => era.accept(exchange),
    take: (notification, link, caller) => era.take(notification, link, caller),
    release: (link, how) => era.release(link, how),
    restore: (link, kept) => era.restore?.(link, kept) === true,
    tool(toolName: string, toolOptions: ToolOptions, handler: unknown) {
      mustBeDeclared("tools");
      mustHandle(`tool "${toolName}"`, handler);
      // The schemas that are checked at run time are the ones that the handler's types were read from.
      return tools.add(toolName, toolOptions, handler as Parameters<Tools["add"]>[2]);
    },
    resource(uri, resourceOptions, handler) {
      mustBeDeclared("resources");
      mustHandle(`resource "${uri}"`, handler);
      if (resourceOptions.complete !== undefined) mustBeDeclared("completions");
      // The template yields the variables that the handler's type was read from.
      return resources.add(uri, resourceOptions, handler as Parameters<Resources["add"]>[2]);
    },
    prompt(promptName, promptOptions, handler) {
      mustBeDeclared("prompts");
      mustHandle(`prompt "${promptName}"`, handler);
      if (promptOptions.complete !== undefined) mustBeDeclared("completions");
      // As for tools.
      return prompts.add(promptName, promptOptions, handler as Parameters<Prompts["add"]>[2]);
    },
    method(method, schemas, handler) {
      mustHandle(`method "${method}"`, handler);
      // As for tools.
      custom.addMethod(method, schemas, handler as Parameters<CustomMethods["addMethod"]>[2]);
    },
    onNotification(method, schemas, handler) {
      mustHandle(`notification "${method}"`, handler);
      // As for tools.
      custom.addNotification(method, schemas, handler as Parameters<CustomMethods["addNotification"]>[2]);
    },
    use<M extends keyof CheckedParams>(first: Middleware | M, middleware?: MethodMiddleware<M>) {
      if (typeof first === "function") middlewares.push(first);
      else if (typeof middleware === "function") middlewares.push(only(first, middleware));
      else throw new UsageError("no-handler", "a middleware is a function");
      run = around(middlewares, answer);
    },
    notify: {
      toolsChanged: () => notify.toolsChanged(),
      promptsChanged: () => notify.promptsChanged(),
      resourcesChanged: () => notify.resourcesChanged(),
      resourceUpdated: (uri) => notify.resourceUpdated(uri),
    },
    close: () => era.close(),
  };
}

/** The compiler says so, too; a program without it would learn of a forgotten argument from its first client. */
function mustHandle(what: string, handler: unknown): void {
  if (typeof handler === "function") return;
  throw new UsageError(
    "no-handler",
    `${what}: the last of the three arguments, after the options, must be its handler`,
  );
}

const defaultPageSize = 1000;

function pageSizeOf(pageSize = defaultPageSize): number {
  if (Number.isInteger(pageSize) && pageSize > 0) return pageSize;
  throw new UsageError("bad-page-size", `pageSize must be a whole number above 0, not ${String(pageSize)}`);
}
