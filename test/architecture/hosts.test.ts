/** What a source may take from its surroundings: nothing but the universal set, outside the packages made for one host. */
import { describe, expect, test } from "vitest";
import { arrows } from "./arrows.js";
import { manifestOf, packageNames, productSources, read, walk } from "./workspace.js";
import type { Node, Source } from "./workspace.js";

const nodeGlobals =
  /^(process|Buffer|require|module|__dirname|__filename|global|setImmediate|clearImmediate|Deno|Bun)$/;
/** Not `navigator`, whose user agent is of the common minimum of all runtimes. */
const domGlobals = /^(window|document|localStorage|sessionStorage|self|location|XMLHttpRequest|EventSource)$/;
const impure =
  /^(Promise|Date|setTimeout|clearTimeout|setInterval|clearInterval|setImmediate|queueMicrotask|crypto|performance|console|fetch|AbortController|AbortSignal|ReadableStream|WritableStream|TransformStream|Request|Response|Headers)$/;

const published = Object.keys(arrows);

describe("hosts", () => {
  test("node:* is imported in packages/node only (and by examples and tests)", () => {
    const found = productSources()
      .filter((source) => source.owner !== "node" && source.owner !== "examples")
      .flatMap((source) =>
        source.imports
          .filter(({ from }) => from.startsWith("node:") || builtin.has(from))
          .map(({ from, line }) => `${source.path}:${line} imports ${from}`),
      );
    expect(found).toEqual([]);
  });

  test("a Node module is imported with its node: prefix", () => {
    const found = productSources().flatMap((source) =>
      source.imports.filter(({ from }) => builtin.has(from)).map(({ from, line }) => `${source.path}:${line} ${from}`),
    );
    expect(found).toEqual([]);
  });

  test.each(published.filter((name) => arrows[name]?.host !== "node"))(
    "%s uses no global of one host alone",
    (name) => {
      expect(productSources(name).flatMap((source) => globalsUsed(source, nodeGlobals))).toEqual([]);
      expect(productSources(name).flatMap((source) => globalsUsed(source, domGlobals))).toEqual([]);
    },
  );

  test("core has no promise, timer, clock, randomness, logger or host global", () => {
    const found = productSources()
      .filter((source) => source.local.startsWith("src/core/"))
      .flatMap((source) => [...globalsUsed(source, impure), ...asyncUsed(source), ...randomUsed(source)]);
    expect(found).toEqual([]);
  });

  test("no eval and no new Function anywhere", () => {
    const found = productSources().flatMap((source) => globalsUsed(source, /^(eval|Function)$/, "value"));
    expect(found).toEqual([]);
  });
});

describe("compilers", () => {
  const base = options("tsconfig.base.json");

  test("the base knows neither DOM nor Node", () => {
    expect(base).toMatchObject({ lib: ["es2022"], types: [], strict: true, erasableSyntaxOnly: true });
  });

  test.each(published.filter((name) => arrows[name]?.host === "universal"))(
    "%s compiles whole without DOM and Node types",
    (name) => {
      const own = options(`packages/${name}/tsconfig.json`);
      expect(own.lib ?? base.lib).toEqual(["es2022"]);
      expect(own.types ?? base.types).toEqual([]);
      expect(manifestOf(`packages/${name}`).scripts?.types).toContain("tsc -p tsconfig.json");
    },
  );

  test.each(published.filter((name) => arrows[name]?.host === "web"))(
    "%s compiles its core without DOM and Node types, in every type check",
    (name) => {
      expect(options(`packages/${name}/tsconfig.json`).types ?? base.types).toEqual([]);
      const core = `packages/${name}/tsconfig.core.json`;
      expect(options(core)).toMatchObject({ lib: ["es2022"], types: [] });
      expect(json(core).include).toContain("src/core");
      expect(manifestOf(`packages/${name}`).scripts?.types).toContain("tsc -p tsconfig.core.json");
    },
  );

  test("every package checks its types", () => {
    expect(packageNames.filter((name) => manifestOf(`packages/${name}`).scripts?.types === undefined)).toEqual([]);
  });
});

