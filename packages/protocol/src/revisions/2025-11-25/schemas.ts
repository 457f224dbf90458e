/** What 2025-11-25 changed in the shapes of 2025-06-18. [2025-11-25 changelog#major-changes] */
import { isObject } from "@mcpwire/jsonrpc";
import { meta, number, requestMeta, role, someObject, strings, text } from "../../schemas/building-blocks.js";
import {
  anyObject,
  anyOf,
  boolean,
  branch,
  finite,
  listOf,
  nullable,
  object,
  oneOf,
  optional,
  string,
  stringOrNumber,
  type Check,
  type Checks,
} from "../../schemas/check.js";
import { Schemas as Predecessor, has } from "../2025-06-18/schemas.js";
import { taskRequest } from "./client-requests.js";

export class Schemas extends Predecessor {
  /** [2025-11-25 basic/index#icons] */
  icons(): Checks {
    return {
      icons: optional(listOf(object({ src: string, mimeType: text, sizes: optional(strings), theme: text }))),
    };
  }

  override listed(): Checks {
    return { ...super.listed(), ...this.icons() };
  }

  override implementation(): Checks {
    return { ...super.implementation(), ...this.icons(), description: text, websiteUrl: text };
  }

  override tool(): Checks {
    const taskSupport = optional(oneOf("forbidden", "optional", "required"));
    return { ...super.tool(), execution: optional(object({ taskSupport })) };
  }

  override clientCapabilities(): Checks {
    return {
      ...super.clientCapabilities(),
      sampling: optional(object({ context: someObject, tools: someObject })),
      elicitation: optional(object({ form: someObject, url: someObject })),
      tasks: someObject,
    };
  }

  override serverCapabilities(): Checks {
    return { ...super.serverCapabilities(), tasks: someObject };
  }

  /* ---------------------------------------------------------------- sampling with tools ------------------------------------ */

  /** One block, or several. [2025-11-25 client/sampling#sampling-with-tools] */
  override samplingContent(): Check {
    const block = super.samplingContent();
    const blocks = listOf(block);
    return branch((content) => (Array.isArray(content) ? blocks : block));
  }

  override samplingBlocks(): Checks {
    return {
      ...super.samplingBlocks(),
      tool_use: object({ id: string, name: string, input: anyObject, ...this.meta() }),
      tool_result: object({ toolUseId: string, ...this.callResult() }),
    };
  }

  override samplingParams(): Checks {
    return {
      ...super.samplingParams(),
      messages: listOf(object({ role, content: this.samplingContent(), ...this.meta() })),
      tools: optional(listOf(object(this.tool()))),
      toolChoice: optional(object({ mode: optional(oneOf("auto", "required", "none")) })),
    };
  }

  /* ---------------------------------------------------------------- elicitation -------------------------------------------- */

  /** A form, or a page to visit. [2025-11-25 client/elicitation#protocol-messages] */
  override elicitation(): Check {
    const form = super.elicitation();
    const page = object(this.page());
    return branch((params) => (isObject(params) && params.mode === "url" ? page : form));
  }

  override form(): Checks {
    return { ...super.form(), mode: optional(oneOf("form")), task: taskRequest };
  }

  page(): Checks {
    return { message: string, url: string, elicitationId: string, task: taskRequest, _meta: requestMeta };
  }

  /** Defaults; choices with titles, and choices of many. [2025-11-25 client/elicitation#requested-schema] */
  override fields(): Checks {
    const titledItems = object({ anyOf: this.options() });
    const untitledItems = object({ type: oneOf("string"), enum: strings });
    return {
      ...super.fields(),
      array: object({
        ...this.field(),
        minItems: number,
        maxItems: number,
        items: branch((items) => (has(items, "anyOf") ? titledItems : untitledItems)),
        default: optional(strings),
      }),
    };
  }

  override stringField(): Check {
    const untitled = super.stringField();
    const titled = object({ ...this.field(), oneOf: this.options() });
    return branch((schema) => (has(schema, "oneOf") && !has(schema, "enum") ? titled : untitled));
  }

  options(): Check {
    return listOf(object({ const: string, title: string }));
  }

  override field(): Checks {
    return { ...super.field(), default: text };
  }

  override numericField(): Checks {
    return { ...super.numericField(), default: number };
  }

  override answer(): Check {
    return anyOf("a string, a number, a boolean or a list of strings", string, finite, boolean, strings);
  }

  /* ---------------------------------------------------------------- tasks, experimental: shapes only ----------------------- */

  /** [2025-11-25 basic/utilities/tasks#data-types] */
  task(): Check {
    return object({
      taskId: string,
      status: oneOf("working", "input_required", "completed", "failed", "cancelled"),
      statusMessage: text,
      createdAt: string,
      lastUpdatedAt: string,
      ttl: nullable(finite),
      pollInterval: number,
      _meta: meta,
    });
  }

  /* ---------------------------------------------------------------- messages ----------------------------------------------- */

  override params(): Checks {
    return {
      ...super.params(),
      "sampling/createMessage": object({ ...this.samplingParams(), task: taskRequest }),
      "notifications/cancelled": object({ requestId: optional(stringOrNumber), reason: text, _meta: meta }),
      // [2025-11-25 client/elicitation#completion-notifications-for-url-mode-elicitation]
      "notifications/elicitation/complete": object({ elicitationId: string, _meta: meta }),
      "notifications/tasks/status": this.task(),
    };
  }

  override lists(): ReturnType<Predecessor["lists"]> {
    return { ...super.lists(), "tasks/list": ["tasks", this.task()] };
  }

  override results(): Checks {
    const task = this.task();
    return { ...super.results(), "tasks/get": task, "tasks/result": object({ _meta: meta }), "tasks/cancel": task };
  }

  /** The result, or the task that will have it. [2025-11-25 basic/utilities/tasks#creating-tasks] */
  override answerTo(method: string, result: Check): Check {
    if (method !== "tools/call" && method !== "sampling/createMessage" && method !== "elicitation/create")
      return result;
    const created = object({ task: this.task(), _meta: meta });
    return branch((value) => (isObject(value) && isObject(value.task) ? created : result));
  }
}
