/**
 * Types of 2025-03-26. Content blocks.
 * [2025-03-26 server/tools#tool-result]
 */
import type { Annotations } from "./messages.js";
import type { BlobResourceContents, TextResourceContents } from "./resources.js";

/** A resource with its contents. [2025-03-26 server/tools#embedded-resources] */
export interface EmbeddedResource {
  readonly type: "resource";
  readonly resource: TextResourceContents | BlobResourceContents;
  readonly annotations?: Annotations;
}

/** Text. [2025-03-26 server/tools#text-content] */
export interface TextContent {
  readonly type: "text";
  readonly text: string;
  readonly annotations?: Annotations;
}

/** An image in base64. [2025-03-26 server/tools#image-content] */
export interface ImageContent {
  readonly type: "image";
  readonly data: string;
  readonly mimeType: string;
  readonly annotations?: Annotations;
}

/** Sound in base64. [2025-03-26 server/tools#audio-content] */
export interface AudioContent {
  readonly type: "audio";
  readonly data: string;
  readonly mimeType: string;
  readonly annotations?: Annotations;
}
