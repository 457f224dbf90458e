/** Reads the workspace for the architecture tests: manifests, sources, and what a source imports and says in comments. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import { parseSync } from "oxc-parser";

export const top = fileURLToPath(new URL("../..", import.meta.url));

export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly type?: string;
  readonly license?: string;
  readonly sideEffects?: boolean;
  readonly engines?: { readonly node?: string };
  readonly files?: readonly string[];
  readonly exports?: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  readonly publishConfig?: { readonly exports?: Manifest["exports"] };
  readonly scripts?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

interface Import {
  readonly from: string;
  /** The whole statement is erased: `import type`, `export type`, a type query. */
  readonly typeOnly: boolean;
  readonly line: number;
}

interface Export {
  readonly name: string;
  readonly star: boolean;
  readonly from: string | undefined;
  readonly line: number;
}

interface Comment {
  readonly text: string;
  readonly line: number;
}

/** A node of the syntax tree, as far as the tests look at it. */
export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

export interface Source {
  /** From the top of the workspace, with slashes. */
  readonly path: string;
  /** The package's folder name; `test` for the test package. */
  readonly owner: string;
  /** Below the package's folder: `src/core/x.ts`. */
  readonly local: string;
  readonly isTest: boolean;
  readonly text: string;
  readonly lines: number;
  readonly imports: readonly Import[];
  readonly exports: readonly Export[];
  readonly comments: readonly Comment[];
  readonly program: Node;
}

/** The names of the folders under packages/. */
export const packageNames = readdirSync(join(top, "packages"), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && existsSync(join(top, "packages", entry.name, "package.json")))
  .map((entry) => entry.name)
  .sort();

export function manifestOf(folder: string): Manifest {
  // A manifest is ours; the tests that read it fail on what is missing.
  return JSON.parse(readFileSync(join(top, folder, "package.json"), "utf8")) as Manifest;
}

/** Every file that is, or is about to be, under version control, from the top and with slashes. */
export const files: readonly string[] = execFileSync(
  "git",
  ["ls-files", "--cached", "--others", "--exclude-standard", "-z"],
  { cwd: top, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 },
)
  .split("\0")
  .filter((path) => path !== "" && existsSync(join(top, path)))
  .sort();

export function read(path: string): string {
  return readFileSync(join(top, path), "utf8");
}

/** Every TypeScript source of the packages and of the tests, parsed. */
export const sources: readonly Source[] = files
  .filter((path) => /^(packages\/[^/]+|test)\/.*\.ts$/.test(path) && !path.endsWith(".d.ts"))
  .map(parse);

/** Sources under packages/X/src, without tests. */
export function productSources(owner?: string): readonly Source[] {
  return sources.filter(
    (source) =>
      source.owner !== "test" &&
      source.local.startsWith("src/") &&
      !source.isTest &&
      (owner === undefined || source.owner === owner),
  );
}

/** The path that a relative import of `source` leads to, or undefined for an import by name. */
export function target(source: Source, from: string): string | undefined {
  if (!from.startsWith(".")) return undefined;
  return posix.join(dirname(source.path), from).replace(/\.js$/, ".ts");
}

/** Visits every node of a syntax tree, with its parent. */
export function walk(node: Node, visit: (node: Node, parent: Node | undefined, key: string) => void): void {
  const step = (at: Node, parent: Node | undefined, parentKey: string): void => {
    visit(at, parent, parentKey);
    for (const [key, value] of Object.entries(at)) {
      for (const child of Array.isArray(value) ? value : [value]) {
        if (isNode(child)) step(child, at, key);
      }
    }
  };
  step(node, undefined, "");
}

export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at !== -1 && at < offset; at = text.indexOf("\n", at + 1)) line++;
  return line;
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}

function parse(path: string): Source {
  const text = read(path);
  const result = parseSync(path, text);
  if (result.errors.length > 0) throw new Error(`${path} does not parse: ${result.errors[0]?.message}`);
  const [, owner = "test", local = path.slice("test/".length)] = /^packages\/([^/]+)\/(.*)$/.exec(path) ?? [];
  // oxc's tree is made of plain ESTree nodes; `walk` looks only at what `Node` promises.
  const program = result.program as unknown as Node;
  const line = (offset: number): number => lineAt(text, offset);

  const imports: Import[] = [];
  for (const found of result.module.staticImports) {
    const typeOnly = /^import\s+type\b/.test(text.slice(found.start, found.end));
    imports.push({ from: found.moduleRequest.value, typeOnly, line: line(found.start) });
  }
  const exports: Export[] = [];
  for (const found of result.module.staticExports) {
    const typeOnly = /^export\s+type\b/.test(text.slice(found.start, found.end));
    for (const entry of found.entries) {
      const from = entry.moduleRequest?.value;
      const star = entry.exportName.kind === "None" && from !== undefined;
      const name = entry.exportName.kind === "Default" ? "default" : (entry.exportName.name ?? "");
      exports.push({ name, star, from, line: line(found.start) });
      if (from !== undefined) imports.push({ from, typeOnly, line: line(found.start) });
    }
  }
  walk(program, (node) => {
    const typeQuery = node.type === "TSImportType";
    if (!typeQuery && node.type !== "ImportExpression") return;
    const named = /^import\(\s*["']([^"']+)["']/.exec(text.slice(node.start, node.end))?.[1];
    imports.push({ from: named ?? "(computed)", typeOnly: typeQuery, line: line(node.start) });
  });

  const comments = result.comments.map((comment) => ({ text: comment.value, line: line(comment.start) }));
  const isTest = owner === "test" || /^test(-fixtures)?\//.test(local) || /\.(test|test-d|fixture)\.ts$/.test(path);
  const lines = text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
  return { path, owner, local, isTest, text, lines, imports, exports, comments, program };
}
