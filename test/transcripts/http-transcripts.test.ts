/** Plays every transcript of HTTP. Where MCP_SPEC_DIR is set, each message is held against its revision's JSON Schema. */
import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { HttpDialogue } from "./http-dialogue.js";
import type { EventStream, HttpSetting } from "./http-dialogue.js";
import { itemsOf, readHttpTranscript } from "./read-http-transcript.js";
import type { Part, StreamItem } from "./read-http-transcript.js";
import { bind, fillIn } from "./read-transcript.js";
import type { Bindings } from "./read-transcript.js";
import { WireSchema } from "./wire-schema.js";

const folder = fileURLToPath(new URL("./", import.meta.url));
const isTranscript = (name: string) => name.startsWith("http-") && name.endsWith(".md");
const revisions = readdirSync(folder).filter(
  (name) => /^\d{4}-\d{2}-\d{2}$/.test(name) && readdirSync(`${folder}${name}`).some(isTranscript),
);

describe.each(revisions)("%s over HTTP", (revision) => {
  it.each(readdirSync(`${folder}${revision}`).filter(isTranscript))("%s is spoken as it is written", async (name) => {
    const { options, parts } = readHttpTranscript(readFileSync(`${folder}${revision}/${name}`, "utf8"));
    expect(parts.length).toBeGreaterThan(0);
    const play = new Play(revision, options as HttpSetting); // the transcript says it in these words
    for (const part of parts) await play.part(part);
    expect(await play.dialogue.end()).toEqual([]);
  });
});

class Play {
  readonly dialogue: HttpDialogue;
  readonly #schema: WireSchema;
  readonly #bindings: Bindings = new Map();

  constructor(revision: string, setting: HttpSetting) {
    this.dialogue = new HttpDialogue(setting);
    this.#schema = new WireSchema(revision);
  }

  async part(part: Part): Promise<void> {
    if (part.type === "request") return this.#ask(part);
    if (part.type === "answer") return this.#hear(part);
    if (part.type === "hang-up") return this.dialogue.hangUp(part.name);
    if (part.type === "shut-down") return this.dialogue.shutDown();
    return this.#events(this.dialogue.stream(part.name), part.items, part.isFaulty);
  }

  #ask(part: Part & { type: "request" }): void {
    const headers = part.headers.map(([field, value]) => [field, String(fillIn(value, this.#bindings))] as const);
    let { body } = part;
    if (body !== "" && !part.isFaulty) {
      const message = fillIn(JSON.parse(body), this.#bindings);
      expect(this.#schema.problemWith(message, "client")).toBeUndefined();
      body = JSON.stringify(message);
    }
    this.dialogue.send({ ...part, headers, body });
  }

  async #hear(part: Part & { type: "answer" }): Promise<void> {
    const { response, stream, isOpen } = await this.dialogue.hear();
    const body = stream === undefined ? await response.text() : "";
    const told = { status: response.status, mediaType: response.headers.get("content-type") };
    expect(told, body).toEqual({ status: part.status, mediaType: part.mediaType });
    for (const [field, value] of part.headers) {
      // A header that is not there is no value for a name.
      const actual = response.headers.get(field) ?? "(none)";
      if (value === "(none)" || actual === "(none)") expect(`${field}: ${actual}`).toBe(`${field}: ${value}`);
      else this.#compare(value, actual);
    }
    if (stream !== undefined) {
      const items = itemsOf(part.body);
      return this.#events(stream, isOpen ? items : [...items, "end"], part.isFaulty);
    }
    if (part.body === "") expect(body).toBe("");
    else this.#message(part.body, body, part.isFaulty);
  }

  async #events(stream: EventStream, items: readonly StreamItem[], isFaulty: boolean): Promise<void> {
    for (const item of items) {
      const heard = await stream.next();
      if (item === "end" || heard === "end") {
        expect(heard).toEqual(item);
        continue;
      }
      const { data: expected, ...fields } = item;
      const { data: actual, ...actualFields } = heard;
      this.#compare(fields, actualFields);
      // A priming event has no message.
      if (expected === undefined || expected === "") expect(actual).toBe(expected);
      else this.#message(expected, actual ?? "", isFaulty);
    }
  }

  #message(expected: string, actual: string, isFaulty: boolean): void {
    const message: unknown = JSON.parse(actual);
    if (!isFaulty) expect(this.#schema.problemWith(message, "server")).toBeUndefined();
    this.#compare(JSON.parse(expected), message);
  }

  #compare(template: unknown, actual: unknown): void {
    bind(template, actual, this.#bindings);
    expect(actual).toEqual(fillIn(template, this.#bindings));
  }
}
