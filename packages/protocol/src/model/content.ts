/**
 * Content blocks of tool results, prompts and sampling.
 * [2026-07-28 server/tools#tool-result]
 */
import type { Annotations, MetaObject } from "./base.js";
import type { Resource, ResourceContents } from "./resources.js";

/** [2026-07-28 server/tools#text-content] */
export interface TextContent {
  readonly type: "text";
  readonly text: string;
  readonly annotations?: Annotations;
  readonly _meta?: MetaObject;
}

/** [2026-07-28 server/tools#image-content] */
export interface ImageContent {
  readonly type: "image";
  /** Base64. */
  readonly data: string;
  readonly mimeType: string;
  readonly annotations?: Annotations;
  readonly _meta?: MetaObject;
}

/** [2026-07-28 server/tools#audio-content] */
export interface AudioContent {
  readonly type: "audio";
  /** Base64. */
  readonly data: string;
  readonly mimeType: string;
  readonly annotations?: Annotations;
  readonly _meta?: MetaObject;
}

/** A resource that may be read later, and need not be in any list. [2026-07-28 server/tools#resource-links] */
export interface ResourceLink extends Resource {
  readonly type: "resource_link";
}

/** A resource with its contents. [2026-07-28 server/tools#embedded-resources] */
export interface EmbeddedResource {
  readonly type: "resource";
  readonly resource: ResourceContents;
  readonly annotations?: Annotations;
  readonly _meta?: MetaObject;
}

/** A block that a tool result or a prompt message may hold. */
export type ContentBlock = TextContent | ImageContent | AudioContent | ResourceLink | EmbeddedResource;
