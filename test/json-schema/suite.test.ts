/**
 * The required tests of the JSON Schema Test Suite, for both dialects. `known-failures.ts` lists what fails and why; a listed failure
 * that starts to pass fails here as well, so that the list stays true.
 */
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { createJsonSchemaValidator } from "@mcpwire/json-schema";
import { describe, expect, it } from "vitest";

import { knownFailures } from "./known-failures.js";

interface Group {
  readonly description: string;
  readonly schema: unknown;
  readonly tests: readonly { readonly description: string; readonly data: unknown; readonly valid: boolean }[];
}

/** Where `bring-suite.mjs` puts the suite. */
const suite = fileURLToPath(new URL("../../.cache/json-schema-test-suite/4.26.0/", import.meta.url));

const metaSchemas: Readonly<Record<string, readonly string[]>> = {
  "draft2020-12": [
    "json-schema-2020-12/schema.json",
    ...["applicator", "content", "core", "format-annotation", "meta-data", "unevaluated", "validation"].map(
      (name) => `json-schema-2020-12/meta/${name}.json`,
    ),
  ],
  draft7: ["json-schema-draft-07.json"],
};

/** Meta-schemas that the validator does not have; the suite's tests about them refer to them. */
function knownSchemas(dialect: string): Record<string, unknown> {
  const require = createRequire(import.meta.url);
  const known: Record<string, unknown> = {};
  for (const name of metaSchemas[dialect] ?? []) {
    const schema: { $id: string } = require(`ajv/dist/refs/${name}`);
    known[schema.$id.replace(/#$/, "")] = schema;
  }
  for (const [path, schema] of filesIn("remotes")) {
    const uri = `http://localhost:1234/${path}`;
    const isOther = /draft[^/]+\//.exec(path)?.[0];
    // Those written in a made-up dialect are for validators that know vocabularies.
    const isForeign = uri.includes("metaschema-");
    if (!isForeign && (isOther === undefined || isOther === `${dialect}/`)) known[uri] = schema;
  }
  return known;
}

/** The suite's JSON files below a folder, by their path in it; `optional/` is left out. */
function filesIn(folder: string): readonly (readonly [path: string, json: unknown])[] {
  return readdirSync(join(suite, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".json") && !path.startsWith("optional"))
    .map((path) => [path, JSON.parse(readFileSync(join(suite, folder, path), "utf8"))]);
}

/** The names of the tests that fail, and how many there are. */
function run(dialect: string): { readonly failed: readonly string[]; readonly total: number } {
  // In the draft-07 files `$schema` is not declared, as their folder says it.
  const declared = dialect === "draft7" ? { $schema: "http://json-schema.org/draft-07/schema#" } : {};
  const known = knownSchemas(dialect);
  const documents =
    dialect === "draft7"
      ? Object.fromEntries(
          Object.entries(known).map(([uri, schema]) => [
            uri,
            typeof schema === "object" ? { ...declared, ...schema } : schema,
          ]),
        )
      : known;
  const validator = createJsonSchemaValidator({ knownSchemas: documents });
  const failed: string[] = [];
  let total = 0;
  const groups = filesIn(`tests/${dialect}`).flatMap(([path, content]) =>
    // The suite's own shape, which this test was written for.
    (content as Group[]).map((group) => ({ ...group, file: path.replace(/\.json$/, "") })),
  );
  for (const { file, description, schema, tests } of groups) {
    const whole = typeof schema === "object" ? { ...declared, ...schema } : schema;
    for (const test of tests) {
      total++;
      let valid: boolean | undefined;
      try {
        valid = validator.compile(whole).validate(test.data).valid;
      } catch {
        // Refused.
      }
      if (valid !== test.valid) failed.push(`${file} | ${description} | ${test.description}`);
    }
  }
  return { failed, total };
}

describe.each(["draft2020-12", "draft7"] as const)("the JSON Schema Test Suite, %s", (dialect) => {
  if (!existsSync(suite)) {
    it.skip("did not run because the suite is not in .cache; npm run json-schema:suite brings it", () => {});
    return;
  }
  const { failed, total } = run(dialect);
  const listed = Object.values(knownFailures[dialect]).flat();

  it(`passes ${total - failed.length} of ${total} assertions; every other is listed with its reason`, () => {
    expect(total).toBeGreaterThan(900);
    expect([...failed].sort()).toEqual([...listed].sort());
  });
});
