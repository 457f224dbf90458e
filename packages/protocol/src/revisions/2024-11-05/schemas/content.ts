/** Schemas of content, resources and the parts that they share, in 2024-11-05. [2024-11-05 server/tools#tool-result] */
import type { JSONObject } from "@mcpwire/jsonrpc";
import * as z from "zod";
import { branch, number, object, role, tagged, text } from "../../../schemas/building-blocks.js";

/** Builds them; called once, with the revision's other schemas. */
export function contentSchemas() {
  const annotations = object({ audience: z.array(role).optional(), priority: number }).optional();
  const resource = object({
    uri: z.string(),
    name: z.string(),
    description: text,
    mimeType: text,
    annotations,
    size: number,
  });
  const resourceTemplate = object({
    uriTemplate: z.string(),
    name: z.string(),
    description: text,
    mimeType: text,
    annotations,
  });
  const textContents = object({ uri: z.string(), mimeType: text, text: z.string() });
  const blobContents = object({ uri: z.string(), mimeType: text, blob: z.string() });
  const contents = branch<JSONObject>((value) =>
    typeof value === "object" && value !== null && "blob" in value ? blobContents : textContents,
  );

  const textBlock = object({ type: z.literal("text"), text: z.string(), annotations });
  const media = { data: z.string(), mimeType: z.string(), annotations };
  const image = object({ type: z.literal("image"), ...media });
  const embedded = object({ type: z.literal("resource"), resource: contents, annotations });
  const block = tagged({ text: textBlock, image, resource: embedded }, "pass");

  return { resource, resourceTemplate, contents, textBlock, image, block };
}
