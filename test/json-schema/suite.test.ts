/**
 * The required tests of the JSON Schema Test Suite, for both dialects. `known-failures.ts` lists what fails and why; a listed failure
 * that starts to pass fails here as well, so that the list stays true.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

import { createJsonSchemaValidator } from "@mcpwire/json-schema";
import { describe, expect, it } from "vitest";

import { knownFailures } from "./known-failures.js";

interface Group {
  readonly file: string;
  readonly description: string;
  readonly schema: unknown;
  readonly tests: readonly { readonly description: string; readonly data: unknown; readonly valid: boolean }[];
}

interface Remote {
  readonly uri: string;
  readonly schema: unknown;
}

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
  for (const { uri, schema } of linesOf<Remote>("remotes.jsonl")) {
    const isOther = /draft(?:2020-12|7)\//.exec(uri)?.[0];
    // Those written in a made-up dialect are for validators that know vocabularies.
    const isForeign = uri.includes("metaschema-");
    if (!isForeign && (isOther === undefined || isOther === `${dialect}/`)) known[uri] = schema;
  }
  return known;
}

function linesOf<Line>(name: string): readonly Line[] {
  const text = readFileSync(new URL(`./suite/${name}`, import.meta.url), "utf8");
  // The files are the suite's own data, one group or document a line; their shape is what this test was written for.
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);
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
  for (const { file, description, schema, tests } of linesOf<Group>(`${dialect}.jsonl`)) {
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
  const { failed, total } = run(dialect);
  const listed = Object.values(knownFailures[dialect]).flat();

  it(`passes ${total - failed.length} of ${total} assertions; every other is listed with its reason`, () => {
    expect(total).toBeGreaterThan(900);
    expect([...failed].sort()).toEqual([...listed].sort());
  });
});
