import type { JSONObject } from "@mcpwire/jsonrpc";
import { describe, expect, it } from "vitest";
import type { Codec } from "../revision.js";
import { codecOf } from "./codecs.js";
import { findRevision } from "./index.js";

const names = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"] as const;
type Name = (typeof names)[number];
const legacy = names.filter((name) => name !== "2026-07-28");

function codecNamed(name: string): Codec {
  const revision = findRevision(name);
  if (revision === undefined) throw new Error(`no revision ${name}`);
  return codecOf(revision);
}

/** Frozen all the way down: a codec that wrote into its argument would throw. */
function frozen<T>(value: T): T {
  if (typeof value === "object" && value !== null) Object.values(Object.freeze(value)).forEach(frozen);
  return value;
}

/** What each revision emits for one neutral value; a revision that is not named emits it unchanged. */
interface Projection {
  readonly title: string;
  readonly method: string;
  readonly value: JSONObject;
  readonly emitted: Partial<Record<Name, JSONObject>>;
}

function check({ method, value, emitted }: Projection): void {
  for (const name of names) {
    const encoded = codecNamed(name).encodeResult(method, frozen(value));
    if (name in emitted) expect(encoded, name).toEqual(emitted[name]);
    else expect(encoded, `${name} returns its argument`).toBe(value);
  }
}

const textOf = (text: string, more: JSONObject = {}) => ({ content: [{ type: "text", text, ...more }] });
const said = (text: string, names: readonly Name[]) => Object.fromEntries(names.map((name) => [name, textOf(text)]));

