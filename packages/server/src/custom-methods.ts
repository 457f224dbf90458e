/** Methods and notifications of the server's author, beside those of the specification. */
import { INTERNAL_ERROR, INVALID_PARAMS, ProtocolError, UsageError } from "@mcpwire/jsonrpc";
import type { JSONObject } from "@mcpwire/jsonrpc";
import type { ClientContext, RequestContext } from "@mcpwire/negotiation";
import { revisions } from "@mcpwire/protocol";
import { HandlerContext } from "./context.js";
import { compileSchema, describeIssues, isPlainObject } from "./schema.js";
import type { CompiledSchema } from "./schema.js";
import type { Services } from "./services.js";
import type { Schema, SchemaInput, SchemaOutput } from "./standard-schema.js";

export interface MethodSchemas<P = Schema | undefined, R = Schema | undefined> {
  /** Absent: params are not checked. */
  readonly params?: P;
  /** Absent: the result is not checked. It is an object in any case. */
  readonly result?: R;
}

export type MethodParams<P> = [P] extends [Schema] ? SchemaOutput<P> : JSONObject;

export type MethodHandler<P, R> = (
  params: MethodParams<P>,
  ctx: HandlerContext,
) => MethodResult<R> | Promise<MethodResult<R>>;

type MethodResult<R> = [R] extends [Schema] ? SchemaInput<R> : JSONObject | void;

export type NotificationHandler<P> = (params: MethodParams<P>, client: ClientContext) => void | Promise<void>;

interface Method {
  readonly params: CompiledSchema | undefined;
  readonly result: CompiledSchema | undefined;
  readonly handler: (params: unknown, ctx: HandlerContext) => unknown;
}

interface Notified {
  readonly params: CompiledSchema | undefined;
  readonly handler: (params: unknown, client: ClientContext) => unknown;
}

const nothing: JSONObject = Object.freeze({});

export class CustomMethods {
  readonly #services: Services;
  readonly #methods = new Map<string, Method>();
  readonly #notifications = new Map<string, Notified>();

  constructor(services: Services) {
    this.#services = services;
  }

  has(method: string): boolean {
    return this.#methods.has(method);
  }

  addMethod(name: string, schemas: MethodSchemas, handler: Method["handler"]): void {
    if (isReserved(name))
      throw new UsageError("reserved-method", `"${name}" belongs to the protocol; choose a name of your own`);
    if (this.#methods.has(name)) throw new UsageError("duplicate-name", `the method "${name}" is registered already`);
    const params = this.#compile(schemas.params, "input", `params of "${name}"`);
    const result = this.#compile(schemas.result, "output", `result of "${name}"`);
    this.#methods.set(name, { params, result, handler });
  }

  addNotification(name: string, schemas: Pick<MethodSchemas, "params">, handler: Notified["handler"]): void {
    if (isReserved(name))
      throw new UsageError("reserved-method", `"${name}" belongs to the protocol; choose a name of your own`);
    if (this.#notifications.has(name))
      throw new UsageError("duplicate-name", `the notification "${name}" is heard already`);
    this.#notifications.set(name, { params: this.#compile(schemas.params, "input", `params of "${name}"`), handler });
  }

  /** Undefined for a method that nobody registered. */
  call(name: string, params: JSONObject | undefined, request: RequestContext): Promise<JSONObject> | undefined {
    const method = this.#methods.get(name);
    return method === undefined ? undefined : this.#call(name, method, params, request);
  }

  async notified(name: string, params: JSONObject | undefined, client: ClientContext): Promise<JSONObject> {
    const heard = this.#notifications.get(name);
    if (heard === undefined) return nothing;
    const given = params ?? nothing;
    const checked = await (heard.params?.check(given) ?? { value: given });
    if (checked.issues === undefined) await heard.handler(checked.value, client);
    else {
      const message = `${name} was dropped: ${describeIssues(checked.issues)}`;
      this.#services.report({ code: "bad-notification", message });
    }
    return nothing;
  }

  async #call(
    name: string,
    method: Method,
    params: JSONObject | undefined,
    request: RequestContext,
  ): Promise<JSONObject> {
    const given = params ?? nothing;
    const checked = await (method.params?.check(given) ?? { value: given });
    if (checked.issues !== undefined) {
      throw new ProtocolError(INVALID_PARAMS, `Invalid params for ${name}: ${describeIssues(checked.issues)}`);
    }
    const returned = (await method.handler(checked.value, new HandlerContext(request, this.#services))) ?? nothing;
    const result = await (method.result?.check(returned) ?? { value: returned });
    if (result.issues === undefined && isPlainObject(result.value)) return result.value;
    const reason = result.issues === undefined ? "not an object" : describeIssues(result.issues);
    this.#services.report({ code: "bad-result", message: `method "${name}" returned what does not fit: ${reason}` });
    throw new ProtocolError(INTERNAL_ERROR, "Internal error");
  }

  #compile(schema: Schema | undefined, side: "input" | "output", subject: string): CompiledSchema | undefined {
    return schema === undefined ? undefined : compileSchema(schema, side, this.#services.compile, subject);
  }
}

/** Every method that some revision of the specification defines; extensions have names of their own. */
function isReserved(name: string): boolean {
  return revisions.some((revision) => revision.methods.has(name));
}
