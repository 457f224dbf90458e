/** Only the arrows of the house exist: in manifests, in import statements, and between the parts of one package. */
import { describe, expect, test } from "vitest";
import { arrows, borrowedRevisions, listsRevisions, privatePackages, seesBothEras, testTools } from "./arrows.js";
import { manifestOf, packageNames, productSources, sources, target } from "./workspace.js";
import type { Manifest, Source } from "./workspace.js";

const published = packageNames.filter((name) => !privatePackages.includes(name));

function nameOf(specifier: string): string {
  return specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
}

function runtimeDependencies(manifest: Manifest): string[] {
  return Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies, ...manifest.optionalDependencies });
}

describe("packages", () => {
  test("every folder under packages/ is in the table of arrows", () => {
    expect(packageNames).toEqual([...Object.keys(arrows), ...privatePackages].sort());
  });

  test.each(published)("%s depends on what its arrows allow, and on nothing else", (name) => {
    const rule = arrows[name];
    const allowed = new Set([
      ...(rule?.imports ?? []).map(nameOf),
      ...(rule?.typesOnly ?? []),
      ...Object.keys(rule?.thirdParty ?? {}),
    ]);
    expect(runtimeDependencies(manifestOf(`packages/${name}`)).filter((wanted) => !allowed.has(wanted))).toEqual([]);
  });

  test.each(published)("%s has no development dependency on a sibling outside its arrows", (name) => {
    const allowed = new Set([...(arrows[name]?.imports ?? []).map(nameOf), ...(arrows[name]?.typesOnly ?? [])]);
    const siblings = Object.keys(manifestOf(`packages/${name}`).devDependencies ?? {});
    expect(siblings.filter((wanted) => wanted.startsWith("@mcpwire/") && !allowed.has(wanted))).toEqual([]);
  });

  test.each(published)("%s imports what its arrows allow, and nothing else", (name) => {
    expect(productSources(name).flatMap((source) => forbiddenImports(source))).toEqual([]);
  });

  test.each(published)("the tests beside %s import its arrows, test tools and what it declares", (name) => {
    const tests = sources.filter((source) => source.owner === name && source.isTest);
    expect(tests.flatMap((source) => forbiddenImports(source))).toEqual([]);
  });

  test("tests and examples import packages by a public entry", () => {
    const entries = new Set(
      packageNames.flatMap((name) =>
        Object.keys(manifestOf(`packages/${name}`).exports ?? {}).map((entry) => `@mcpwire/${name}${entry.slice(1)}`),
      ),
    );
    const deep = sources.flatMap((source) =>
      source.imports
        .filter(({ from }) => from.startsWith("@mcpwire/") && !entries.has(from))
        .map(({ from, line }) => `${source.path}:${line} imports ${from}`),
    );
    expect(deep).toEqual([]);
  });

  test("relative imports stay inside their package and name an existing file with its .js extension", () => {
    const known = new Set(sources.map((source) => source.path));
    const lost = sources.flatMap((source) =>
      source.imports.flatMap(({ from, line }) => {
        const path = target(source, from);
        if (path === undefined || /\.(mjs|json)$/.test(path)) return [];
        const home = source.owner === "test" ? "test/" : `packages/${source.owner}/`;
        return path.startsWith(home) && known.has(path) ? [] : [`${source.path}:${line} imports ${from}`];
      }),
    );
    expect(lost).toEqual([]);
  });
});

describe("parts of a package", () => {
  const all = productSources();

  test("core never imports web, and takes nothing from a host", () => {
    const found = all
      .filter((source) => source.local.startsWith("src/core/"))
      .flatMap((source) =>
        source.imports
          .filter(({ from }) => from.startsWith("node:") || /\/(web|node)\//.test(`${target(source, from) ?? ""}/`))
          .map(({ from, line }) => `${source.path}:${line} imports ${from}`),
      );
    expect(found).toEqual([]);
  });

  test("legacy and modern never import each other, nor what sees both", () => {
    const found = all.flatMap((source) => {
      const mine = eraOf(source.path);
      if (mine === undefined) return [];
      return source.imports
        .filter(({ from }) => {
          const path = target(source, from);
          if (path === undefined) return false;
          const other = eraOf(path);
          return (other !== undefined && other !== mine) || /\/dual-era\/|\/select[^/]*\.ts$/.test(path);
        })
        .map(({ from, line }) => `${source.path}:${line} imports ${from}`);
    });
    expect(found).toEqual([]);
  });

  test("only select, dual-era, create-, open- and index files see both eras", () => {
    const found = all
      .filter((source) => eraOf(source.path) === undefined && !seesBothEras.test(source.local))
      .filter((source) => {
        const seen = source.imports.map(({ from }) => eraOf(target(source, from) ?? ""));
        return seen.includes("legacy") && seen.includes("modern");
      })
      .map((source) => source.path);
    expect(found).toEqual([]);
  });

  test("in protocol, a revision builds upon the one before it alone, and only the lists of revisions name more; the entry may name their types", () => {
    const dated = /\/revisions\/(\d{4}-\d{2}-\d{2})\//;
    const inProtocol = productSources("protocol");
    const dates = [...new Set(inProtocol.flatMap(({ path }) => dated.exec(path)?.[1] ?? []))].sort();
    const found = inProtocol
      .filter((source) => !listsRevisions.test(source.local))
      .filter((source) => {
        const own = dated.exec(source.path)?.[1];
        const seen = source.imports.filter(({ typeOnly }) => !(typeOnly && source.local === "src/index.ts"));
        const named = new Set(seen.flatMap(({ from }) => dated.exec(target(source, from) ?? "")?.[1] ?? []));
        if (own !== undefined) {
          named.add(own).delete(borrowedRevisions[own] ?? "");
          named.delete(dates[dates.indexOf(own) - 1] ?? "");
        }
        return named.size > 1;
      })
      .map((source) => source.path);
    expect(found).toEqual([]);
  });
});

function eraOf(path: string): "legacy" | "modern" | undefined {
  const found = /\/src\/(?:.*\/)?(legacy|modern)\//.exec(path)?.[1];
  return found === "legacy" || found === "modern" ? found : undefined;
}

function forbiddenImports(source: Source): string[] {
  const rule = arrows[source.owner];
  const own = `@mcpwire/${source.owner}`;
  const declared = manifestOf(`packages/${source.owner}`).devDependencies ?? {};
  return source.imports
    .filter(({ from, typeOnly }) => {
      if (from.startsWith(".")) return false;
      if (rule === undefined) return true;
      if (rule.imports.includes(from)) return false;
      if (typeOnly && rule.typesOnly?.includes(from)) return false;
      if (from.startsWith("node:")) return !source.isTest && rule.host !== "node";
      const where = rule.thirdParty?.[nameOf(from)];
      if (where !== undefined && (source.isTest || where.test(source.local))) return false;
      if (!source.isTest) return true;
      if (testTools.test(from) || nameOf(from) === own) return false;
      return from.startsWith("@mcpwire/") || !(nameOf(from) in declared);
    })
    .map(({ from, typeOnly, line }) => `${source.path}:${line} imports ${typeOnly ? "the types of " : ""}${from}`);
}
