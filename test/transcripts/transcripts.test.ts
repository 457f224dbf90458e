/** Plays every transcript over stdio's framing and over HTTP+SSE: the messages are the same, whatever carries them. */
import { describe, it } from "vitest";
import { HttpSseDialogue } from "./http-sse-dialogue.js";
import { play, revisions, transcriptsOf } from "./play.js";
import { StdioDialogue } from "./stdio-dialogue.js";

describe.each(revisions)("%s", (revision) => {
  it.each(transcriptsOf(revision))("%s is spoken over stdio as it is written", (name) =>
    play(revision, name, (server) => new StdioDialogue(server)),
  );
});

describe.each(revisions)("%s", (revision) => {
  it.each(transcriptsOf(revision))("%s is spoken over HTTP+SSE as it is written", (name) =>
    play(revision, name, (server) => HttpSseDialogue.open(server)),
  );
});
