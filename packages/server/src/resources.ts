/**
 * Resources and templates: registration, the lists, and reading. An exact URI goes before any template, and templates are tried in
 * the order of their registration. [2026-07-28 server/resources#protocol-messages]
 */
import { INTERNAL_ERROR, ProtocolError, UsageError } from "@mcpwire/jsonrpc";
import type { JSONObject } from "@mcpwire/jsonrpc";
import type { CacheHints, HandlerOutcome, RequestContext } from "@mcpwire/negotiation";
import { resourceNotFound, uriTemplate } from "@mcpwire/protocol";
import type { Annotations, Icon, Resource, ResourceTemplate, UriTemplate, UriVariables } from "@mcpwire/protocol";
import type { Completers } from "./completion.js";
import { HandlerContext, InputContext } from "./context.js";
import type { InputAsked } from "./input/rounds.js";
import { Registry, unknownCursor } from "./registry.js";
import type { Handle, Listed, Page, Visible } from "./registry.js";
import { shapeContents, withoutUndefined } from "./results.js";
import type { ResourceReturn } from "./results.js";
import { isInputRequired } from "./services.js";
import type { Services } from "./services.js";

export interface ResourceOptions {
  /** Default: the URI or the template itself. */
  readonly name?: string;
  readonly title?: string;
  readonly description?: string;
  /** Of every content that says none itself. */
  readonly mimeType?: string;
  /** Bytes of the raw content; not for templates. */
  readonly size?: number;
  readonly annotations?: Annotations;
  readonly icons?: readonly Icon[];
  readonly _meta?: JSONObject;
  /** Hints for whoever caches what is read. Default: the server's. */
  readonly cache?: Partial<CacheHints>;
  /** Who may see and read it. Default: everybody. What is read gets cache scope `private` with it. */
  readonly visible?: Visible;
  /** The resources of a template that lists should show, in a stable order. Default: none. */
  readonly list?: (ctx: HandlerContext) => readonly ListedResource[] | Promise<readonly ListedResource[]>;
  /** Suggests values for variables of a template. */
  readonly complete?: Completers;
}

/** A resource as the list callback of a template gives it; what is absent comes from the template. */
export type ListedResource = Omit<Resource, "name"> & { readonly name?: string };

/** Reads a resource. `uri` is the one asked for; `variables` are empty unless the resource is a template. */
export type ResourceHandler<U extends string> = (
  variables: UriVariables<U>,
  ctx: InputContext,
  uri: string,
) => ResourceReturn | InputAsked | Promise<ResourceReturn | InputAsked>;

type AnyHandler = (variables: UriVariables<string>, ctx: InputContext, uri: string) => unknown;

interface ResourceEntry extends Listed {
  readonly item: Resource;
  readonly cache: Partial<CacheHints> | undefined;
  readonly complete: undefined;
  readonly handler: AnyHandler;
}

interface TemplateEntry extends Listed {
  readonly item: ResourceTemplate;
  readonly template: UriTemplate;
  readonly cache: Partial<CacheHints> | undefined;
  readonly list: ResourceOptions["list"];
  readonly complete: Completers | undefined;
  readonly handler: AnyHandler;
}

interface Found {
  readonly entry: ResourceEntry | TemplateEntry;
  readonly variables: UriVariables<string>;
}

const noVariables: UriVariables<string> = Object.freeze({});

export class Resources {
  readonly exact: Registry<ResourceEntry>;
  readonly templates: Registry<TemplateEntry>;
  readonly #services: Services;

  constructor(services: Services, changed: () => void) {
    this.#services = services;
    this.exact = new Registry("resource", changed);
    this.templates = new Registry("template", changed);
  }

  get isPerCaller(): boolean {
    return this.exact.isPerCaller || this.templates.isPerCaller;
  }

  add(uri: string, options: ResourceOptions, handler: AnyHandler): Handle<Partial<ResourceOptions>> {
    if (uri.includes("{")) return this.templates.add(uri, options, (current) => buildTemplate(uri, current, handler));
    if (!isURI(uri))
      throw new UsageError(
        "bad-uri",
        `"${uri.slice(0, 140)}" is no URI; a resource needs one with a scheme, other characters as escapes`,
      );
    return this.exact.add(uri, options, (current) => buildResource(uri, current, handler));
  }

  listTemplates(params: JSONObject, request: RequestContext): JSONObject {
    const { cursorOf, pageSize } = this.#services;
    const { entries, nextCursor } = this.templates.page(cursorOf(params), pageSize, request.auth);
    const resourceTemplates = entries.map((entry) => entry.item);
    return nextCursor === undefined ? { resourceTemplates } : { resourceTemplates, nextCursor };
  }

