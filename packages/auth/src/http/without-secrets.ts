/** Errors of others may hold what they were made for: the token that was looked at, the secret that was shown. Those end up in reports. */

/** How deep an error is looked into. What lies deeper, and whatever is no plain value, counts as telling. */
const maxDepth = 5;

/** The error itself; or, where anything of it holds a secret, another that says the same without. */
export function withoutSecrets(error: unknown, secrets: readonly string[]): unknown {
  const told = secrets.filter((secret) => secret !== "" && mayTell(error, secret, new Set(), 0));
  if (told.length === 0) return error;
  const message = error instanceof Error ? error.message : "something was thrown that may hold a secret";
  return new Error(redact(message, told));
}

export function redact(text: string, secrets: readonly string[]): string {
  return secrets.reduce((shown, secret) => (secret === "" ? shown : shown.replaceAll(secret, "…")), text);
}

function mayTell(value: unknown, secret: string, seen: Set<unknown>, depth: number): boolean {
  if (typeof value === "string") return value.includes(secret);
  if (typeof value === "function") return false;
  if (typeof value !== "object" || value === null || seen.has(value)) return false;
  seen.add(value);
  // Headers, requests, sockets: what they show of themselves is not in their properties.
  if (depth > maxDepth || !isPlain(value)) return true;
  return Reflect.ownKeys(value).some((name) => {
    const { value: member } = Object.getOwnPropertyDescriptor(value, name) ?? {};
    return mayTell(member, secret, seen, depth + 1);
  });
}

function isPlain(value: object): boolean {
  if (value instanceof Error || Array.isArray(value)) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
