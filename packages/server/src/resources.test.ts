import { findRevision } from "@mcpwire/protocol";
import { describe, expect, test } from "vitest";
import { serverUnderTest } from "../test-fixtures/fake-era.js";

const read = (uri: string): [string, { uri: string }] => ["resources/read", { uri }];

describe("reading", () => {
  const bytes = Uint8Array.of(1, 2, 3);
  const uri = "test://a";
  test.each<[string, unknown, unknown]>([
    ["text", "hi", [{ uri, mimeType: "text/plain", text: "hi" }]],
    ["empty text", "", [{ uri, mimeType: "text/plain", text: "" }]],
    ["bytes", bytes, [{ uri, mimeType: "text/plain", blob: "AQID" }]],
    ["a text content", { text: "hi" }, [{ uri, mimeType: "text/plain", text: "hi" }]],
    [
      "a content with its own type and address",
      { uri: "test://b", mimeType: "image/png", blob: bytes, _meta: { k: 1 } },
      [{ uri: "test://b", mimeType: "image/png", blob: "AQID", _meta: { k: 1 } }],
    ],
    [
      "a content whose address and type are undefined",
      { uri: undefined, mimeType: undefined, text: "hi" },
      [{ uri, mimeType: "text/plain", text: "hi" }],
    ],
    ["base64", { blob: "AA==" }, [{ uri, mimeType: "text/plain", blob: "AA==" }]],
    [
      "several contents",
      ["a", { uri: "test://b", text: "b" }],
      [
        { uri, mimeType: "text/plain", text: "a" },
        { uri: "test://b", mimeType: "text/plain", text: "b" },
      ],
    ],
    ["a whole result", { contents: [{ uri, text: "x" }] }, [{ uri, text: "x" }]],
  ])("%s", async (_name, returned, contents) => {
    const { server, ask } = serverUnderTest();
    // Handlers without types may return anything; here the table does.
    server.resource(uri, { mimeType: "text/plain" }, () => returned as string);
    expect(await ask(...read(uri))).toEqual({ contents });
  });

  test.each([
    ["a number", 1],
    ["an object that says nothing", {}],
    ["a list with a number", ["a", 1]],
  ])("%s is the server's fault, reported and not leaked", async (_name, returned) => {
    const { server, ask, reports } = serverUnderTest();
    server.resource(uri, {}, () => returned as unknown as string);
    await expect(ask(...read(uri))).rejects.toMatchObject({ rpcCode: -32603, message: "Internal error" });
    expect(reports).toMatchObject([{ code: "bad-result" }]);
  });
});

// 2026-07-28/server/resources#error-handling/1, 2026-07-28/server/resources#error-handling/4, 2025-11-25/server/resources#error-handling/1
describe("a resource that does not exist is an error with its URI, never empty contents", () => {
  test.each([
    ["2026-07-28", -32602],
    ["2025-11-25", -32002],
  ])("%s says %i", async (name, rpcCode) => {
    const { server, ask } = serverUnderTest();
    server.resource("test://a", {}, () => undefined);
    server.resource("test://t/{id}", {}, () => null);
    const revision = findRevision(name);
    if (revision === undefined) throw new Error("unknown revision");
    for (const uri of ["test://a", "test://t/1", "test://nowhere"]) {
      await expect(ask(...read(uri), { revision })).rejects.toMatchObject({ rpcCode, data: { uri } });
    }
  });
});

describe("templates", () => {
  const show = (variables: object): string => JSON.stringify(variables);
  test.each<[string, string, unknown]>([
    ["test://template/{id}/data", "test://template/123/data", { id: "123" }],
    ["test://q{?x,y}", "test://q?x=1&y=a%20b", { x: "1", y: "a b" }],
    ["test://q{?x,y}", "test://q", {}],
    ["test://files/{+path}", "test://files/a/b%2Fc.txt", { path: "a/b/c.txt" }],
    ["test://two/{a,b}", "test://two/1,2", { a: "1", b: "2" }],
    ["test://once/{a}", "test://once/%2541", { a: "%41" }],
  ])("%s reads %s", async (template, uri, variables) => {
    const { server, ask } = serverUnderTest();
    server.resource(template, { mimeType: "application/json" }, show);
    expect(await ask(...read(uri))).toEqual({
      contents: [{ uri, mimeType: "application/json", text: show(variables as object) }],
    });
  });

  test.each([
    "test://template/%ZZ/data",
    "test://template//extra/data",
    "test://template/1/data/",
    `test://template/${"x".repeat(9000)}/data`,
  ])("%# an address outside of the template is not found", async (uri) => {
    const { server, ask } = serverUnderTest();
    server.resource("test://template/{id}/data", {}, show);
    await expect(ask(...read(uri))).rejects.toMatchObject({ rpcCode: -32602 });
  });

  test("an exact resource goes before a template, and an earlier template before a later one", async () => {
    const { server, ask } = serverUnderTest();
    server.resource("test://files/{+path}", {}, () => "first");
    server.resource("test://files/{name}", {}, () => "second");
    server.resource("test://files/exact", {}, () => "the exact one");
    expect(await ask(...read("test://files/exact"))).toMatchObject({ contents: [{ text: "the exact one" }] });
    expect(await ask(...read("test://files/x"))).toMatchObject({ contents: [{ text: "first" }] });
  });

  test("a long hostile address is answered at once", async () => {
    const { server, ask } = serverUnderTest();
    server.resource("test://{a}{b}{c}{d}{e}{f}x", {}, show);
    const began = performance.now();
    await expect(ask(...read(`test://${"a".repeat(8000)}`))).rejects.toMatchObject({ rpcCode: -32602 });
    expect(performance.now() - began).toBeLessThan(1000);
  });
});