  /** Registered resources first, then what each template lists; a cursor of the second part names the last URI that was shown. */
  async list(params: JSONObject, request: RequestContext): Promise<JSONObject> {
    const { cursorOf, pageSize } = this.#services;
    const cursor = cursorOf(params);
    const isListed = cursor?.startsWith(listedCursor) === true;
    const { entries, nextCursor }: Page<ResourceEntry> = isListed
      ? { entries: [] }
      : this.exact.page(cursor, pageSize, request.auth);
    const resources = entries.map((entry) => entry.item);
    if (nextCursor !== undefined) return { resources, nextCursor };
    const listers = this.templates.usable(request.auth).filter((entry) => entry.list !== undefined);
    if (listers.length === 0) {
      if (isListed) throw unknownCursor();
      return { resources };
    }
    const ctx = new HandlerContext(request, this.#services);
    const lists = await Promise.all(listers.map((entry) => listedBy(entry, ctx)));
    const listed = eachOnce(
      lists.flat().filter((resource) => this.exact.find(resource.uri, request.auth) === undefined),
    );
    const after = isListed ? cursor?.slice(listedCursor.length) : undefined;
    const start = after === undefined ? 0 : listed.findIndex((resource) => resource.uri === after) + 1;
    if (after !== undefined && after !== "" && start === 0) throw unknownCursor();
    const room = pageSize - resources.length;
    const page = [...resources, ...listed.slice(start, start + room)];
    if (start + room >= listed.length) return { resources: page };
    const last = room === 0 ? "" : (page.at(-1)?.uri ?? "");
    return { resources: page, nextCursor: listedCursor + last };
  }

  async read(params: JSONObject, request: RequestContext): Promise<HandlerOutcome> {
    const uri = String(params["uri"]);
    const found = this.#find(uri, request.auth);
    const notFound = (): ProtocolError => resourceNotFound(uri, request.revision.traits.resourceNotFound);
    if (found === undefined) throw notFound();
    const ctx = new InputContext(request, this.#services);
    const { entry, variables } = found;
    const returned = await this.#services.rounds.run("resources/read", params, ctx, () =>
      entry.handler(variables, ctx, uri),
    );
    if (isInputRequired(returned)) return returned;
    if (returned === undefined || returned === null) throw notFound();
    const result = shapeContents(returned, uri, entry.item.mimeType);
    if (result !== undefined) return result;
    this.#services.report({
      code: "bad-result",
      message: `resource "${uri.slice(0, 140)}" returned neither text, bytes nor contents`,
    });
    throw new ProtocolError(INTERNAL_ERROR, "Internal error");
  }

  /** The hints of a read, where its resource has any of its own. */
  hintsOf(uri: string, caller: unknown): { hints: Partial<CacheHints>; isPerCaller: boolean } | undefined {
    const entry = this.#find(uri, caller)?.entry;
    return entry === undefined ? undefined : { hints: entry.cache ?? {}, isPerCaller: entry.visible !== undefined };
  }

  /** What completes variables of this template, or of the template that this URI belongs to. */
  completable(uri: string, caller: unknown): { readonly complete: Completers | undefined } | undefined {
    return this.templates.find(uri, caller) ?? this.#find(uri, caller)?.entry;
  }

  get completes(): boolean {
    return this.templates.some((entry) => entry.complete !== undefined);
  }

  #find(uri: string, caller: unknown): Found | undefined {
    const exact = this.exact.find(uri, caller);
    if (exact !== undefined) return { entry: exact, variables: noVariables };
    for (const entry of this.templates.usable(caller)) {
      const variables = entry.template.match(uri);
      if (variables !== undefined) return { entry, variables };
    }
    return undefined;
  }
}

/** No cursor of a registry begins like this one. */
const listedCursor = "listed-";

function buildResource(uri: string, options: ResourceOptions, handler: AnyHandler): ResourceEntry {
  const { cache, visible, list, complete, name, ...described } = options;
  if (list !== undefined || complete !== undefined) {
    throw new UsageError(
      "not-a-template",
      `resource "${uri}": list and complete are for templates such as ${uri}/{name}`,
    );
  }
  const item: Resource = { uri, name: name ?? uri, ...withoutUndefined(described) };
  return { item, visible, cache, complete: undefined, handler };
}

function buildTemplate(source: string, options: ResourceOptions, handler: AnyHandler): TemplateEntry {
  const { cache, visible, list, complete, name, size, ...described } = options;
  if (size !== undefined) throw new UsageError("not-a-resource", `template "${source}": size is for single resources`);
  const template = uriTemplate(source);
  const stray = Object.keys(complete ?? {}).find((key) => !template.variables.includes(key));
  if (stray !== undefined) throw new UsageError("unknown-variable", `template "${source}" has no variable "${stray}"`);
  const item: ResourceTemplate = { uriTemplate: source, name: name ?? source, ...withoutUndefined(described) };
  return { item, template, visible, cache, list, complete, handler };
}

async function listedBy(entry: TemplateEntry, ctx: HandlerContext): Promise<readonly Resource[]> {
  const { mimeType } = entry.item;
  const type = mimeType === undefined ? {} : { mimeType };
  const listed = (await entry.list?.(ctx)) ?? [];
  return listed.map((resource) => ({
    ...type,
    ...withoutUndefined(resource),
    uri: resource.uri,
    name: resource.name ?? resource.uri,
  }));
}

/** The first of each URI: a cursor is a URI, and a second one would lead back to the first. */
function eachOnce(resources: readonly Resource[]): readonly Resource[] {
  const byURI = new Map<string, Resource>();
  for (const resource of resources) if (!byURI.has(resource.uri)) byURI.set(resource.uri, resource);
  return [...byURI.values()];
}

/** RFC 3986: a scheme, then its characters; any other is written as escapes. [2026-07-28 server/resources#custom-uri-schemes] */
function isURI(text: string): boolean {
  return /^[A-Za-z][A-Za-z0-9+.-]*:(?:[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=]|%[0-9A-Fa-f]{2})*$/.test(text);
}
