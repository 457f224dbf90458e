/** Plays one transcript over one kind of dialogue. Where MCP_SPEC_DIR is set, each message is held against its revision's JSON Schema. */
import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Server } from "@mcpwire/server";
import { expect } from "vitest";
import { featureServer } from "./feature-server.js";
import { bind, fillIn, hasFeatures, readTranscript } from "./read-transcript.js";
import type { Bindings, Line } from "./read-transcript.js";
import { transcriptServer } from "./server.js";
import { WireSchema } from "./wire-schema.js";

const folder = fileURLToPath(new URL("./", import.meta.url));

/** Every revision that has transcripts. */
export const revisions = readdirSync(folder).filter((name) => /^\d{4}-\d{2}-\d{2}$/.test(name));

/** The transcripts of a revision that are written in messages alone. */
export function transcriptsOf(revision: string): readonly string[] {
  return readdirSync(`${folder}${revision}`).filter((name) => name.endsWith(".md") && !name.startsWith("http-"));
}

/** A client's end, in text. */
export interface Dialogue {
  send(text: string): void;
  /** Ends the client's half. */
  sendEnd(): void;
  /** The next message of the server. Rejects where none comes. */
  hear(): Promise<unknown>;
  /** Ends the dialogue; gives what the server said that nobody has heard. */
  end(): Promise<readonly unknown[]>;
}

/** `open` begins a dialogue with the server that the transcript is about. */
export async function play(
  revision: string,
  name: string,
  open: (server: Server) => Dialogue | Promise<Dialogue>,
): Promise<void> {
  const text = readFileSync(`${folder}${revision}/${name}`, "utf8");
  const blocks = readTranscript(text);
  expect(blocks.length).toBeGreaterThan(0);
  const { server, happenings } = hasFeatures(text) ? featureServer() : { server: transcriptServer(), happenings: {} };
  const dialogue = await open(server);
  const schema = new WireSchema(revision);
  const bindings: Bindings = new Map();

  const say = ({ text, isFaulty }: Line): void => {
    if (text === "EOF") return dialogue.sendEnd();
    if (isFaulty) return dialogue.send(onOneLine(text));
    const message = fillIn(JSON.parse(text), bindings);
    expect(schema.problemWith(message, "client")).toBeUndefined();
    dialogue.send(JSON.stringify(message));
  };
  const compare = ({ text, isFaulty }: Line, actual: unknown): void => {
    if (!isFaulty) expect(schema.problemWith(actual, "server")).toBeUndefined();
    const template: unknown = JSON.parse(text);
    bind(template, actual, bindings);
    expect(actual).toEqual(fillIn(template, bindings));
  };

  for (const { isOrdered, lines } of blocks) {
    let waiting = lines.filter(({ from }) => from === "server");
    for (const line of lines) {
      if (line.from === "client") {
        say(line);
        continue;
      }
      if (line.from === "stage") {
        const happen = happenings[line.text];
        if (happen === undefined) throw new Error(`the server knows nothing of this: ${line.text}`);
        happen();
        continue;
      }
      const actual = await dialogue.hear();
      // In a block without order, the message is compared with the line that has its id, or its method.
      const expected = isOrdered ? line : (waiting.find(({ text }) => isAbout(text, actual)) ?? line);
      waiting = waiting.filter((other) => other !== expected);
      compare(expected, actual);
    }
  }
  expect(await dialogue.end()).toEqual([]);
}

/** What is no JSON stays as it is. */
function onOneLine(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return text;
  }
}

interface Head {
  readonly id?: unknown;
  readonly method?: unknown;
}

function isAbout(text: string, actual: unknown): boolean {
  const expected = JSON.parse(text) as Head; // a line is a message
  const heard = actual as Head; // so is what came
  return expected.id === heard.id && expected.method === heard.method;
}
