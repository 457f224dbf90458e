/**
 * The shapes of 2024-11-05 that a side must check, beside what clients ask (`client-requests.ts`). Later revisions extend this class
 * and override what they changed; whatever contains that follows.
 */
import { isObject } from "@mcpwire/jsonrpc";
import {
  flag,
  loggingLevel,
  meta,
  noParams,
  number,
  requestMeta,
  role,
  someObject,
  strings,
  text,
} from "../../schemas/building-blocks.js";
import {
  something,
  branch,
  finite,
  listOf,
  object,
  oneOf,
  optional,
  string,
  stringOrNumber,
  tagged,
  type Check,
  type Checks,
} from "../../schemas/check.js";

export class Schemas {
  /* ---------------------------------------------------------------- parts of many shapes ----------------------------------- */

  /** What has a name. */
  named(): Checks {
    return { name: string };
  }

  /** `_meta`, where only newer revisions have it. */
  meta(): Checks {
    return {};
  }

  /** What a list shows: a tool, a prompt, a resource, a template. */
  listed(): Checks {
    return { ...this.named(), description: text, ...this.meta() };
  }

  annotations(): Checks {
    return { audience: optional(listOf(role)), priority: number };
  }

  /* ---------------------------------------------------------------- content ------------------------------------------------ */

  /** Members of every block of content. */
  annotated(): Checks {
    return { annotations: optional(object(this.annotations())), ...this.meta() };
  }

  resource(): Checks {
    return { ...this.listed(), ...this.annotated(), uri: string, mimeType: text, size: number };
  }

  resourceTemplate(): Checks {
    return { ...this.listed(), ...this.annotated(), uriTemplate: string, mimeType: text };
  }

  resourceContents(): Check {
    const about = { uri: string, mimeType: text, ...this.meta() };
    const blob = object({ ...about, blob: string });
    const textual = object({ ...about, text: string });
    return branch((value) => (isObject(value) && value.blob !== undefined ? blob : textual));
  }

  media(): Check {
    return object({ data: string, mimeType: string, ...this.annotated() });
  }

  /** The blocks of content by their type. [2024-11-05 server/tools#tool-result] */
  blocks(): Checks {
    return { ...this.modelBlocks(), resource: object({ resource: this.resourceContents(), ...this.annotated() }) };
  }

  /** Those that a model reads and writes. */
  modelBlocks(): Checks {
    return { text: object({ text: string, ...this.annotated() }), image: this.media() };
  }

  block(): Check {
    return tagged(this.blocks(), "pass");
  }

  /* ---------------------------------------------------------------- what servers have -------------------------------------- */

  tool(): Checks {
    return { ...this.listed(), inputSchema: object({ type: oneOf("object") }) };
  }

  callResult(): Checks {
    return { content: listOf(this.block()), isError: flag, _meta: meta };
  }

  prompt(): Checks {
    return { ...this.listed(), arguments: optional(listOf(object(this.promptArgument()))) };
  }

  promptArgument(): Checks {
    return { ...this.named(), description: text, required: flag };
  }

  /* ---------------------------------------------------------------- what clients have -------------------------------------- */

  root(): Checks {
    return { uri: string, name: text, ...this.meta() };
  }

  /** What one message of sampling says. */
  samplingContent(): Check {
    return tagged(this.samplingBlocks(), "pass");
  }

  samplingBlocks(): Checks {
    return this.modelBlocks();
  }

  /** [2024-11-05 client/sampling#data-types] */
  samplingParams(): Checks {
    const modelPreferences = object({
      hints: optional(listOf(object({ name: text }))),
      costPriority: number,
      speedPriority: number,
      intelligencePriority: number,
    });
    return {
      messages: listOf(object({ role, content: this.samplingContent() })),
      modelPreferences: optional(modelPreferences),
      systemPrompt: text,
      includeContext: optional(oneOf("none", "thisServer", "allServers")),
      temperature: number,
      maxTokens: finite,
      stopSequences: optional(strings),
      metadata: someObject,
      _meta: requestMeta,
    };
  }

  /* ---------------------------------------------------------------- the handshake ------------------------------------------ */

  implementation(): Checks {
    return { ...this.named(), version: string };
  }

  clientCapabilities(): Checks {
    return { experimental: someObject, roots: optional(object({ listChanged: flag })), sampling: someObject };
  }

  serverCapabilities(): Checks {
    const listChanged = optional(object({ listChanged: flag }));
    return {
      experimental: someObject,
      logging: someObject,
      prompts: listChanged,
      resources: optional(object({ subscribe: flag, listChanged: flag })),
      tools: listChanged,
    };
  }

  /* ---------------------------------------------------------------- messages ----------------------------------------------- */

  progress(): Checks {
    return { progressToken: stringOrNumber, progress: finite, total: number, _meta: meta };
  }

  /** The params of every method but those of `client-requests.ts`. */
  params(): Checks {
    const notice = optional(object({ _meta: meta }));
    return {
      // [2024-11-05 basic/lifecycle#initialization]
      initialize: object({
        protocolVersion: string,
        capabilities: object(this.clientCapabilities()),
        clientInfo: object(this.implementation()),
        _meta: requestMeta,
      }),
      "sampling/createMessage": object(this.samplingParams()),
      "roots/list": noParams,
      "notifications/initialized": notice,
      "notifications/cancelled": object({ requestId: stringOrNumber, reason: text, _meta: meta }),
      "notifications/progress": object(this.progress()),
      "notifications/message": object({ level: loggingLevel, logger: text, data: something, _meta: meta }),
      "notifications/tools/list_changed": notice,
      "notifications/prompts/list_changed": notice,
      "notifications/resources/list_changed": notice,
      "notifications/resources/updated": object({ uri: string, _meta: meta }),
      "notifications/roots/list_changed": notice,
    };
  }

  /** What a list result holds: by method, the member and the check of one element. */
  lists(): Readonly<Record<string, readonly [member: string, element: Check]>> {
    return {
      "tools/list": ["tools", object(this.tool())],
      "resources/list": ["resources", object(this.resource())],
      "resources/templates/list": ["resourceTemplates", object(this.resourceTemplate())],
      "prompts/list": ["prompts", object(this.prompt())],
      "roots/list": ["roots", object(this.root())],
    };
  }

  /** What a request may be answered with, given the check of its result. */
  answerTo(_method: string, result: Check): Check {
    return result;
  }

  /** The results of every request but the lists. */
  results(): Checks {
    const empty = object({ _meta: meta });
    const message = object({ role, content: this.block() });
    return {
      initialize: object({
        protocolVersion: string,
        capabilities: object(this.serverCapabilities()),
        serverInfo: object(this.implementation()),
        instructions: text,
        _meta: meta,
      }),
      ping: empty,
      "tools/call": object(this.callResult()),
      "resources/read": object({ contents: listOf(this.resourceContents()), _meta: meta }),
      "resources/subscribe": empty,
      "resources/unsubscribe": empty,
      "prompts/get": object({ description: text, messages: listOf(message), _meta: meta }),
      "completion/complete": object({
        completion: object({ values: strings, total: number, hasMore: flag }),
        _meta: meta,
      }),
      "logging/setLevel": empty,
      "sampling/createMessage": object({
        role,
        content: this.samplingContent(),
        model: string,
        stopReason: text,
        _meta: meta,
      }),
    };
  }
}
