/** Issues as text for a language model: one line each. */
import type { SchemaIssue } from "./issue.js";

/**
 * One line per issue, such as `arguments/source_id: must be a string, but is 5`. `name` is what the value itself is called;
 * identical lines appear once.
 */
export function describeIssues(issues: readonly SchemaIssue[], name = "value"): string {
  return [...new Set(issues.map(({ path, message }) => `${name}${path}: ${message}`))].join("\n");
}
