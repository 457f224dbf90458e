/** What a package promises to the registry, and what it says of itself. */
import { describe, expect, test } from "vitest";
import { arrows, privatePackages } from "./arrows.js";
import { files, manifestOf, packageNames, read } from "./workspace.js";
import type { Manifest } from "./workspace.js";

const published = packageNames.filter((name) => !privatePackages.includes(name));

describe.each(published)("%s", (name) => {
  const manifest = manifestOf(`packages/${name}`);

  test("is an ESM package without side effects, licensed, for the oldest Node that we promise", () => {
    expect(manifest).toMatchObject({
      name: `@mcpwire/${name}`,
      type: "module",
      license: "MIT",
      sideEffects: false,
      engines: { node: ">=20.19" },
      publishConfig: { access: "public" },
    });
    expect(manifest.private).toBeUndefined();
  });

  test("packs its build and nothing else, without source maps", () => {
    expect(manifest.files).toEqual(["dist", "!dist/**/*.map"]);
  });

  test("exports exactly its sources, their types and its manifest, and publishes the same without the sources", () => {
    const exports = Object.entries(manifest.exports ?? {});
    for (const [entry, conditions] of exports) {
      if (entry === "./package.json") continue;
      expect(Object.keys(conditions)).toEqual(["@mcpwire/source", "types", "default"]);
      // The line above proves the shape.
      const { "@mcpwire/source": source, types, default: built } = conditions as Record<string, string>;
      const stem = source?.replace(/^\.\/src\//, "").replace(/\.ts$/, "");
      expect([source, types, built]).toEqual([`./src/${stem}.ts`, `./dist/${stem}.d.ts`, `./dist/${stem}.js`]);
      expect(files).toContain(`packages/${name}/src/${stem}.ts`);
    }
    const withoutSources = exports.map(([entry, conditions]) => [
      entry,
      typeof conditions === "string" ? conditions : { types: conditions["types"], default: conditions["default"] },
    ]);
    expect(manifest.publishConfig?.exports).toEqual(Object.fromEntries(withoutSources));
  });

  test("asks for its siblings through the workspace", () => {
    const siblingsOf = (group: Manifest["dependencies"] = {}) =>
      Object.entries(group).filter(([wanted]) => wanted.startsWith("@mcpwire/"));
    expect(siblingsOf(manifest.dependencies).filter(([, range]) => range !== "workspace:^")).toEqual([]);
    // A peer that leaves its range with a release would make of every minor release a major one.
    expect(siblingsOf(manifest.peerDependencies).filter(([, range]) => range !== "workspace:>=0.0.0")).toEqual([]);
  });

  test("has a README that argues for each third party dependency", () => {
    const readme = `packages/${name}/README.md`;
    expect(files).toContain(readme);
    const text = read(readme);
    const foreign = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies }).filter(
      (wanted) => !wanted.startsWith("@mcpwire/"),
    );
    expect(text).toContain(`@mcpwire/${name}`);
    expect(foreign.filter((wanted) => !text.includes(wanted))).toEqual([]);
  });
});

test("the table of arrows and the published packages are the same", () => {
  expect(Object.keys(arrows).sort()).toEqual(published);
});

test("every package has a README, private ones too", () => {
  expect(packageNames.filter((name) => !files.includes(`packages/${name}/README.md`))).toEqual([]);
});

test("private packages are never published", () => {
  expect(privatePackages.filter((name) => manifestOf(`packages/${name}`).private !== true)).toEqual([]);
});

test("all packages carry one version", () => {
  expect(new Set(published.map((name) => manifestOf(`packages/${name}`).version)).size).toBe(1);
});
