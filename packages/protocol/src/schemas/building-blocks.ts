/** Checks that are the same in every revision. */
import { loggingLevels } from "../model/capabilities.js";
import { anyObject, boolean, finite, listOf, mapOf, object, oneOf, optional, string, stringOrNumber } from "./check.js";

export const text = optional(string);
export const number = optional(finite);
export const flag = optional(boolean);
export const someObject = optional(anyObject);
export const strings = listOf(string);
export const stringMap = mapOf(string);
export const role = oneOf("user", "assistant");
export const loggingLevel = oneOf(...loggingLevels);

/** `_meta`, of results and notifications. */
export const meta = optional(anyObject);
export const requestMeta = optional(object({ progressToken: optional(stringOrNumber) }));

/** The params of a request that has none of its own. */
export const noParams = optional(object({ _meta: requestMeta }));
/** The params of a request for a list. */
export const pageParams = optional(object({ _meta: requestMeta, cursor: text }));
