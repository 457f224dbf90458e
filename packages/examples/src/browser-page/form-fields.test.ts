/** The form of the page among the examples: which field a property gets, and which argument a field gives. */
import { describe, expect, it } from "vitest";
import { fieldsOf, valueOf, type Field } from "./form-fields.js";

const schema = {
  type: "object",
  properties: {
    name: { type: "string", title: "Name", description: "Who it is" },
    age: { type: "integer" },
    share: { type: "number" },
    loud: { type: "boolean" },
    tone: { type: "string", enum: ["kind", "curt"] },
    tags: { type: "array", items: { type: "string" } },
    anything: true,
  },
  required: ["name", "age"],
};

describe("the form of an input schema", () => {
  it("has a field for each property, in order, of the kind that fits", () => {
    expect(fieldsOf(schema).map(({ name, kind, isRequired }) => [name, kind, isRequired])).toEqual([
      ["name", "text", true],
      ["age", "number", true],
      ["share", "number", false],
      ["loud", "flag", false],
      ["tone", "choice", false],
      ["tags", "json", false],
      ["anything", "json", false],
    ]);
    expect(fieldsOf({ type: "object" })).toEqual([]);
  });

  const field = (name: string): Field => fieldsOf(schema).find((each) => each.name === name) ?? fieldsOf(schema)[0]!;

  it.each<[string, string | boolean, unknown]>([
    ["name", "Ada", "Ada"],
    ["name", "", ""],
    ["age", "36", 36],
    ["share", "", undefined],
    ["loud", true, true],
    ["loud", false, undefined],
    ["tone", "curt", "curt"],
    ["tone", "", undefined],
    ["tags", '["a"]', ["a"]],
  ])("%s: %j is %j", (name, entered, value) => {
    expect(valueOf(field(name), entered)).toEqual(value);
  });

  it("says so where JSON was expected", () => {
    expect(() => valueOf(field("tags"), "a, b")).toThrow(SyntaxError);
  });
});
