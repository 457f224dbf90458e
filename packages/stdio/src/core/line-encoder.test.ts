import { describe, expect, it } from "vitest";
import { notification, request } from "@mcpwire/jsonrpc";
import { encodeLine } from "./line-encoder.js";
import { LineDecoder } from "./line-decoder.js";

describe("a message becomes exactly one line", () => {
  // 2024-11-05/basic/transports#stdio/1, 2025-03-26/basic/transports#stdio/1, 2025-06-18/basic/transports#stdio/1,
  // 2025-11-25/basic/transports#stdio/1, 2026-07-28/basic/transports/stdio#top/1
  it.each([
    ["line feeds in text", "a\nb"],
    ["CRLF in text", "a\r\nb"],
    ["the line separators of Unicode", "a\u2028b\u2029c\u0085d"],
    ["a NUL", "a\0b"],
    ["a lone high surrogate", "a\uD800b"],
    ["a lone low surrogate", "\uDFFF"],
    ["a byte order mark", "\uFEFFa"],
    ["characters of one to four bytes", "aü€😀"],
  ])("with %s, and comes back as it was", (_title, text) => {
    const message = request(1, "echo", { text, [text]: true });
    const line = encodeLine(message);
    const bytes = new TextEncoder().encode(line);
    expect(bytes.filter((byte) => byte === 0x0a).length).toBe(1);
    expect(bytes.at(-1)).toBe(0x0a);
    expect(line).not.toContain("\r");
    expect(bytes[0]).toBe("{".charCodeAt(0));

    const texts: string[] = [];
    const decoder = new LineDecoder(
      { receiveText: (t) => texts.push(t), receiveUnreadable: (reason) => expect.unreachable(reason) },
      { maxMessageBytes: 1000 },
    );
    decoder.push(bytes);
    expect(texts.map((t) => JSON.parse(t))).toEqual([message]);
  });

  // 2025-03-26/basic/transports#top/1 2025-06-18/basic/transports#top/1 2025-11-25/basic/transports#top/1
  // 2026-07-28/basic/transports/index#messages/1
  it("writes lone surrogates as escapes, so that no peer meets invalid UTF-8", () => {
    expect(encodeLine(notification("n", { text: "\uD800" }))).toBe(
      '{"jsonrpc":"2.0","method":"n","params":{"text":"\\ud800"}}\n',
    );
  });

  it("writes a batch as one line", () => {
    expect(encodeLine([notification("a"), notification("b")])).toBe(
      '[{"jsonrpc":"2.0","method":"a"},{"jsonrpc":"2.0","method":"b"}]\n',
    );
  });

  it("throws for what JSON cannot hold, before anything is written", () => {
    expect(() => encodeLine(notification("n", { big: 1n }))).toThrow(TypeError);
  });
});