describe("lists", () => {
  test("resources and templates are listed apart, with what was registered and nothing undefined", async () => {
    const { server, ask } = serverUnderTest();
    server.resource(
      "test://a",
      { name: "a", title: "A", description: "D", mimeType: "text/plain", size: 3, annotations: { priority: 1 } },
      () => "",
    );
    server.resource("test://{id}", { description: "T" }, () => "");
    expect(await ask("resources/list")).toEqual({
      resources: [
        {
          uri: "test://a",
          name: "a",
          title: "A",
          description: "D",
          mimeType: "text/plain",
          size: 3,
          annotations: { priority: 1 },
        },
      ],
    });
    expect(await ask("resources/templates/list")).toEqual({
      resourceTemplates: [{ uriTemplate: "test://{id}", name: "test://{id}", description: "T" }],
    });
  });

  /** Every URI of the list, page by page. */
  async function pages(ask: ReturnType<typeof serverUnderTest>["ask"]): Promise<string[][]> {
    const found: string[][] = [];
    let cursor: unknown;
    do {
      const page = await ask("resources/list", cursor === undefined ? {} : { cursor });
      // The result of a list, as the tests above pin it down.
      found.push((page["resources"] as { uri: string }[]).map((resource) => resource.uri.slice(7)));
      cursor = page["nextCursor"];
      if (found.length > 20) throw new Error("the pages never end");
    } while (cursor !== undefined);
    return found;
  }

  test.each([
    [1, [["a"], ["b"], ["1"], ["2"], ["3"], ["x"]]],
    [
      2,
      [
        ["a", "b"],
        ["1", "2"],
        ["3", "x"],
      ],
    ],
    [
      3,
      [
        ["a", "b", "1"],
        ["2", "3", "x"],
      ],
    ],
    [6, [["a", "b", "1", "2", "3", "x"]]],
    [7, [["a", "b", "1", "2", "3", "x"]]],
  ])("pages of %i go from registered resources to those that templates list", async (pageSize, expected) => {
    const { server, ask } = serverUnderTest({ pageSize });
    const list = (names: string[]) => () => names.map((name) => ({ uri: `test://${name}` }));
    server.resource("test://a", {}, () => "");
    server.resource("test://b", {}, () => "");
    server.resource("test://{n}", { list: list(["1", "2", "3"]) }, () => "");
    server.resource("test://none/{n}", {}, () => "");
    server.resource("test://more/{n}", { list: list(["x"]) }, () => "");
    expect(await pages(ask)).toEqual(expected);
  });

  test("a cursor stays good when a template lists more", async () => {
    const { server, ask } = serverUnderTest({ pageSize: 2 });
    const listed = ["1", "2", "3"];
    server.resource("test://{n}", { list: () => listed.map((name) => ({ uri: `test://${name}` })) }, () => "");
    const first = await ask("resources/list");
    listed.unshift("0");
    expect(await ask("resources/list", { cursor: first["nextCursor"] })).toEqual({
      resources: [{ uri: "test://3", name: "test://3" }],
    });
  });

  test("a resource that is listed twice is shown once, and its cursor does not lead back", async () => {
    const { server, ask } = serverUnderTest({ pageSize: 1 });
    const list = (names: string[]) => () => names.map((name) => ({ uri: `test://${name}` }));
    server.resource("test://a", {}, () => "");
    server.resource("test://{n}", { list: list(["1", "2", "1", "a"]) }, () => "");
    server.resource("test://more/{n}", { list: list(["2", "x"]) }, () => "");
    expect(await pages(ask)).toEqual([["a"], ["1"], ["2"], ["x"]]);
  });

  test.each(["", "listed-", "listed-test://9", "resource-9", "template-1"])(
    "the unknown cursor %j is -32602",
    async (cursor) => {
      const { server, ask } = serverUnderTest();
      server.resource("test://a", {}, () => "");
      await expect(ask("resources/list", { cursor })).rejects.toMatchObject({ rpcCode: -32602 });
    },
  );

  test("what a template lists takes its type", async () => {
    const { server, ask } = serverUnderTest();
    // Programs that are compiled without exactOptionalPropertyTypes may say undefined, too.
    const listed = [{ uri: "test://1" }, { uri: "test://2", mimeType: undefined } as object as { uri: string }];
    server.resource("test://{n}", { mimeType: "text/plain", list: () => listed }, () => "");
    expect(await ask("resources/list")).toMatchObject({
      resources: [{ mimeType: "text/plain" }, { mimeType: "text/plain" }],
    });
  });
});

