import { describe, expect, expectTypeOf, it } from "vitest";

import { runMatch } from "./match.js";
import { parseTemplate } from "./parse.js";
import { compile } from "./program.js";
import { uriTemplate } from "./uri-template.js";
import type { UriVariables } from "./variables.js";

type Values = Record<string, string | string[]>;

describe("matching", () => {
  it.each<[string, string, string, Values]>([
    ["a literal", "a:b", "a:b", {}],
    ["a variable", "note:///{id}", "note:///7", { id: "7" }],
    ["two in one expression", "{a,b}", "1,2", { a: "1", b: "2" }],
    ["the first of two, when one is there", "x:{a,b}", "x:1", { a: "1" }],
    ["an empty first value that a separator gives away", "x:{a,b}", "x:,2", { a: "", b: "2" }],
    ["an empty last value", "x:{a,b}", "x:1,", { a: "1", b: "" }],
    ["two with a literal between", "{a}-{b}", "x-y-z", { a: "x-y", b: "z" }],
    ["two that touch", "{a}{b}", "xyz", { a: "xy", b: "z" }],
    ["a lone value with a comma", "geo:{at}", "geo:1,2", { at: "1,2" }],
    ["literal commas", "geo:{lat},{lon}", "geo:1,2", { lat: "1", lon: "2" }],
    ["special characters of regular expressions in literals", "a.b(c)*+?{x}$", "a.b(c)*+?7$", { x: "7" }],
    ["a path with reserved characters", "file:///{+path}", "file:///a/b?c#d", { path: "a/b?c#d" }],
    ["a path before a literal", "x:{+path}/end", "x:a/end/b/end", { path: "a/end/b" }],
    ["a path after an id", "test://{id}/{+path}", "test://1/a/b", { id: "1", path: "a/b" }],
    ["reserved values in sequence", "{+x,y}", "a/b,c/d", { x: "a/b", y: "c/d" }],
    ["a fragment", "a{#x}", "a#b/c", { x: "b/c" }],
    ["no fragment", "a{#x}", "a", {}],
    ["an empty fragment", "a{#x}", "a#", { x: "" }],
    ["a label", "a{.x}", "a.tar.gz", { x: "tar.gz" }],
    ["labels", "a{.x,y}", "a.tar.gz", { x: "tar", y: "gz" }],
    ["a list of labels", "www{.dom*}", "www.example.com", { dom: ["example", "com"] }],
    ["path segments", "x{/a,b}", "x/1/2", { a: "1", b: "2" }],
    ["fewer path segments", "x{/a,b}", "x/1", { a: "1" }],
    ["no path segments", "x{/a,b}", "x", {}],
    ["an empty path segment", "x{/a}", "x/", { a: "" }],
    ["a list of path segments", "x{/p*}", "x/a/b/c", { p: ["a", "b", "c"] }],
    ["a list of path segments, then a literal", "x{/p*}/end", "x/a/end/end", { p: ["a", "end"] }],
    ["a list of one", "x{/p*}", "x/a", { p: ["a"] }],
    ["a comma list", "{p*}", "a,b,c", { p: ["a", "b", "c"] }],
    ["a comma list with an empty start", "{p*}", ",b", { p: ["", "b"] }],
    ["a reserved list", "{+p*}", "a/1,b", { p: ["a/1", "b"] }],
    ["parameters", "x{;a,b}", "x;a=1;b=2", { a: "1", b: "2" }],
    ["parameters in another order", "x{;a,b}", "x;b=2;a=1", { a: "1", b: "2" }],
    ["a parameter without a value", "x{;a,b}", "x;a;b=2", { a: "", b: "2" }],
    ["a list of parameters", "x{;a*}", "x;a=1;a=2", { a: ["1", "2"] }],
    ["parameters whose names begin alike", "x{;a,ab}", "x;ab=1;a=2", { a: "2", ab: "1" }],
    ["a query", "x{?q,n}", "x?q=a&n=1", { q: "a", n: "1" }],
    ["a query in another order", "x{?q,n}", "x?n=1&q=a", { q: "a", n: "1" }],
    ["part of a query", "x{?q,n}", "x?n=1", { n: "1" }],
    ["no query", "x{?q,n}", "x", {}],
    ["an empty value of a query", "x{?q}", "x?q=", { q: "" }],
    ["a query written by hand", "x{?url}", "x?url=http://a/b?c", { url: "http://a/b?c" }],
    ["a list in a query", "x{?q*}", "x?q=a&q=b", { q: ["a", "b"] }],
    ["a query that goes on", "x?fixed=1{&q,n}", "x?fixed=1&n=2&q=3", { q: "3", n: "2" }],
    ["the same value twice", "{a}/x/{a}", "1/x/1", { a: "1" }],
    ["a prefix", "{a:3}x", "abcx", { a: "abc" }],
    ["a prefix that takes no more than it may", "{a:2}{b}", "abcd", { a: "ab", b: "cd" }],
    ["a prefix in characters, not in escapes", "{a:2}{b}", "%C3%A9%F0%9F%98%80c", { a: "é😀", b: "c" }],
    ["a prefix beside its whole", "{/a:1,a}", "/v/value", { a: "value" }],
    ["a name that objects have anyway", "x/{constructor}", "x/1", { constructor: "1" }],
  ])("%s", (_title, template, uri, values) => {
    const found = uriTemplate(template).match(uri);
    expect(found === undefined ? undefined : { ...found }).toEqual(values);
  });

  it.each<[string, string, string, Values]>([
    ["once, so that an escaped percent sign stays", "{a}", "%2541", { a: "%41" }],
    ["where they hide a separator", "x/{a}", "x/1%2F2", { a: "1/2" }],
    ["where they are in small letters", "{a}", "%c3%a9", { a: "é" }],
    ["where they are needless", "{a}", "%61", { a: "a" }],
    ["inside of reserved values too", "{+a}", "/x%20y", { a: "/x y" }],
    ["as a byte order mark that stays", "{a}", "%EF%BB%BFx", { a: "\ufeffx" }],
  ])("decodes escapes %s", (_title, template, uri, values) => {
    expect({ ...uriTemplate(template).match(uri) }).toEqual(values);
  });

  it.each([
    ["é/{a}", "%C3%A9/1"],
    ["é/{a}", "%c3%a9/1"],
    ["é/{a}", "é/1"],
    ["%C3%A9/{a}", "é/1"],
    ["%41/{a}", "A/1"],
    ["~/{a}", "%7e/1"],
  ])("takes equivalent spellings of a literal for one: %s and %s", (template, uri) => {
    expect({ ...uriTemplate(template).match(uri) }).toEqual({ a: "1" });
  });

  it.each<[string, string, string]>([
    ["more than the template", "a:b", "a:bc"],
    ["less than the template", "a:bc", "a:b"],
    ["another case", "a:b", "A:b"],
    ["a literal that a wildcard would match", "a.b", "axb"],
    ["an empty variable", "note:///{id}", "note:///"],
    ["an empty reserved variable", "x:{+p}", "x:"],
    ["a slash in a plain variable", "x/{a}", "x/1/2"],
    ["a query behind a plain variable", "x/{a}", "x/1?q=2"],
    ["a fragment behind a plain variable", "x/{a}", "x/1#f"],
    ["three values for two names", "x:{a,b}", "x:1,2,3"],
    ["a name that the query does not have", "x{?q}", "x?r=1"],
    ["a name that only ends alike", "x{?q}", "x?aq=1"],
    ["a query without a pair", "x{?q}", "x?"],
    ["a query that ends in a join", "x{?q}", "x?q=1&"],
    ["a query variable twice", "x{?q}", "x?q=1&q=2"],
    ["two values for one variable", "{a}/{a}", "1/2"],
    ["a whole that contradicts its prefix", "{/a:1,a}", "/x/value"],
    ["a value longer than its prefix", "{a:2}x", "abcx"],
    ["a stray percent sign", "{a}", "100%"],
    ["half an escape", "{a}", "%4"],
    ["an escape that is none", "{a}", "%zz"],
    ["an escape that is not UTF-8", "{a}", "%FF"],
    ["half a character", "{a}", "%C3"],
    ["an escaped surrogate", "{a}", "%ED%A0%80"],
    ["a literal inside an escape", "{a}41", "%41"],
    ["a blank", "{a}", "a b"],
    ["a control character", "{a}", "a\u0000b"],
    ["nothing", "x", ""],
  ])("does not match %s", (_title, template, uri) => {
    expect(uriTemplate(template).match(uri)).toBeUndefined();
  });

  it("does not match a URI that is too long", () => {
    const template = uriTemplate("{+a}");
    expect(template.match("a".repeat(8192))).toBeDefined();
    expect(template.match("a".repeat(8193))).toBeUndefined();
    expect(uriTemplate("{+a}", { maxUriLength: 3 }).match("abcd")).toBeUndefined();
  });

  it("gives values no prototype", () => {
    const found: object = uriTemplate("x/{__proto__}").match("x/1") ?? {};
    expect(Object.getPrototypeOf(found)).toBeNull();
    expect(Object.entries(found)).toEqual([["__proto__", "1"]]);
  });

  it.each<[string, Values]>([
    ["note:///{id}", { id: "a/b?c#d%41é😀 ,;=&+" }],
    ["file:///{+path}", { path: "a/b.txt" }],
    ["x{/seg*}{?q,n}{#f}", { seg: ["a/b", "c?d"], q: "&=?#", n: "", f: "top" }],
    ["x{;a,b*}", { a: "", b: ["1;2", "3"] }],
    ["x{.l*}", { l: ["a", "b"] }],
    ["{a,b,c}", { a: "1,1", b: "2", c: "%" }],
    ["x?y=1{&list*}", { list: ["", "b"] }],
  ])("brings back what %s was expanded with", (source, values) => {
    const template = uriTemplate(source);
    expect({ ...template.match(template.expand(values)) }).toEqual(values);
  });
});

