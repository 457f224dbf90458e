/** What programs load: what they do not use costs none of them time to start. */
import { posix } from "node:path";
import { describe, expect, test } from "vitest";
import { manifestOf, packageNames, read, sources, target } from "./workspace.js";

const parsed = new Map(sources.map((source) => [source.path, source]));

/** Our entries by the name that a program imports. */
const entries = new Map(
  packageNames.flatMap((folder) => {
    const { name, exports = {} } = manifestOf(`packages/${folder}`);
    return Object.entries(exports).flatMap(([entry, of]) =>
      typeof of === "string" || of["@mcpwire/source"] === undefined
        ? []
        : [[posix.join(name, entry), posix.join("packages", folder, of["@mcpwire/source"])] as const],
    );
  }),
);

/** What a program imports that is not erased. Peers are plain modules, too plain for more than a pattern. */
function importsOf(path: string): readonly { readonly from: string; readonly to: string | undefined }[] {
  const source = parsed.get(path);
  if (source !== undefined) {
    const kept = source.imports.filter(({ typeOnly }) => !typeOnly);
    return kept.map(({ from }) => ({ from, to: target(source, from) ?? entries.get(from) }));
  }
  const named = [...read(path).matchAll(/(?:from\s+|import\s*\(?\s*)"([^"]+)"/g)].map(([, from]) => from ?? "");
  return named.map((from) => ({
    from,
    to: from.startsWith(".") ? posix.join(posix.dirname(path), from) : entries.get(from),
  }));
}

/** Every file of ours that a program loads, and every package of others that one of those names. */
function loaded(...programs: readonly string[]) {
  const files = new Set<string>();
  const strangers = new Set<string>();
  const waiting = [...programs];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (files.has(path)) continue;
    files.add(path);
    for (const { from, to } of importsOf(path)) {
      if (to !== undefined) waiting.push(to);
      else if (!from.startsWith("node:")) strangers.add(/^(@[^/]+\/)?[^/]+/.exec(from)?.[0] ?? from);
    }
  }
  return { files: [...files], strangers: [...strangers] };
}

/** The program itself, and those of ours that it starts. */
const main = "test/main-job/main.ts";
const started = [
  ...new Set(
    sources
      .filter(({ path }) => path.startsWith("test/main-job/"))
      .flatMap(({ text }) => [
        ...[...text.matchAll(/examples\/dist\/([\w-]+)\.js/g)].map(([, name]) => `packages/examples/src/${name}.ts`),
        ...[...text.matchAll(/"(our-[\w-]+\.mjs)"/g)].map(([, name]) => `test/interop/peers/${name}`),
      ]),
  ),
];

describe("npm start", () => {
  test("starts programs of ours that this test follows", () => {
    expect(started).toContain("packages/examples/src/read-note-server.ts");
    expect(started.some((path) => path.startsWith("test/interop/peers/"))).toBe(true);
  });

  test.each([main, ...started])(
    "loads no file of authorization, and nothing of an authorization server: %s",
    (path) => {
      const { files, strangers } = loaded(path);
      expect(files.some((file) => /^packages\/(client|server)\/src\/index\.ts$/.test(file))).toBe(true);
      expect(files.filter((file) => file.startsWith("packages/auth/"))).toEqual([]);
      expect(strangers.filter((name) => ["oidc-provider", "jose", "@mcpwire/auth"].includes(name))).toEqual([]);
    },
  );

  test("is looked at by eyes that see: the examples that log in load all of it", () => {
    const { files, strangers } = loaded("packages/examples/src/auth-client.ts", "packages/examples/src/auth-issuer.ts");
    expect(files.filter((file) => file.startsWith("packages/auth/src/")).length).toBeGreaterThan(20);
    expect(strangers).toEqual(expect.arrayContaining(["oidc-provider", "jose"]));
  });
});

describe("a server on its standard streams", () => {
  test("loads no file of HTTP or authorization, and no schema library", () => {
    const { files, strangers } = loaded("packages/node/src/stdio.ts", "packages/server/src/index.ts");
    expect(files).toEqual(expect.arrayContaining(["packages/stdio/src/index.ts", "packages/negotiation/src/index.ts"]));
    expect(files.filter((file) => /^packages\/(streamable-http|auth)\//.test(file))).toEqual([]);
    expect(strangers).not.toContain("zod");
  });
});
