/** The rules of style that a machine can hold: sizes, names, exports, words, and what a test may look like. */
import { describe, expect, test } from "vitest";
import { arrows } from "./arrows.js";
import { files, manifestOf, packageNames, productSources, read, sources, walk } from "./workspace.js";
import type { Node } from "./workspace.js";

const textFile = /\.(ts|mjs|md|json|tsv|txtar|yaml|yml|jsonc)$|(^|\/)(\.ci\/run|\.gitignore|\.editorconfig)$/;
const generated =
  /^(pnpm-lock\.yaml|test\/spec\/(pages|requirements)\.tsv|packages\/[^/]+\/api\/.*|.*\/CHANGELOG\.md)$/;

/** Files written by people, with their lines. */
const written = files
  .filter((path) => textFile.test(path) && !generated.test(path))
  .map((path) => ({ path, lines: read(path).split("\n") }));

function linesWith(pattern: RegExp, of: (path: string) => boolean = () => true): string[] {
  return written
    .filter(({ path }) => of(path))
    .flatMap(({ path, lines }) =>
      lines.flatMap((line, at) => (pattern.test(line) ? [`${path}:${at + 1}: ${line.trim()}`] : [])),
    );
}

/** This file spells what it forbids. */
const elsewhere = (path: string): boolean => path !== "test/architecture/style.test.ts";

describe("files", () => {
  test("no file is longer than 500 lines, 400 in the facades", () => {
    const sized = written.filter(({ path }) =>
      /^(packages\/[^/]+\/(src|test|test-fixtures)|test)\/.*\.(ts|mjs)$/.test(path),
    );
    const long = sized.flatMap(({ path, lines }) => {
      const most = arrows[path.split("/")[1] ?? ""]?.maxLines ?? 500;
      const count = lines.length - (lines.at(-1) === "" ? 1 : 0);
      return count > most ? [`${path} has ${count} lines, ${most} are allowed`] : [];
    });
    expect(sized.length).toBeGreaterThan(0);
    expect(long).toEqual([]);
  });

  test("file names are kebab-case nouns, and none is a drawer for everything", () => {
    const names = files.filter((path) => /^(packages|test)\/.*\.(ts|mjs)$/.test(path));
    const odd = names.filter((path) => !/\/[a-z0-9]+(-[a-z0-9]+)*(\.[a-z]+)*\.(ts|mjs)$/.test(path));
    const drawers = names.filter((path) => /[/-](utils?|helpers?|common|misc)[./]/.test(path));
    expect([...odd, ...drawers]).toEqual([]);
  });
});

describe("exports", () => {
  const product = productSources();

  test("there are no default exports, but where a host looks for one", () => {
    const ours = product.filter(({ path }) => path !== "packages/examples/src/worker.ts");
    const found = ours.flatMap((source) =>
      source.exports.filter(({ name }) => name === "default").map(({ line }) => `${source.path}:${line}`),
    );
    expect(found).toEqual([]);
  });

  test("an entry and every index.ts list their exports by name", () => {
    const entries = new Set(
      packageNames.flatMap((folder) =>
        Object.values(manifestOf(`packages/${folder}`).exports ?? {}).flatMap((target) =>
          typeof target === "string" ? [] : [`packages/${folder}/${target["@mcpwire/source"]?.slice(2)}`],
        ),
      ),
    );
    const found = product
      .filter((source) => entries.has(source.path) || source.path.endsWith("/index.ts"))
      .flatMap((source) => source.exports.filter(({ star }) => star).map(({ line }) => `${source.path}:${line}`));
    expect(found).toEqual([]);
  });

  test("nothing is re-exported whole from another package", () => {
    const found = product.flatMap((source) =>
      source.exports
        .filter(({ star, from }) => star && from?.startsWith(".") === false)
        .map(({ line, from }) => `${source.path}:${line} ${from}`),
    );
    expect(found).toEqual([]);
  });

  test("nothing is cast to any", () => {
    const found = sources.flatMap((source) => {
      const casts: string[] = [];
      walk(source.program, (node) => {
        if (!/^TS(As|TypeAssertion|Satisfies)/.test(node.type)) return;
        // The tree says so: a cast has a type annotation.
        if ((node["typeAnnotation"] as Node).type !== "TSAnyKeyword") return;
        casts.push(`${source.path}:${source.text.slice(0, node.start).split("\n").length}`);
      });
      return casts;
    });
    expect(found).toEqual([]);
  });
});

