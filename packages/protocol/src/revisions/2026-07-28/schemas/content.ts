/** Schemas of content, resources and the parts that they share, in 2026-07-28. [2026-07-28 server/tools#tool-result] */
import type { JSONObject } from "@mcpwire/jsonrpc";
import * as z from "zod";
import { branch, meta, number, object, role, tagged, text, strings } from "../../../schemas/building-blocks.js";

/** Builds them; called once, with the revision's other schemas. */
export function contentSchemas() {
  const annotations = object({ audience: z.array(role).optional(), priority: number, lastModified: text }).optional();
  const icons = z.array(object({ src: z.string(), mimeType: text, sizes: strings.optional(), theme: text })).optional();
  const resource = object({
    uri: z.string(),
    name: z.string(),
    title: text,
    description: text,
    mimeType: text,
    annotations,
    size: number,
    icons,
    _meta: meta,
  });
  const resourceTemplate = object({
    uriTemplate: z.string(),
    name: z.string(),
    title: text,
    description: text,
    mimeType: text,
    annotations,
    icons,
    _meta: meta,
  });
  const textContents = object({ uri: z.string(), mimeType: text, text: z.string(), _meta: meta });
  const blobContents = object({ uri: z.string(), mimeType: text, blob: z.string(), _meta: meta });
  const contents = branch<JSONObject>((value) =>
    typeof value === "object" && value !== null && "blob" in value ? blobContents : textContents,
  );

  const textBlock = object({ type: z.literal("text"), text: z.string(), annotations, _meta: meta });
  const media = { data: z.string(), mimeType: z.string(), annotations, _meta: meta };
  const image = object({ type: z.literal("image"), ...media });
  const audio = object({ type: z.literal("audio"), ...media });
  const embedded = object({ type: z.literal("resource"), resource: contents, annotations, _meta: meta });
  const link = resource.extend({ type: z.literal("resource_link") });
  const block = tagged({ text: textBlock, image, audio, resource_link: link, resource: embedded }, "pass");

  return { icons, resource, resourceTemplate, contents, textBlock, image, audio, block };
}
