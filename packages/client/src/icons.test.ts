import { describe, expect, it } from "vitest";
import { chooseIcons, iconTypeOf } from "./icons.js";

const png = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUg==";
const jpeg = "data:image/jpeg;base64,/9j/4AAQ";
const webp = "data:image/webp;base64,UklGRiQAAABXRUJQVlA4";
const svg = `data:image/svg+xml;base64,${btoa('<svg xmlns="http://www.w3.org/2000/svg"/>')}`;
const own = "https://a.example/icon.png";
const rules = { serverUrl: "https://a.example/mcp" };

describe("an icon that may be shown", () => {
  it.each<[string, object, object]>([
    ["from the server's own origin", { src: own }, { src: own }],
    ["of a type that every client knows", { src: own, mimeType: "image/png" }, { src: own, mimeType: "image/png" }],
    ["under the other name of JPEG", { src: own, mimeType: "IMAGE/JPG" }, { src: own, mimeType: "image/jpeg" }],
    ["of PNG data", { src: png }, { src: png, mimeType: "image/png" }],
    ["of JPEG data", { src: jpeg, mimeType: "image/jpg" }, { src: jpeg, mimeType: "image/jpeg" }],
    ["of WebP data", { src: webp }, { src: webp, mimeType: "image/webp" }],
    [
      "with its sizes and its theme, and nothing that is not known",
      { src: own, sizes: ["48x48", 7], theme: "dark", onload: "x" },
      { src: own, sizes: ["48x48"], theme: "dark" },
    ],
  ])("%s (2026-07-28/basic/index#icons/1)", (_title, icon, accepted) => {
    expect(chooseIcons([icon], rules)).toEqual({ accepted: [accepted], refused: [] });
  });

  it("is SVG where the host asked for that", () => {
    expect(chooseIcons([{ src: svg }], { types: ["image/svg+xml"] }).accepted).toHaveLength(1);
  });
});

describe("an icon that may not be shown (2025-11-25/basic/index#icons/3, 2026-07-28/basic/index#icons/3)", () => {
  it.each<[string, unknown, string]>([
    ["javascript:", { src: "javascript:alert(1)" }, "scheme"],
    ["file:", { src: "file:///etc/passwd" }, "scheme"],
    ["ftp:", { src: "ftp://a.example/icon.png" }, "scheme"],
    ["ws:", { src: "ws://a.example/icon.png" }, "scheme"],
    ["an app's own scheme", { src: "vscode://x/icon.png" }, "scheme"],
    ["plain http, of the own host as well", { src: "http://a.example/icon.png" }, "scheme"],
    ["another host (2026-07-28/basic/index#icons/4)", { src: "https://b.example/icon.png" }, "origin"],
    ["another port", { src: "https://a.example:8443/icon.png" }, "origin"],
    ["a host that only looks alike", { src: "https://a.example.evil.example/icon.png" }, "origin"],
    ["credentials", { src: "https://me:secret@a.example/icon.png" }, "credentials"],
    ["a relative address", { src: "/icon.png" }, "absolute"],
    ["SVG, which may hold scripts (2026-07-28/basic/index#icons/6)", { src: svg }, "type"],
    ["a declared type that is no image", { src: own, mimeType: "text/html" }, "type"],
    ["data of a type that is no image", { src: "data:text/html;base64,PGgxPg==" }, "type"],
    ["data that is not base64", { src: "data:image/png,%89PNG" }, "base64"],
    ["data without a comma", { src: "data:image/png;base64" }, "base64"],
    ["a PNG that is HTML inside", { src: `data:image/png;base64,${btoa("<html>")}` }, "holds"],
    ["a PNG that is a JPEG inside", { src: jpeg.replace("jpeg", "png") }, "holds image/jpeg"],
    ["a declared type that the data is not", { src: png, mimeType: "image/jpeg" }, "holds image/png"],
    ["no src", { mimeType: "image/png" }, "src"],
    ["a src that is no string", { src: 7 }, "src"],
    ["no object", "https://a.example/icon.png", "src"],
    ["null", null, "src"],
  ])("%s", (_title, icon, reason) => {
    const { accepted, refused } = chooseIcons([icon], rules);
    expect(accepted).toEqual([]);
    expect(refused).toEqual([{ icon, reason: expect.stringContaining(reason) as string }]);
  });

  it("data beyond the limit (2026-07-28/basic/index#icons/5)", () => {
    const { refused } = chooseIcons([{ src: png }], { maxDataLength: 20 });
    expect(refused[0]?.reason).toContain("longer than 20");
  });

  it("of a server without an origin, unless it is data", () => {
    const { accepted, refused } = chooseIcons([{ src: own }, { src: png }]);
    expect([accepted.length, refused.length]).toEqual([1, 1]);
  });

  it("does not hide the others, and leaves them in their order", () => {
    const { accepted } = chooseIcons([{ src: png }, { src: "javascript:1" }, { src: own }], rules);
    expect(accepted.map(({ src }) => src)).toEqual([png, own]);
  });

  it.each([undefined, null, []])("is none where there are none: %j", (icons) => {
    expect(chooseIcons(icons)).toEqual({ accepted: [], refused: [] });
  });

  it("is anything that is no list", () => {
    expect(chooseIcons("x").refused).toHaveLength(1);
  });
});

describe("the type of an icon's bytes", () => {
  const bytes = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0));
  it.each<[string, string, string | undefined]>([
    ["PNG", "\x89PNG\r\n\x1a\n", "image/png"],
    ["JPEG", "\xff\xd8\xff\xe0", "image/jpeg"],
    ["GIF", "GIF89a", "image/gif"],
    ["WebP", "RIFF\x24\x00\x00\x00WEBP", "image/webp"],
    ["another RIFF file", "RIFF\x24\x00\x00\x00WAVE", undefined],
    ["SVG", "  <svg xmlns='x'>", "image/svg+xml"],
    ["XML", "<?xml version='1.0'?><svg/>", "image/svg+xml"],
    ["HTML", "<!DOCTYPE html><svg/>", undefined],
    ["nothing", "", undefined],
    ["a PNG cut short", "\x89PNG", undefined],
  ])("%s", (_title, text, type) => {
    expect(iconTypeOf(bytes(text))).toBe(type);
  });
});
