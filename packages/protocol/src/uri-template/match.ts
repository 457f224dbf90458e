/**
 * Runs a template's graph over a URI in two sweeps: from the end, which nodes can still reach the end; then from the start, along
 * the preferred way that can. Work is bounded by characters times nodes, whatever the two look like.
 */
import type { Variable } from "./parse.js";
import { decodePercent, normalize } from "./percent.js";
import type { Node, Program } from "./program.js";

export interface Match {
  /** Undefined where the URI is not of this template. */
  readonly values: Readonly<Record<string, string | string[]>> | undefined;
  /** Elementary steps taken; the tests bound it. */
  readonly steps: number;
}

export function runMatch(program: Program, uri: string): Match {
  const text = normalize(uri);
  if (text === undefined) return { values: undefined, steps: uri.length };
  const sweep = new Sweep(program, text);
  const captures = sweep.run();
  return { values: captures === undefined ? undefined : settle(captures), steps: sweep.steps + uri.length };
}

interface Capture {
  readonly variable: Variable;
  readonly raw: string;
}

class Sweep {
  steps = 0;
  private readonly nodes: readonly Node[];
  private readonly start: number;
  private readonly text: string;
  /** Where a character begins; an escaped character is one, however many bytes it has. Ends with the end of the text. */
  private readonly places: readonly number[];
  /** By node, then by index of the place: the end can be reached from here. */
  private readonly reaches: readonly Uint8Array[];

  constructor(program: Program, text: string) {
    this.nodes = program.nodes;
    this.start = program.start;
    this.text = text;
    this.places = placesOf(text);
    this.reaches = program.nodes.map(() => new Uint8Array(this.places.length));
  }

  run(): readonly Capture[] | undefined {
    this.sweepBack();
    return this.canReach(this.start, 0) ? this.walk() : undefined;
  }

  private canReach(node: number, place: number): boolean {
    return this.reaches[node]?.[place] === 1;
  }

  private sweepBack(): void {
    const last = this.places.length - 1;
    /** By value node: the nearest place at or behind the current one from which its follower reaches the end. */
    const nearest = this.nodes.map(() => Number.POSITIVE_INFINITY);
    /** By value node: where the run of allowed characters that covers the current place ends. */
    const runEnd = this.nodes.map(() => last);
    const indexes = this.indexes();

    for (let place = last; place >= 0; place--) {
      const char = this.text.charAt(this.places[place] ?? 0);
      for (const [at, node] of this.nodes.entries()) {
        this.steps++;
        let reached = false;
        if (node.type === "end") reached = place === last;
        else if (node.type === "choice") reached = node.options.some((option) => this.canReach(option, place));
        else if (node.type === "literal") {
          const end = this.literalEnd(node.text, place, indexes);
          reached = end !== undefined && this.canReach(node.next, end);
        } else {
          if (place < last && node.stops.includes(char)) runEnd[at] = place;
          const behind = nearest[at] ?? Number.POSITIVE_INFINITY;
          const here = this.canReach(node.next, place) ? place : behind;
          nearest[at] = here;
          reached = (node.min === 0 ? here : behind) <= Math.min(runEnd[at] ?? place, place + node.max);
        }
        const row = this.reaches[at];
        if (reached && row !== undefined) row[place] = 1;
      }
    }
  }

  /** The place behind a literal that stands here; undefined where it does not, or would end within a character. */
  private literalEnd(literal: string, place: number, indexes: Int32Array): number | undefined {
    const from = this.places[place] ?? 0;
    // The first character settles nearly every comparison; the rest is bounded by the template's length.
    if (this.text[from] !== literal[0]) return undefined;
    this.steps += literal.length;
    if (!this.text.startsWith(literal, from)) return undefined;
    const index = indexes[from + literal.length];
    return index === undefined || index < 0 ? undefined : index;
  }

  private walk(): readonly Capture[] {
    const captures: Capture[] = [];
    const indexes = this.indexes();
    let place = 0;
    let node = this.nodes[this.start];
    while (node !== undefined && node.type !== "end") {
      this.steps++;
      let next: number | undefined;
      if (node.type === "choice") {
        const here = place;
        next = node.options.find((option) => this.canReach(option, here));
      } else if (node.type === "literal") {
        place = this.literalEnd(node.text, place, indexes) ?? place;
        next = node.next;
      } else {
        const end = this.valueEnd(node, place);
        captures.push({ variable: node.variable, raw: this.text.slice(this.places[place], this.places[end]) });
        place = end;
        next = node.next;
      }
      node = next === undefined ? undefined : this.nodes[next];
    }
    return captures;
  }

  private valueEnd(node: Node & { readonly type: "value" }, place: number): number {
    const last = this.places.length - 1;
    let best = place;
    for (let end = place; end <= last; end++) {
      this.steps++;
      if (end >= place + node.min && end <= place + node.max && this.canReach(node.next, end)) {
        best = end;
        if (node.isLazy) return best;
      }
      if (end === place + node.max || node.stops.includes(this.text[this.places[end] ?? 0] ?? "\0")) break;
    }
    return best;
  }

  /** From a position in the text to the index of its place; -1 where no character begins. */
  private indexes(): Int32Array {
    const indexes = new Int32Array(this.text.length + 1).fill(-1);
    for (const [index, position] of this.places.entries()) indexes[position] = index;
    return indexes;
  }
}

function placesOf(text: string): readonly number[] {
  const places: number[] = [];
  for (let at = 0; at < text.length; at += text[at] === "%" ? 3 : 1) {
    // Bytes 80 to BF continue a character that began before.
    const continues = text[at] === "%" && "89AB".includes(text.charAt(at + 1));
    if (!continues || at === 0) places.push(at);
  }
  places.push(text.length);
  return places;
}

/** Decodes each capture once and joins those of one variable. Undefined where they cannot be decoded, or contradict each other. */
function settle(captures: readonly Capture[]): Readonly<Record<string, string | string[]>> | undefined {
  const values = new Map<string, string | string[]>();
  const prefixes: { readonly name: string; readonly length: number; readonly text: string }[] = [];
  for (const { variable, raw } of captures) {
    const { name, isExploded, maxLength } = variable;
    const text = decodePercent(raw);
    if (text === undefined) return undefined;
    const known = values.get(name);
    if (maxLength !== undefined) prefixes.push({ name, length: maxLength, text });
    else if (isExploded) {
      if (typeof known === "string") return undefined;
      values.set(name, [...(known ?? []), text]);
    } else {
      if (known !== undefined && known !== text) return undefined;
      values.set(name, text);
    }
  }
  for (const { name, length, text } of prefixes) {
    const whole = values.get(name);
    if (whole === undefined) values.set(name, text);
    else if (typeof whole !== "string" || [...whole].slice(0, length).join("") !== text) return undefined;
  }
  // A null prototype, so that a variable may be called anything.
  const result: Record<string, string | string[]> = Object.create(null);
  for (const [name, value] of values) result[name] = value;
  return result;
}
