import { describe, expect, it } from "vitest";

import { uriTemplate } from "./uri-template.js";

describe("malformed templates are refused when they are parsed", () => {
  it.each([
    "{",
    "a{b",
    "}",
    "a}b",
    "{}",
    "{+}",
    "{a,}",
    "{,a}",
    "{a,,b}",
    "{a b}",
    "{a{b}}",
    "{{a}}",
    "{a-b}",
    "{.a.}",
    "{a..b}",
    "{a*:3}",
    "{a:3*}",
    "{a:}",
    "{a:0}",
    "{a:10000}",
    "{a:x}",
    "{a**}",
    "{=a}",
    "{!a}",
    "{@a}",
    "{|a}",
    "{++a}",
    "{é}",
    "{%2}",
    "100%",
    "a%zz",
    "a b",
    "a\nb",
    'a"b',
    "a<b>",
    "a\\b",
    "a^b",
    "a`b",
    "a|b",
    "a\u007fb",
  ])("%j", (template) => {
    expect(() => uriTemplate(template)).toThrow(expect.objectContaining({ code: "invalid-uri-template" }));
  });

  it("says where and why", () => {
    expect(() => uriTemplate("test://{id}/{na me}")).toThrow(/character 13: "na me" is not a variable/);
  });

  it("refuses a template that is too long, and one with too many variables", () => {
    expect(() => uriTemplate("a".repeat(2049))).toThrow(/2049 characters; at most 2048/);
    expect(() => uriTemplate("{a}".repeat(65))).toThrow(/more than 64 variables/);
    expect(() => uriTemplate("{a}", { maxTemplateLength: 2 })).toThrow(/at most 2/);
    expect(() => uriTemplate("{a,b}", { maxVariables: 1 })).toThrow(/more than 1 variables/);
  });

  it("takes time linear in a name that almost fits", () => {
    expect(() => uriTemplate(`{${"a.".repeat(50_000)}}`, { maxTemplateLength: 1e6 })).toThrow(/not a variable/);
  });
});

describe("well-formed templates", () => {
  it.each([
    ["", []],
    ["a:b", []],
    ["it's", []],
    ["{a}{b}{a}", ["a", "b"]],
    ["{+a,b*}{?c:3,d_1.e%20}", ["a", "b", "c", "d_1.e%20"]],
  ])("%j has the variables %j", (template, variables) => {
    expect(uriTemplate(template)).toMatchObject({ source: template, variables });
  });
});
