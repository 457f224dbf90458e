/**
 * What a template matches, as a small graph that `match.ts` runs without backtracking.
 *
 * Two rules hold for every graph made here, and matching rests on them: a loop consumes at least one character, and a node comes
 * behind all nodes that it may reach without consuming anything. So one sweep over the nodes settles one position of the text.
 */
import { styles } from "./parse.js";
import type { Operator, Part, Variable } from "./parse.js";
import { normalize } from "./percent.js";

export type Node = EndNode | LiteralNode | ValueNode | ChoiceNode;

interface EndNode {
  readonly type: "end";
}

interface LiteralNode {
  readonly type: "literal";
  readonly text: string;
  next: number;
}

/** A run of characters, captured. */
interface ValueNode {
  readonly type: "value";
  readonly variable: Variable;
  /** The characters that end it. */
  readonly stops: string;
  /** How many characters of the decoded value there are, at least and at most. */
  readonly min: 0 | 1;
  readonly max: number;
  /** Prefers the shortest run: what separates it from the next value might also be part of it. */
  readonly isLazy: boolean;
  readonly next: number;
}

/** The first option that leads to a match wins. */
interface ChoiceNode {
  readonly type: "choice";
  readonly options: readonly number[];
}

export interface Program {
  readonly nodes: readonly Node[];
  readonly start: number;
}

/** What a value of each operator cannot hold. More lenient than expansion where nothing becomes ambiguous: people write URIs by hand. */
const stops: Readonly<Record<Operator, string>> = {
  "": "/?#",
  "+": "",
  "#": "",
  ".": "/?#",
  "/": "/?#",
  ";": ";/?#",
  "?": "&#",
  "&": "&#",
};

/** The graph of a whole template; node 0 is the end of the text. */
export function compile(parts: readonly Part[]): Program {
  const graph = new Graph();
  let next = graph.add({ type: "end" });
  for (const part of [...parts].reverse()) {
    if (part.type === "literal") next = graph.literal(part.text, next);
    else if (part.operator === "?") next = compileQuery(graph, part.variables, next);
    else if (styles[part.operator].isNamed) next = compilePairs(graph, part.operator, part.variables, next);
    else next = compileSequence(graph, part.operator, part.variables, next);
  }
  return { nodes: graph.nodes, start: next };
}

class Graph {
  readonly nodes: Node[] = [];

  add(node: Node): number {
    return this.nodes.push(node) - 1;
  }

  /** Literals are compared in the one spelling that the text has, too. A parsed template always has one. */
  literal(text: string, next: number): number {
    return this.add({ type: "literal", text: normalize(text) ?? text, next });
  }

  /** Closes a loop: literals are made first, what they lead to comes later. */
  lead(literals: readonly number[], next: readonly number[]): void {
    for (const [index, at] of literals.entries()) {
      const node = this.nodes[at];
      const target = next[index];
      if (node?.type === "literal" && target !== undefined) node.next = target;
    }
  }

  choice(options: readonly number[]): number {
    return this.add({ type: "choice", options });
  }
}

/** `{a,b}`, `{+a}`, `{#a}`, `{.a}`, `{/a}`: values in order, of which the last ones may be missing. */
function compileSequence(graph: Graph, operator: Operator, variables: readonly Variable[], exit: number): number {
  const { first, separator } = styles[operator];
  const isList = variables.length > 1 || variables.some((variable) => variable.isExploded);
  // A comma in a lone value is part of it; beside other values it separates.
  const stop = stops[operator] + (operator === "" && isList ? separator : "");
  // Without a lead, an empty value would leave no trace: `notes/{id}` is not meant to match `notes/`.
  const least = first === "" ? 1 : 0;

  let start = exit;
  let after = exit;
  for (const [index, variable] of [...variables.entries()].reverse()) {
    const hasMore = variable.isExploded || index < variables.length - 1;
    const value = (min: 0 | 1, max: number, next: number): number =>
      graph.add({ type: "value", variable, stops: stop, min, max, isLazy: hasMore && !stop.includes(separator), next });
    const max = variable.maxLength ?? Number.POSITIVE_INFINITY;

    const separated = after === exit ? [] : separatedOptions(graph, after, exit);
    if (variable.isExploded) {
      const again = graph.literal(separator, exit);
      after = graph.choice([again, after]);
      graph.lead([again], [value(0, max, after)]);
      separated.push(again);
    }
    if (index > 0) {
      after = graph.choice([graph.literal(separator, value(0, max, after)), exit]);
      continue;
    }
    start = value(least, max, after);
    if (least === 1 && separated.length > 0) {
      // An empty first value counts where a separator gives it away.
      start = graph.choice([start, value(0, 0, graph.choice(separated))]);
    }
  }
  if (first === "") return start;
  return graph.choice([graph.literal(first, start), exit]);
}

/** The options of a choice but for the way out. */
function separatedOptions(graph: Graph, choice: number, exit: number): number[] {
  const node = graph.nodes[choice];
  return node?.type === "choice" ? node.options.filter((option) => option !== exit) : [];
}

/** `{?a,b}`: pairs in any order, joined by `&`. Expansion keeps the template's order; people do not. */
function compileQuery(graph: Graph, variables: readonly Variable[], exit: number): number {
  const join = graph.literal("&", exit);
  const more = graph.choice([join, exit]);
  const pairs = graph.choice(
    variables.map((variable) => graph.literal(`${variable.name}=`, pairValue(graph, "?", variable, more))),
  );
  graph.lead([join], [pairs]);
  return graph.choice([graph.literal("?", pairs), exit]);
}

/** `{;a,b}` and `{&a,b}`: each pair brings its own separator, in any order. Only `;` may leave out the sign before an empty value. */
function compilePairs(graph: Graph, operator: Operator, variables: readonly Variable[], exit: number): number {
  const { separator, ifEmpty } = styles[operator];
  const names = variables.map((variable) => graph.literal(`${separator}${variable.name}${ifEmpty}`, exit));
  const loop = graph.choice([...names, exit]);
  const values = variables.map((variable) => {
    const value = pairValue(graph, operator, variable, loop);
    if (ifEmpty !== "") return value;
    const empty = graph.add({ type: "value", variable, stops: "", min: 0, max: 0, isLazy: false, next: loop });
    return graph.choice([graph.literal("=", value), empty]);
  });
  graph.lead(names, values);
  return loop;
}

function pairValue(graph: Graph, operator: Operator, variable: Variable, next: number): number {
  const max = variable.maxLength ?? Number.POSITIVE_INFINITY;
  return graph.add({ type: "value", variable, stops: stops[operator], min: 0, max, isLazy: false, next });
}
