/**
 * What a side must check of 2025-03-26: the params and the result of every method.
 * What is not named survives, and a block of an unknown type passes; see `schemas/building-blocks.ts`.
 */
import * as z from "zod";
import {
  cursor,
  flag,
  jsonObject,
  loggingLevel,
  meta,
  number,
  object,
  progressToken,
  requestId,
  type SchemaTable,
  stringMap,
  strings,
  text,
} from "../../schemas/building-blocks.js";
import { contentSchemas } from "./schemas/content.js";
import { lifecycleSchemas } from "./schemas/lifecycle.js";
import { samplingSchemas } from "./schemas/sampling.js";

/** Builds every schema of this revision; the entry calls it once, on first use. */
export function buildSchemas(): SchemaTable {
  const content = contentSchemas();
  const lifecycle = lifecycleSchemas();

  const requestMeta = object({ progressToken: progressToken.optional() }).optional();
  const anyParams = object({ _meta: requestMeta }).optional();
  const pageParams = object({ _meta: requestMeta, cursor: cursor.optional() }).optional();
  const notice = object({ _meta: meta }).optional();
  const page = { _meta: meta, nextCursor: cursor.optional() };
  const empty = object({ _meta: meta });
  const uriParams = object({ uri: z.string(), _meta: requestMeta });

  const tool = object({
    name: z.string(),
    description: text,
    inputSchema: object({ type: z.literal("object") }),
    annotations: object({
      title: text,
      readOnlyHint: flag,
      destructiveHint: flag,
      idempotentHint: flag,
      openWorldHint: flag,
    }).optional(),
  });
  const prompt = object({
    name: z.string(),
    description: text,
    arguments: z.array(object({ name: z.string(), description: text, required: flag })).optional(),
  });
  const root = object({ uri: z.string(), name: text });
  const callResult = object({
    content: z.array(content.block),
    isError: flag,
    _meta: meta,
  });
  const readResult = object({ contents: z.array(content.contents), _meta: meta });
  const promptResult = object({
    description: text,
    messages: z.array(object({ role: z.enum(["user", "assistant"]), content: content.block })),
    _meta: meta,
  });
  const ref = references();
  const sampling = samplingSchemas(content);

  return {
    params: {
      initialize: lifecycle.initializeParams,
      ping: anyParams,
      "tools/list": pageParams,
      "tools/call": object({ name: z.string(), arguments: jsonObject.optional(), _meta: requestMeta }),
      "resources/list": pageParams,
      "resources/templates/list": pageParams,
      "resources/read": uriParams,
      "resources/subscribe": uriParams,
      "resources/unsubscribe": uriParams,
      "prompts/list": pageParams,
      "prompts/get": object({ name: z.string(), arguments: stringMap.optional(), _meta: requestMeta }),
      "completion/complete": object({
        ref,
        argument: object({ name: z.string(), value: z.string() }),
        _meta: requestMeta,
      }),
      "logging/setLevel": object({ level: loggingLevel, _meta: requestMeta }),
      "sampling/createMessage": sampling.params,
      "roots/list": anyParams,
      "notifications/initialized": notice,
      "notifications/cancelled": object({ requestId, reason: text, _meta: meta }),
      "notifications/progress": object({
        progressToken,
        progress: z.number(),
        total: number,
        message: text,
        _meta: meta,
      }),
      "notifications/message": object({
        level: loggingLevel,
        logger: text,
        data: z.unknown(),
        _meta: meta,
      }),
      "notifications/tools/list_changed": notice,
      "notifications/prompts/list_changed": notice,
      "notifications/resources/list_changed": notice,
      "notifications/resources/updated": object({ uri: z.string(), _meta: meta }),
      "notifications/roots/list_changed": notice,
    },
    results: {
      initialize: lifecycle.initializeResult,
      ping: empty,
      "tools/list": object({ ...page, tools: z.array(tool) }),
      "tools/call": callResult,
      "resources/list": object({ ...page, resources: z.array(content.resource) }),
      "resources/templates/list": object({ ...page, resourceTemplates: z.array(content.resourceTemplate) }),
      "resources/read": readResult,
      "resources/subscribe": empty,
      "resources/unsubscribe": empty,
      "prompts/list": object({ ...page, prompts: z.array(prompt) }),
      "prompts/get": promptResult,
      "completion/complete": object({
        completion: object({ values: strings, total: number, hasMore: flag }),
        _meta: meta,
      }),
      "logging/setLevel": empty,
      "sampling/createMessage": sampling.result,
      "roots/list": object({ roots: z.array(root) }),
    },
    items: {
      "tools/list": { member: "tools", schema: tool },
      "resources/list": { member: "resources", schema: content.resource },
      "resources/templates/list": { member: "resourceTemplates", schema: content.resourceTemplate },
      "prompts/list": { member: "prompts", schema: prompt },
      "roots/list": { member: "roots", schema: root },
    },
  };
}

function references() {
  return z.discriminatedUnion("type", [
    object({ type: z.literal("ref/prompt"), name: z.string() }),
    object({ type: z.literal("ref/resource"), uri: z.string() }),
  ]);
}
