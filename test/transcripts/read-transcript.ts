/**
 * Reads a transcript: prose, and fenced blocks that hold the dialogue. In a block, `→` begins what the client sends and `←` what the
 * server answers; each message is JSON and may go on over several lines. `*` begins what happens at the server without the client's
 * doing, in words that `feature-server.ts` knows.
 *
 * - `→ EOF` ends the client's half.
 * - `→!` is sent as well, but is no message of the revision: the other side has to cope. It need not even be JSON. `←!` is an answer
 *   to such a thing for which the revision's schema has no shape.
 * - A block marked `any-order` holds answers whose order is the server's choice.
 * - A string `$name` stands for a value that is not known beforehand; where it comes again, the same value must.
 * - A first line `<!-- server: features -->` asks for the server of `feature-server.ts`; without it, it is that of `server.ts`.
 */
export interface Line {
  readonly from: "client" | "server" | "stage";
  /** What follows the arrow, or the star. */
  readonly text: string;
  /** It is no message of the revision. */
  readonly isFaulty: boolean;
}

export interface Block {
  readonly isOrdered: boolean;
  readonly lines: readonly Line[];
}

export function readTranscript(text: string): readonly Block[] {
  return [...text.matchAll(/^```([\w-]*)\n([\s\S]*?)^```$/gm)]
    .filter(([, , body = ""]) => /^[→←*]/.test(body))
    .map(([, mark, body = ""]) => ({ isOrdered: mark !== "any-order", lines: linesOf(body) }));
}

/** The transcript is about the server that has one thing of each kind. */
export function hasFeatures(text: string): boolean {
  return text.startsWith("<!-- server: features -->\n");
}

const speakers: ReadonlyMap<string, Line["from"]> = new Map([
  ["→", "client"],
  ["←", "server"],
]);

function linesOf(body: string): readonly Line[] {
  return body
    .split(/^(?=[→←*])/m)
    .filter((part) => part.trim() !== "")
    .map((part) => ({
      from: speakers.get(part.charAt(0)) ?? "stage",
      isFaulty: part.startsWith("!", 1),
      text: part.replace(/^[→←*]!?/, "").trim(),
    }));
}

/** Values by the names that stand for them. */
export type Bindings = Map<string, unknown>;

const isName = (value: unknown): value is string => typeof value === "string" && /^\$[a-z]/.test(value);

/** The message with known names replaced by their values. */
export function fillIn(template: unknown, bindings: Bindings): unknown {
  if (isName(template)) return bindings.has(template) ? bindings.get(template) : template;
  if (Array.isArray(template)) return template.map((item) => fillIn(item, bindings));
  if (typeof template !== "object" || template === null) return template;
  return Object.fromEntries(Object.entries(template).map(([key, value]) => [key, fillIn(value, bindings)]));
}

/** Learns the values that stand where the template has names which are new. */
export function bind(template: unknown, actual: unknown, bindings: Bindings): void {
  if (isName(template)) {
    if (!bindings.has(template) && actual !== undefined) bindings.set(template, actual);
    return;
  }
  if (typeof template !== "object" || template === null || typeof actual !== "object" || actual === null) return;
  // Both are objects; what is missing in one is found by the comparison.
  for (const [key, value] of Object.entries(template)) bind(value, (actual as Record<string, unknown>)[key], bindings);
}
