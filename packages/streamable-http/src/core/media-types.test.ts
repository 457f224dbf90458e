import { describe, expect, test } from "vitest";
import { isJsonContent, parseAccept } from "./media-types.js";

describe("Accept", () => {
  test.each<[string | undefined, boolean, boolean]>([
    [undefined, true, true],
    ["", true, true],
    [" , ", true, true],
    ["application/json, text/event-stream", true, true],
    ["text/event-stream,application/json", true, true],
    ["APPLICATION/JSON, Text/Event-Stream", true, true],
    ["application/json", true, false],
    ["text/event-stream", false, true],
    ["*/*", true, true],
    ["application/*", true, false],
    ["text/*;q=0.5", false, true],
    ["application/json;q=0, text/event-stream", false, true],
    ["application/json; q=0.0, */*", false, true],
    ["*/*;q=0", false, false],
    ["*/*, text/event-stream;q=0", true, false],
    ["application/json;charset=utf-8;q=0.9", true, false],
    ['application/json;p="a,b;q=0"', true, false],
    ['application/json;p="a\\",text/event-stream"', true, false],
    ["application/jsonx", false, false],
    ["application/json-patch+json", false, false],
    ["text/html", false, false],
    ["x-application/json", false, false],
    ["application/json;q=nonsense", true, false],
  ])("%j: json %s, stream %s", (header, json, stream) => {
    expect(parseAccept(header)).toEqual({ json, stream });
  });
});

describe("Content-Type", () => {
  test.each<[string | undefined, boolean]>([
    ["application/json", true],
    ["Application/JSON", true],
    ["application/json; charset=utf-8", true],
    ['application/json;charset="UTF-8"', true],
    [" application/json ", true],
    [undefined, false],
    ["", false],
    ["text/plain", false],
    ["text/plain; application/json", false],
    ["application/jsonp", false],
    ["application/json, text/plain", false],
  ])("%j: %s", (header, isJson) => {
    expect(isJsonContent(header)).toBe(isJson);
  });
});