describe("cost", () => {
  const steps = (template: string, uri: string) => {
    const limits = { maxTemplateLength: 1e6, maxVariables: 1e6 };
    return runMatch(compile(parseTemplate(template, limits)), uri).steps;
  };

  it.each<[string, string, (n: number) => string]>([
    ["many ways to cut a run", `${"{a}".repeat(8)}!`, (n) => "a".repeat(n)],
    ["many reserved values", "{+a}{+b}{+c}{+d}!", (n) => "/a".repeat(n / 2)],
    ["lists of lists", "{a*}{b*}{c*}!", (n) => "a,".repeat(n / 2)],
    ["reserved lists", "{+a*}{+b*}!", (n) => ",".repeat(n)],
    ["a literal that almost repeats", `{+a}${"a".repeat(30)}b`, (n) => "a".repeat(n)],
    ["a query of nothing but joins", "{?a*,b*}!", (n) => `?${"a=1&".repeat(n / 4)}`],
    ["parameters without values", "{;a*,aa*}!", (n) => ";a".repeat(n / 2)],
    ["labels", "{.a*}{.b*}!", (n) => ".".repeat(n)],
    ["escapes", "{a}{b}!", (n) => "%25".repeat(n / 3)],
    ["a match to the very end", "{+a*}{/b*}{?c*}", (n) => "a,".repeat(n / 2)],
    ["prefixes", "{a:9999}{b:9999}{c:9999}!", (n) => "a".repeat(n)],
    ["a query with many lists that matches", "x{?a*,b*,c*}", (n) => `x?${"a=1&".repeat(n / 4)}b=2`],
  ])("doubles when the URI doubles: %s", (_title, template, uri) => {
    const once = steps(template, uri(4096));
    const twice = steps(template, uri(8192));
    expect(twice / once).toBeLessThan(2.1);
    expect(twice).toBeLessThan(8192 * 100);
  });
});

describe("types", () => {
  it("reads the variables from the template", () => {
    expectTypeOf<UriVariables<"test://{id}/{+path}">>().toEqualTypeOf<{ readonly id: string; readonly path: string }>();
    expectTypeOf<UriVariables<"x{/list*}{?q,n:3}">>().toEqualTypeOf<{
      readonly list?: string[];
      readonly q?: string;
      readonly n?: string;
    }>();
    expectTypeOf<UriVariables<"{a,b}">>().toEqualTypeOf<{ readonly a: string; readonly b?: string }>();
    expectTypeOf(uriTemplate("x:{id}").match("x:1")).toEqualTypeOf<{ readonly id: string } | undefined>();
    const dynamic: string = "x:{id}";
    expectTypeOf(uriTemplate(dynamic).match("x:1")).toEqualTypeOf<
      Readonly<Record<string, string | string[] | undefined>> | undefined
    >();
    expect(uriTemplate("x:{id}").match("x:1")?.id).toBe("1");
  });
});
