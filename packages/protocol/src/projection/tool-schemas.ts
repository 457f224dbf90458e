/**
 * Schemas of tools, for revisions whose schemas of tools are narrower than JSON Schema is.
 * [2026-07-28 changelog#minor-changes]
 */
import { members, objects, values, type Projection } from "./combinators.js";

/** A property's schema as an object, for revisions that know no boolean schemas there. */
const schemaAsObject: Projection = (schema) => (schema === true ? {} : schema === false ? { not: {} } : schema);

/** An object schema whose properties have object schemas; its other keywords stay. */
export const objectSchema: Projection = members({ properties: values(schemaAsObject) });

/** The same, but left out where the root is not an object: older peers cannot have it. */
export const objectRootOnly: Projection = objects((schema) =>
  schema.type === "object" ? objectSchema(schema) : undefined,
);