const builtin = new Set(
  "assert async_hooks buffer child_process cluster console crypto dgram diagnostics_channel dns domain events fs http http2 https inspector module net os path perf_hooks process punycode querystring readline repl stream string_decoder timers tls tty url util v8 vm wasi worker_threads zlib".split(
    " ",
  ),
);

function json(path: string): { compilerOptions?: Record<string, unknown>; include?: unknown } {
  // Our own configuration files are plain JSON.
  return JSON.parse(read(path)) as ReturnType<typeof json>;
}

function options(path: string): Record<string, unknown> {
  return json(path).compilerOptions ?? {};
}

/** References to globals by name: bare identifiers that no declaration of the file introduces, and members of globalThis. */
function globalsUsed(source: Source, names: RegExp, kind: "all" | "value" = "all"): string[] {
  const declared = declaredNames(source.program);
  const found: string[] = [];
  walk(source.program, (node, parent, key) => {
    if (node.type !== "Identifier" || typeof node["name"] !== "string" || !names.test(node["name"])) return;
    const ofGlobal = parent?.type === "MemberExpression" && key === "property" && isGlobalThis(parent["object"]);
    if (!ofGlobal && (isMemberName(parent, key) || declared.has(node["name"]))) return;
    if (kind === "value" && parent?.type.startsWith("TS")) return;
    found.push(`${source.path}:${source.text.slice(0, node.start).split("\n").length} uses ${node["name"]}`);
  });
  return found;
}

function isGlobalThis(node: unknown): boolean {
  return typeof node === "object" && node !== null && "name" in node && node.name === "globalThis";
}

/** True where an identifier names a member, a property or a label instead of a variable. */
function isMemberName(parent: Node | undefined, key: string): boolean {
  if (parent === undefined) return false;
  if (key === "property") return parent["computed"] !== true;
  if (key === "right") return parent.type === "TSQualifiedName";
  if (key === "key") return parent["computed"] !== true && parent["shorthand"] !== true;
  return /^(ExportSpecifier|ImportSpecifier|LabeledStatement|TSNamedTupleMember|TSTypeParameter|TSTypePredicate)$/.test(
    parent.type,
  );
}

/** Names that the file declares itself, anywhere: variables, parameters, functions, classes, types, imports. */
function declaredNames(program: Node): Set<string> {
  const names = new Set<string>();
  const bind = (pattern: unknown): void => {
    if (typeof pattern !== "object" || pattern === null || !("type" in pattern)) return;
    // Whatever has a type is a node; each branch reads what ESTree gives that kind of pattern.
    const node = pattern as Node;
    if (node.type === "Identifier") names.add(String(node["name"]));
    else if (node.type === "ArrayPattern") for (const element of list(node["elements"])) bind(element);
    else if (node.type === "ObjectPattern") for (const property of list(node["properties"])) bind(property);
    else if (node.type === "Property") bind(node["value"]);
    else if (node.type === "RestElement") bind(node["argument"]);
    else if (node.type === "AssignmentPattern") bind(node["left"]);
    else if (node.type === "TSParameterProperty") bind(node["parameter"]);
  };
  walk(program, (node) => {
    if (/Declaration$|Declarator$|^(Function|Class)Expression$/.test(node.type)) bind(node["id"]);
    if (/^Import.*Specifier$/.test(node.type)) bind(node["local"]);
    if (node.type === "CatchClause") bind(node["param"]);
    for (const parameter of list(node["params"])) bind(parameter);
  });
  return names;
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function asyncUsed(source: Source): string[] {
  const found: string[] = [];
  walk(source.program, (node) => {
    if (node.type === "AwaitExpression" || node["async"] === true) {
      found.push(`${source.path}:${source.text.slice(0, node.start).split("\n").length} is asynchronous`);
    }
  });
  return found;
}

function randomUsed(source: Source): string[] {
  return [...source.text.matchAll(/\bMath\.random\b/g)].map(
    (match) => `${source.path}:${source.text.slice(0, match.index).split("\n").length} uses Math.random`,
  );
}
