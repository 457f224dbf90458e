/** The servers and clients of the main job, none of them a mock: each is a process of its own. */
import { createRequire } from "node:module";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** A tool call: name and arguments. */
type Call = readonly [tool: string, args: Readonly<Record<string, unknown>>];

export interface ServerTarget extends Expectations {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** A program that prints the URL at which it listens, or listens at the URL that stands here. */
export interface HttpServerTarget extends ServerTarget {
  readonly url?: string;
}

export interface Expectations {
  readonly name: string;
  /** A call that succeeds, and what its text contains. */
  readonly call: Call;
  readonly expected: string;
  /** A call that the tool itself refuses, as a result with `isError`. */
  readonly failure: Call;
  /** The revision that our client agrees on with it. */
  readonly revision: string;
}

export interface ClientTarget {
  readonly name: string;
  /** A program that takes the command line of a stdio server, or the URL of an HTTP server, as its arguments. */
  readonly command: string;
  readonly args: readonly string[];
  readonly revision: string;
}

export const newest = "2026-07-28";
export const newestWithHandshake = "2025-11-25";

const resolve = createRequire(import.meta.url).resolve;
const peers = fileURLToPath(new URL("../interop/peers/", import.meta.url));

/** Our own server: the tutorial tool, on stdio. */
export const ourServer = fileURLToPath(new URL("../../packages/examples/dist/read-note-server.js", import.meta.url));

/** What every implementation of the tutorial tool is asked. */
export const tutorial = {
  call: ["read_note", { source_id: "control_flow" }],
  expected: "Control flow",
  failure: ["read_note", { source_id: "missing" }],
} as const;

/** The tutorial tool over HTTP, for every revision at one URL, beside tools that take their time. */
export const ourHttpServer: HttpServerTarget = {
  ...tutorial,
  name: "mcpwire (ours)",
  command: process.execPath,
  args: [join(peers, "our-http-server.mjs")],
  revision: newest,
};

/** A folder with one file, and a path for the memory server's file: made when they are needed, below the system's temporary folder. */
function playground(): { folder: string; note: string; memory: string } {
  const folder = mkdtempSync(join(tmpdir(), "mcpwire-"));
  const note = join(folder, "note.txt");
  writeFileSync(note, "written by the main job\n");
  return { folder, note, memory: join(folder, "memory.jsonl") };
}

function published(name: string): string {
  return join(dirname(resolve(`@modelcontextprotocol/${name}/package.json`)), "dist", "index.js");
}

export function serverTargets(): ServerTarget[] {
  const { folder, note, memory } = playground();
  return [
    { ...tutorial, command: process.execPath, name: "mcpwire (ours)", args: [ourServer], revision: newest },
    {
      ...tutorial,
      command: process.execPath,
      name: "official SDK v1",
      args: [join(peers, "server-v1.mjs")],
      revision: newestWithHandshake,
    },
    {
      ...tutorial,
      command: process.execPath,
      name: "official SDK v2",
      args: [join(peers, "server-v2.mjs")],
      revision: newest,
    },
    {
      name: "server-everything",
      command: process.execPath,
      args: [published("server-everything"), "stdio"],
      call: ["echo", { message: "hello" }],
      expected: "hello",
      failure: ["get-sum", { a: "one", b: 2 }],
      revision: newestWithHandshake,
    },
    {
      name: "server-filesystem",
      command: process.execPath,
      args: [published("server-filesystem"), folder],
      call: ["read_text_file", { path: note }],
      expected: "written by the main job",
      failure: ["read_text_file", { path: join(folder, "missing.txt") }],
      revision: newestWithHandshake,
    },
    {
      name: "server-memory",
      command: process.execPath,
      args: [published("server-memory")],
      env: { MEMORY_FILE_PATH: memory },
      call: [
        "create_entities",
        { entities: [{ name: "MCP", entityType: "protocol", observations: ["has two eras"] }] },
      ],
      expected: "has two eras",
      failure: ["add_observations", { observations: [{ entityName: "nobody", contents: ["x"] }] }],
      revision: newestWithHandshake,
    },
  ];
}

/** Servers over HTTP; two ports are taken for those that cannot take any. */
export function httpServerTargets(ports: readonly [number, number]): HttpServerTarget[] {
  const everything = {
    name: "server-everything",
    command: process.execPath,
    call: ["echo", { message: "hello" }],
    expected: "hello",
    failure: ["get-sum", { a: "one", b: 2 }],
    revision: newestWithHandshake,
  } as const;
  return [
    ourHttpServer,
    {
      ...tutorial,
      command: process.execPath,
      name: "official SDK v1",
      args: [join(peers, "server-http-v1.mjs")],
      revision: newestWithHandshake,
    },
    {
      ...tutorial,
      command: process.execPath,
      name: "official SDK v2",
      args: [join(peers, "server-http-v2.mjs")],
      revision: newest,
    },
    {
      ...everything,
      args: [published("server-everything"), "streamableHttp"],
      env: { PORT: String(ports[0]) },
      url: `http://127.0.0.1:${ports[0]}/mcp`,
    },
    {
      ...everything,
      name: "… over HTTP+SSE",
      args: [published("server-everything"), "sse"],
      env: { PORT: String(ports[1]) },
      url: `http://127.0.0.1:${ports[1]}/sse`,
    },
  ];
}

export const clientTargets: readonly ClientTarget[] = [
  {
    name: "official SDK v1",
    command: process.execPath,
    args: [join(peers, "client-v1.mjs")],
    revision: newestWithHandshake,
  },
  { name: "official SDK v2", command: process.execPath, args: [join(peers, "client-v2.mjs")], revision: newest },
];