describe("facades", () => {
  const eraWords =
    /legacy|modern|handshake|initiali[sz]|session|dual[-_ ]?era|multi[-_ ]?round|\bmrtr\b|subscriptions\/(listen|acknowledged)|server\/discover|resources\/(un)?subscribe|logging\/setlevel|input_required|last-event-id/i;
  const facades = productSources().filter(({ owner }) => owner === "client" || owner === "server");

  test("no era word in client and server, in code, strings or comments, outside citations", () => {
    const found = facades.flatMap(({ path, text }) =>
      withoutCitations(text).flatMap((line, at) => (eraWords.test(line) ? [`${path}:${at + 1}: ${line.trim()}`] : [])),
    );
    expect(found).toEqual([]);
  });

  test("no date literal in client and server outside citations", () => {
    const found = facades.flatMap(({ path, text }) =>
      withoutCitations(text).flatMap((line, at) =>
        /\b20\d\d-\d\d(-\d\d)?\b/.test(line.replace(/\b2020-12\b/g, "")) ? [`${path}:${at + 1}: ${line.trim()}`] : [],
      ),
    );
    expect(found).toEqual([]);
  });

  /** The lines of a text, citations blanked; a citation may be wrapped. */
  function withoutCitations(text: string): string[] {
    return text.replace(/\[\d{4}-\d{2}-\d{2}\s[^\]]*\]/g, (citation) => citation.replace(/[^\n]/g, " ")).split("\n");
  }
});

describe("words", () => {
  test("no note to self is left behind", () => {
    expect(linesWith(/\b(TODO|FIXME|XXX|HACK|WIP)\b/, elsewhere)).toEqual([]);
  });

  test("no path of one workplace is named", () => {
    const named = linesWith(/(^|[\s"'`(=])\/(work|tmp)\/|\.\.\/shared\b/, elsewhere);
    // The one place that says where a checkout of the specification lies.
    expect(named.filter((line) => !line.startsWith(".ci/run:"))).toEqual([]);
    expect(named.length).toBeLessThanOrEqual(1);
  });

  test("a text speaks about the software, not about how it was made", () => {
    const made = /\b(AI|LLM|agents?|sub-?agents?|helpers?)\b/;
    const meant = /user[- ]agent|\b(http|https|undici)\.Agent\b|\bnew Agent\b|\bAgent\b/i;
    const found = linesWith(made, elsewhere).filter((line) => made.test(line.replace(new RegExp(meant, "gi"), "")));
    expect(found).toEqual([]);
  });

  test("no text refers to an issue by its number", () => {
    expect(linesWith(/\bissues?[ #/]+\d+\b|(^|\s)#\d+\b(?!\))/i, elsewhere)).toEqual([]);
  });
});

describe("tests", () => {
  const tests = sources.filter((source) => source.isTest);

  test("none is singled out", () => {
    const found = tests.flatMap(({ path, text, program }) =>
      modifiers(program, /^only$/).map(({ start }) => `${path}:${text.slice(0, start).split("\n").length}`),
    );
    expect(found).toEqual([]);
  });

  test("none is planned, and one that is skipped says why in its title", () => {
    const found = tests.flatMap(({ path, text, program }) =>
      modifiers(program, /^(skip|skipIf|runIf|todo|fails)$/).flatMap(({ start, name }) => {
        const title = /["'`]([^"'`]*)/.exec(text.slice(start))?.[1] ?? "";
        const reasoned =
          name !== "todo" && /\b(because|needs?|unless|only (on|with|where)|known failure|did not run)\b/.test(title);
        return reasoned ? [] : [`${path}:${text.slice(0, start).split("\n").length} ${name}: ${title}`];
      }),
    );
    expect(found).toEqual([]);
  });

  test("every test file has a test", () => {
    const empty = tests.filter(
      ({ path, text }) => path.endsWith(".test.ts") && !/\b(test|it|runCompliance)\b/.test(text),
    );
    expect(empty.map(({ path }) => path)).toEqual([]);
  });

  /** `test.only`, `describe.skip`, `it.each(…).skip` and the like. */
  function modifiers(program: Node, names: RegExp): { start: number; name: string }[] {
    const found: { start: number; name: string }[] = [];
    walk(program, (node) => {
      if (node.type !== "MemberExpression" || node["computed"] === true) return;
      // A member expression that is not computed has an identifier as its property.
      const property = node["property"] as Node;
      const name = property["name"];
      if (typeof name !== "string" || !names.test(name) || !isTestFunction(node["object"])) return;
      found.push({ start: property.start, name });
    });
    return found;
  }

  function isTestFunction(node: unknown): boolean {
    if (typeof node !== "object" || node === null) return false;
    if ("name" in node) return /^(test|it|describe|suite|bench)$/.test(String(node.name));
    if ("object" in node) return isTestFunction(node.object);
    return "callee" in node && isTestFunction(node.callee);
  }
});