describe("results", () => {
  const audio = { type: "audio", data: "AA==", mimeType: "audio/wav" };
  const link = { type: "resource_link", uri: "file:///a", name: "a", title: "A", icons: [{ src: "https://x/i.png" }] };
  const annotated = { audience: ["user"], priority: 1, lastModified: "2025-01-12T15:00:58Z" };
  const tool = {
    name: "t",
    title: "T",
    icons: [{ src: "https://x/i.png" }],
    inputSchema: { type: "object" },
    outputSchema: { type: "object" },
    annotations: { readOnlyHint: true },
    _meta: { a: 1 },
  };

  const cases: readonly Projection[] = [
    {
      // 2025-06-18/server/tools#output-schema/1, 2025-11-25/server/tools#output-schema/1
      title: "structured content that is an object stays where it can, and is said in text where it cannot",
      method: "tools/call",
      value: { content: [{ type: "text", text: "1 degree" }], structuredContent: { degrees: 1 } },
      emitted: Object.fromEntries(
        (["2024-11-05", "2025-03-26"] as const).map((name) => [
          name,
          {
            content: [
              { type: "text", text: "1 degree" },
              { type: "text", text: '{"degrees":1}' },
            ],
          },
        ]),
      ),
    },
    {
      title: "structured content is not said twice",
      method: "tools/call",
      value: { content: [{ type: "text", text: '{\n  "degrees": 1\n}' }], structuredContent: { degrees: 1 } },
      emitted: said('{\n  "degrees": 1\n}', ["2024-11-05", "2025-03-26"]),
    },
    {
      title: "structured content alone is mirrored as text for readers of content",
      method: "tools/call",
      value: { content: [], structuredContent: { a: 1 } },
      emitted: {
        ...said('{"a":1}', ["2024-11-05", "2025-03-26"]),
        ...Object.fromEntries(
          (["2025-06-18", "2025-11-25"] as const).map((n) => [
            n,
            { ...textOf('{"a":1}'), structuredContent: { a: 1 } },
          ]),
        ),
      },
    },
    ...[[1, 2], "x", 0, false, null].map((structuredContent): Projection => ({
      title: `structured content ${JSON.stringify(structuredContent)} goes to older peers as text`,
      method: "tools/call",
      value: { content: [], structuredContent },
      emitted: said(JSON.stringify(structuredContent), legacy),
    })),
    {
      title: "a string that is in the content already is not repeated",
      method: "tools/call",
      value: { ...textOf("hello"), structuredContent: "hello", isError: false },
      emitted: Object.fromEntries(legacy.map((name) => [name, { ...textOf("hello"), isError: false }])),
    },
    {
      // 2025-03-26/server/tools#tool/1
      title: "a tool keeps of its description what the revision has",
      method: "tools/list",
      value: { tools: [tool] },
      emitted: {
        "2024-11-05": { tools: [{ name: "t", inputSchema: { type: "object" } }] },
        "2025-03-26": {
          tools: [{ name: "t", inputSchema: { type: "object" }, annotations: { readOnlyHint: true, title: "T" } }],
        },
        "2025-06-18": {
          tools: [
            {
              name: "t",
              title: "T",
              inputSchema: { type: "object" },
              outputSchema: { type: "object" },
              annotations: { readOnlyHint: true },
              _meta: { a: 1 },
            },
          ],
        },
      },
    },
    {
      title: "a title among a tool's annotations is not replaced",
      method: "tools/list",
      value: { tools: [{ name: "t", title: "T", annotations: { title: "Mine" }, inputSchema: { type: "object" } }] },
      emitted: {
        "2024-11-05": { tools: [{ name: "t", inputSchema: { type: "object" } }] },
        "2025-03-26": { tools: [{ name: "t", annotations: { title: "Mine" }, inputSchema: { type: "object" } }] },
      },
    },
    ...[{ type: "array" }, { type: ["object", "null"] }, { anyOf: [{}] }, {}].map((outputSchema): Projection => ({
      title: `an output schema ${JSON.stringify(outputSchema)} is left out for older peers`,
      method: "tools/list",
      value: { tools: [{ name: "t", inputSchema: { type: "object" }, outputSchema }] },
      emitted: Object.fromEntries(
        legacy.map((name) => [name, { tools: [{ name: "t", inputSchema: { type: "object" } }] }]),
      ),
    })),
    {
      title: "boolean schemas of properties become objects for older peers; every other keyword stays",
      method: "tools/list",
      value: {
        tools: [
          {
            name: "t",
            inputSchema: {
              type: "object",
              properties: { a: true, b: false, c: { $ref: "#/$defs/c" } },
              $defs: { c: true },
            },
          },
        ],
      },
      emitted: Object.fromEntries(
        legacy.map((name) => [
          name,
          {
            tools: [
              {
                name: "t",
                inputSchema: {
                  type: "object",
                  properties: { a: {}, b: { not: {} }, c: { $ref: "#/$defs/c" } },
                  $defs: { c: true },
                },
              },
            ],
          },
        ]),
      ),
    },
    {
      // 2025-03-26/server/prompts#audio-content/1, 2025-06-18/server/prompts#audio-content/1
      title: "audio is said in text before 2025-03-26",
      method: "tools/call",
      value: { content: [audio] },
      emitted: said("[audio, audio/wav: not available in this protocol revision]", ["2024-11-05"]),
    },
    {
      title: "a resource link is said in text before 2025-06-18, with its URI",
      method: "tools/call",
      value: { content: [link] },
      emitted: {
        ...said("[resource link] A: file:///a", ["2024-11-05", "2025-03-26"]),
        "2025-06-18": { content: [{ type: "resource_link", uri: "file:///a", name: "a", title: "A" }] },
      },
    },
    {
      title: "the same in a prompt, whose message has one block",
      method: "prompts/get",
      value: { messages: [{ role: "user", content: { ...link, description: "first" } }] },
      emitted: {
        "2024-11-05": {
          messages: [{ role: "user", content: { type: "text", text: "[resource link] A: file:///a\nfirst" } }],
        },
        "2025-03-26": {
          messages: [{ role: "user", content: { type: "text", text: "[resource link] A: file:///a\nfirst" } }],
        },
        "2025-06-18": {
          messages: [
            {
              role: "user",
              content: { type: "resource_link", uri: "file:///a", name: "a", title: "A", description: "first" },
            },
          ],
        },
      },
    },
    {
      title: "a block of a type that no revision has is the sender's business",
      method: "tools/call",
      value: { content: [{ type: "hologram", data: 1 }] },
      emitted: {},
    },
    {
      title: "annotations of a block lose their date, and the block its metadata, before 2025-06-18",
      method: "tools/call",
      value: { content: [{ type: "text", text: "x", annotations: annotated, _meta: { a: 1 } }], _meta: { stays: 1 } },
      emitted: Object.fromEntries(
        (["2024-11-05", "2025-03-26"] as const).map((name) => [
          name,
          { ...textOf("x", { annotations: { audience: ["user"], priority: 1 } }), _meta: { stays: 1 } },
        ]),
      ),
    },
    {
      title: "contents of resources have no metadata before 2025-06-18",
      method: "resources/read",
      value: { contents: [{ uri: "file:///a", text: "x", _meta: { a: 1 } }] },
      emitted: Object.fromEntries(
        (["2024-11-05", "2025-03-26"] as const).map((name) => [name, { contents: [{ uri: "file:///a", text: "x" }] }]),
      ),
    },
    {
      // 2025-11-25/basic/index#icons/1 is about who shows them; older peers never see them.
      title: "icons go out from 2025-11-25 on, titles from 2025-06-18 on",
      method: "prompts/list",
      value: {
        prompts: [{ name: "p", title: "P", icons: [], arguments: [{ name: "a", title: "A" }] }],
        nextCursor: "",
      },
      emitted: {
        "2024-11-05": { prompts: [{ name: "p", arguments: [{ name: "a" }] }], nextCursor: "" },
        "2025-03-26": { prompts: [{ name: "p", arguments: [{ name: "a" }] }], nextCursor: "" },
        "2025-06-18": { prompts: [{ name: "p", title: "P", arguments: [{ name: "a", title: "A" }] }], nextCursor: "" },
      },
    },
    {
      title: "members that no revision knows survive",
      method: "resources/list",
      value: { resources: [{ uri: "file:///a", name: "a", "x-colour": "red" }], "x-total": 1 },
      emitted: {},
    },
    {
      title: "a model's answer in several blocks becomes one text before 2025-11-25",
      method: "sampling/createMessage",
      value: {
        role: "assistant",
        model: "m",
        content: [
          { type: "text", text: "Let me look." },
          { type: "tool_use", id: "1", name: "look", input: { at: "x" } },
          { type: "image", data: "AA==", mimeType: "image/png" },
        ],
      },
      emitted: Object.fromEntries(
        (["2024-11-05", "2025-03-26", "2025-06-18"] as const).map((name) => [
          name,
          {
            role: "assistant",
            model: "m",
            content: { type: "text", text: 'Let me look.\n\n[tool use] look {"at":"x"}\n\n[image, image/png]' },
          },
        ]),
      ),
    },
    {
      title: "a single block in a list is taken out of it",
      method: "sampling/createMessage",
      value: { role: "assistant", model: "m", content: [{ type: "image", data: "AA==", mimeType: "image/png" }] },
      emitted: Object.fromEntries(
        (["2024-11-05", "2025-03-26", "2025-06-18"] as const).map((name) => [
          name,
          { role: "assistant", model: "m", content: { type: "image", data: "AA==", mimeType: "image/png" } },
        ]),
      ),
    },
    {
      title: "an answer to a form that is a list becomes one string for 2025-06-18",
      method: "elicitation/create",
      value: { action: "accept", content: { a: ["x", "y"], b: 1 } },
      emitted: { "2025-06-18": { action: "accept", content: { a: "x, y", b: 1 } } },
    },
    {
      title: "a root has no metadata before 2025-06-18",
      method: "roots/list",
      value: { roots: [{ uri: "file:///a", _meta: {} }] },
      emitted: { "2024-11-05": { roots: [{ uri: "file:///a" }] }, "2025-03-26": { roots: [{ uri: "file:///a" }] } },
    },
    {
      title: "what a server says of itself at the handshake is cut like its capabilities",
      method: "initialize",
      value: {
        protocolVersion: "2025-11-25",
        capabilities: { tools: {}, completions: {}, extensions: {} },
        serverInfo: { name: "s", version: "1", title: "S", websiteUrl: "https://x" },
      },
      emitted: {
        "2024-11-05": {
          protocolVersion: "2025-11-25",
          capabilities: { tools: {} },
          serverInfo: { name: "s", version: "1" },
        },
        "2025-03-26": {
          protocolVersion: "2025-11-25",
          capabilities: { tools: {}, completions: {} },
          serverInfo: { name: "s", version: "1" },
        },
        "2025-06-18": {
          protocolVersion: "2025-11-25",
          capabilities: { tools: {}, completions: {} },
          serverInfo: { name: "s", version: "1", title: "S" },
        },
        "2025-11-25": {
          protocolVersion: "2025-11-25",
          capabilities: { tools: {}, completions: {} },
          serverInfo: { name: "s", version: "1", title: "S", websiteUrl: "https://x" },
        },
      },
    },
  ];
  it.each(cases)("$title", (projection) => check(projection));

  it.each(["tools/call", "tools/list", "ping", "resources/subscribe", "prompts/get"])(
    "of %s carry nothing of the modern envelope to legacy peers",
    (method) => {
      for (const name of legacy) {
        const stamped = { resultType: "complete", ttlMs: 0, cacheScope: "private", content: [] };
        expect(codecNamed(name).encodeResult(method, stamped), name).toEqual({ content: [] });
      }
    },
  );
});