describe("registration", () => {
  // 2025-06-18/server/resources#custom-uri-schemes/1 2025-11-25/server/resources#custom-uri-schemes/1
  // 2026-07-28/server/resources#custom-uri-schemes/1
  test.each<[string, string, object, RegExp]>([
    ["an address without a scheme", "a/b", {}, /no URI/],
    ["an address with a blank", "test://a b", {}, /no URI/],
    ["an address with a letter outside ASCII", "test://é", {}, /no URI/],
    ["an address with a stray percent sign", "test://100%", {}, /no URI/],
    ["an address with a scheme that begins with a digit", "3d://a", {}, /no URI/],
    ["a malformed template", "test://{id", {}, /./],
    ["a list callback without a template", "test://a", { list: () => [] }, /for templates/],
    ["the size of a template", "test://{a}", { size: 1 }, /single resources/],
    ["completion of a variable that is not there", "test://{a}", { complete: { b: () => [] } }, /no variable "b"/],
  ])("%s is refused", (_name, uri, options, message) => {
    const { server } = serverUnderTest();
    expect(() => server.resource(uri, options, () => "")).toThrow(message);
  });
});

test.each(["test:", "a+b-c.d:x", "test://u@h:1/p;a=1/?q[]=%C3%A9&r='(!*$,)'#f", "urn:x:~_"])(
  "%s is an address",
  (uri) => {
    const { server } = serverUnderTest();
    server.resource(uri, {}, () => "");
  },
);

describe("who may read, and for how long it may be kept", () => {
  const hints = (host: ReturnType<typeof serverUnderTest>["host"], uri: string, caller: unknown): unknown =>
    host.cacheHints("resources/read", { uri }, { auth: caller } as never);

  test("a resource's own hints go before the server's; visibility makes them private", () => {
    const { server, host } = serverUnderTest({
      capabilities: { resources: true },
      cache: { all: { cacheScope: "public" }, reads: { ttlMs: 5 } },
    });
    server.resource("test://plain", {}, () => "");
    server.resource("test://own", { cache: { ttlMs: 9 } }, () => "");
    server.resource("test://hidden", { visible: () => true, cache: { cacheScope: "public" } }, () => "");
    expect(hints(host, "test://plain", "a")).toEqual({ ttlMs: 5, cacheScope: "public" });
    expect(hints(host, "test://own", "a")).toEqual({ ttlMs: 9, cacheScope: "public" });
    expect(hints(host, "test://hidden", "a")).toEqual({ ttlMs: 5, cacheScope: "private" });
    expect(host.cacheHints("resources/list", {}, {} as never)).toEqual({ ttlMs: 0, cacheScope: "private" });
  });

  // 2026-07-28/server/utilities/caching#time-to-live-ttl-field/5
  test("what is undefined says nothing, and for ever is a number that JSON has", () => {
    // Programs that are compiled without exactOptionalPropertyTypes may say undefined, too.
    const unsaid = { ttlMs: undefined, cacheScope: undefined } as object;
    const { server, host } = serverUnderTest({
      capabilities: { resources: true },
      cache: {
        all: { cacheScope: "public" },
        reads: { ttlMs: Infinity },
        tools: unsaid,
        server: { cacheScope: "private" },
      },
    });
    server.resource("test://a", { cache: unsaid }, () => "");
    expect(hints(host, "test://a", "a")).toEqual({ ttlMs: Number.MAX_SAFE_INTEGER, cacheScope: "public" });
    expect(host.cacheHints("tools/list", {}, {} as never)).toEqual({ ttlMs: 0, cacheScope: "public" });
    expect(host.cacheHints("server/discover", {}, {} as never)).toEqual({ ttlMs: 0, cacheScope: "private" });
  });

  test("nothing said is nothing fresh and nothing shared", () => {
    const { host } = serverUnderTest();
    for (const method of [
      "tools/list",
      "prompts/list",
      "resources/list",
      "resources/templates/list",
      "resources/read",
    ]) {
      expect(host.cacheHints(method, {}, {} as never)).toEqual({ ttlMs: 0, cacheScope: "private" });
    }
  });

  test("a hidden resource is not found, as if it did not exist", async () => {
    const { server, ask } = serverUnderTest();
    server.resource("test://a", { visible: (caller) => caller === "alice" }, () => "secret");
    await expect(ask(...read("test://a"), { auth: "bob" })).rejects.toMatchObject({ data: { uri: "test://a" } });
    expect(await ask(...read("test://a"), { auth: "alice" })).toMatchObject({ contents: [{ text: "secret" }] });
  });
});
