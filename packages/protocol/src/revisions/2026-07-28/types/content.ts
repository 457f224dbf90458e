/**
 * Types of 2026-07-28. Content blocks.
 * [2026-07-28 server/tools#tool-result]
 */
import type { Annotations, MetaObject } from "./messages.js";
import type { BlobResourceContents, Resource, TextResourceContents } from "./resources.js";

/** A resource that may be read later. [2026-07-28 server/tools#resource-links] */
export interface ResourceLink extends Resource {
  readonly type: "resource_link";
}

/** A resource with its contents. [2026-07-28 server/tools#embedded-resources] */
export interface EmbeddedResource {
  readonly type: "resource";
  readonly resource: TextResourceContents | BlobResourceContents;
  readonly annotations?: Annotations;
  readonly _meta?: MetaObject;
}

/** A block of a tool result or a prompt message. [2026-07-28 server/tools#tool-result] */
export type ContentBlock = TextContent | ImageContent | AudioContent | ResourceLink | EmbeddedResource;

/** Text. [2026-07-28 server/tools#text-content] */
export interface TextContent {
  readonly type: "text";
  readonly text: string;
  readonly annotations?: Annotations;
  readonly _meta?: MetaObject;
}

/** An image in base64. [2026-07-28 server/tools#image-content] */
export interface ImageContent {
  readonly type: "image";
  readonly data: string;
  readonly mimeType: string;
  readonly annotations?: Annotations;
  readonly _meta?: MetaObject;
}

/** Sound in base64. [2026-07-28 server/tools#audio-content] */
export interface AudioContent {
  readonly type: "audio";
  readonly data: string;
  readonly mimeType: string;
  readonly annotations?: Annotations;
  readonly _meta?: MetaObject;
}
