/** Patterns as the library runs them: with the `u` flag, which the dialects recommend and many patterns in the wild do not fit. */

/**
 * The pattern, or one that means the same and fits the `u` flag: an escape before a character that needs none, such as `\-` or `\@`
 * outside of brackets, is dropped. Undefined where it is no regular expression, or cannot be rewritten that simply.
 */
export function unicodePattern(pattern: string): string | undefined {
  if (isExpression(pattern)) return pattern;
  const rewritten = dropNeedlessEscapes(pattern);
  return isExpression(rewritten) ? rewritten : undefined;
}

function isExpression(pattern: string): boolean {
  try {
    RegExp(pattern, "u");
    return true;
  } catch {
    return false;
  }
}

/** Letters and digits after a backslash mean something; the others stand for themselves. */
function dropNeedlessEscapes(pattern: string): string {
  let out = "";
  let isInBrackets = false;
  for (let at = 0; at < pattern.length; at++) {
    const char = pattern.charAt(at);
    if (char === "\\") {
      const next = pattern.charAt(at + 1);
      const isNeeded = /[\w^$\\.*+?()[\]{}|/]/.test(next) && next !== "_";
      // Within brackets a hyphen is a range unless it is escaped.
      out += isNeeded || (isInBrackets && next === "-") ? char + next : next;
      at++;
      continue;
    }
    if (char === "[") isInBrackets = true;
    else if (char === "]") isInBrackets = false;
    out += char;
  }
  return out;
}
