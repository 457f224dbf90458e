/**
 * Types of 2024-11-05. Content blocks.
 * [2024-11-05 server/tools#tool-result]
 */
import type { Annotated } from "./messages.js";
import type { BlobResourceContents, TextResourceContents } from "./resources.js";

/** A resource with its contents. [2024-11-05 server/tools#embedded-resources] */
export interface EmbeddedResource extends Annotated {
  readonly type: "resource";
  readonly resource: TextResourceContents | BlobResourceContents;
}

/** Text. [2024-11-05 server/tools#text-content] */
export interface TextContent extends Annotated {
  readonly type: "text";
  readonly text: string;
}

/** An image in base64. [2024-11-05 server/tools#image-content] */
export interface ImageContent extends Annotated {
  readonly type: "image";
  readonly data: string;
  readonly mimeType: string;
}
