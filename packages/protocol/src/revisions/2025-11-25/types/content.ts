/**
 * Types of 2025-11-25. Content blocks.
 * [2025-11-25 server/tools#tool-result]
 */
import type { Annotations } from "./messages.js";
import type { BlobResourceContents, Resource, TextResourceContents } from "./resources.js";

/** A resource that may be read later. [2025-11-25 server/tools#resource-links] */
export interface ResourceLink extends Resource {
  readonly type: "resource_link";
}

/** A resource with its contents. [2025-11-25 server/tools#embedded-resources] */
export interface EmbeddedResource {
  readonly type: "resource";
  readonly resource: TextResourceContents | BlobResourceContents;
  readonly annotations?: Annotations;
  readonly _meta?: { readonly [key: string]: unknown };
}

/** A block of a tool result or a prompt message. [2025-11-25 server/tools#tool-result] */
export type ContentBlock = TextContent | ImageContent | AudioContent | ResourceLink | EmbeddedResource;

/** Text. [2025-11-25 server/tools#text-content] */
export interface TextContent {
  readonly type: "text";
  readonly text: string;
  readonly annotations?: Annotations;
  readonly _meta?: { readonly [key: string]: unknown };
}

/** An image in base64. [2025-11-25 server/tools#image-content] */
export interface ImageContent {
  readonly type: "image";
  readonly data: string;
  readonly mimeType: string;
  readonly annotations?: Annotations;
  readonly _meta?: { readonly [key: string]: unknown };
}

/** Sound in base64. [2025-11-25 server/tools#audio-content] */
export interface AudioContent {
  readonly type: "audio";
  readonly data: string;
  readonly mimeType: string;
  readonly annotations?: Annotations;
  readonly _meta?: { readonly [key: string]: unknown };
}
