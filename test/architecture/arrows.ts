/**
 * The house's arrows as data: which package may import what. Whoever needs a new arrow argues for it in that package's DESIGN.md
 * and changes this table in the same commit.
 */

export interface PackageRule {
  /** Entries of other packages that its sources may import. */
  readonly imports: readonly string[];
  /** Packages that its sources may import with `import type` only. */
  readonly typesOnly?: readonly string[];
  /** Third party packages, each with the files (below the package's folder) that may import it. */
  readonly thirdParty?: Readonly<Record<string, RegExp>>;
  /** What its sources compile against: `universal` and `none` know neither DOM nor Node; `web` has the DOM; `node` has both. */
  readonly host: "universal" | "web" | "node";
  /** Only this many lines a file. */
  readonly maxLines: number;
}

const anywhere = /^src\//;

export const arrows: Readonly<Record<string, PackageRule>> = {
  jsonrpc: { imports: [], host: "universal", maxLines: 500 },
  protocol: {
    imports: ["@mcpwire/jsonrpc"],
    host: "universal",
    maxLines: 500,
  },
  "json-schema": { imports: [], thirdParty: { "@cfworker/json-schema": anywhere }, host: "universal", maxLines: 500 },
  stdio: { imports: ["@mcpwire/jsonrpc"], host: "web", maxLines: 500 },
  "streamable-http": {
    imports: ["@mcpwire/jsonrpc", "@mcpwire/protocol"],
    thirdParty: { "eventsource-parser": anywhere },
    host: "web",
    maxLines: 500,
  },
  auth: {
    imports: ["@mcpwire/jsonrpc", "@mcpwire/protocol"],
    typesOnly: ["@mcpwire/streamable-http"],
    thirdParty: { jose: /^src\/(client|server)\// },
    host: "web",
    maxLines: 500,
  },
  negotiation: { imports: ["@mcpwire/jsonrpc", "@mcpwire/protocol"], host: "universal", maxLines: 500 },
  client: {
    imports: [
      "@mcpwire/jsonrpc",
      "@mcpwire/protocol",
      "@mcpwire/protocol/schemas",
      "@mcpwire/json-schema",
      "@mcpwire/negotiation",
    ],
    host: "universal",
    maxLines: 400,
  },
  server: {
    imports: [
      "@mcpwire/jsonrpc",
      "@mcpwire/protocol",
      "@mcpwire/protocol/schemas",
      "@mcpwire/json-schema",
      "@mcpwire/negotiation",
    ],
    host: "universal",
    maxLines: 400,
  },
  node: {
    imports: [
      "@mcpwire/jsonrpc",
      "@mcpwire/stdio",
      "@mcpwire/streamable-http",
      "@mcpwire/streamable-http/core",
      "@mcpwire/streamable-http/http-sse",
    ],
    typesOnly: ["@mcpwire/client", "@mcpwire/server", "@mcpwire/auth"],
    thirdParty: { "cross-spawn": anywhere },
    host: "node",
    maxLines: 500,
  },
};

/** Private packages: they may import every public entry and anything else that they declare. */
export const privatePackages: readonly string[] = ["examples"];

/** What tests beside the sources may import on top of their package's arrows. */
export const testTools = /^(vitest|fast-check|node:.*|@mcpwire\/jsonrpc\/(memory|compliance))$/;

/** The folders and files that may see both eras: choosers and composition roots. Everything else sees one era, or neither. */
export const seesBothEras = /(^|\/)(dual-era\/.*|select[^/]*\.ts|(create|open)-[^/]*\.ts|index\.ts)$/;

/** The files that list every revision: its facts, its codec, its schemas. */
export const listsRevisions = /^src\/(revisions\/index|revisions\/codecs|schemas)\.ts$/;

/** A revision whose folder borrows another's shapes, because the specification never gave it shapes of its own. */
export const borrowedRevisions: Readonly<Record<string, string>> = { "2024-10-07": "2024-11-05" };
