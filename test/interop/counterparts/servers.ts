/** Servers that people use, each with a call that needs neither network nor keys. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { installed } from "./packages.js";

export interface Counterpart {
  readonly name: string;
  readonly version: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** What the text of the answer contains. */
  readonly expected: RegExp;
  /** The answer is the tool's own failure; what it needs is not here. */
  readonly fails?: true;
  /** What our client agrees on with it. */
  readonly revision: string;
}

/** A folder that the servers may look at and write to. */
export interface Playground {
  readonly folder: string;
  readonly home: string;
  readonly note: string;
}

export function playground(): Playground {
  const folder = mkdtempSync(join(tmpdir(), "mcpwire-servers-"));
  const home = join(folder, "home");
  mkdirSync(home);
  const note = join(folder, "note.txt");
  writeFileSync(note, "written for the servers\n");
  writeFileSync(join(folder, "eslint.config.js"), 'export default [{ rules: { "no-unused-vars": "error" } }];\n');
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }\n');
  writeFileSync(join(folder, "unused.js"), "const unused = 1;\n");
  execFileSync("git", ["init", "--quiet", folder]);
  return { folder, home, note };
}

/** How to start one: a command, its arguments and its environment, as a host's configuration has them. */
export function processOf({ name, version, args, env }: Counterpart, { folder, home }: Playground) {
  const { entry } = installed(name, version);
  return { command: process.execPath, args: [entry, ...args], env: { HOME: home, ...env }, cwd: folder };
}

/** `chromium` is the browser's path; without one, the servers that need it are left out. */
export function counterparts({ folder, note }: Playground, chromium: string | undefined): Counterpart[] {
  const browsers: Counterpart[] =
    chromium === undefined
      ? []
      : [
          {
            name: "@playwright/mcp",
            version: "0.0.83",
            args: ["--headless", "--isolated", "--no-sandbox", "--executable-path", chromium],
            tool: "browser_navigate",
            arguments: { url: "data:text/html,<title>Seen by a browser</title>" },
            expected: /Seen by a browser/,
            revision: "2025-11-25",
          },
          {
            name: "chrome-devtools-mcp",
            version: "1.11.0",
            args: ["--headless", "--isolated", "--executablePath", chromium, "--chromeArg=--no-sandbox"],
            tool: "list_pages",
            arguments: {},
            expected: /about:blank/,
            revision: "2025-11-25",
          },
        ];
  return [
    {
      name: "@modelcontextprotocol/server-everything",
      version: "2026.8.31",
      args: ["stdio"],
      tool: "echo",
      arguments: { message: "hello" },
      expected: /hello/,
      revision: "2025-11-25",
    },
    {
      name: "@modelcontextprotocol/server-filesystem",
      version: "2026.8.31",
      args: [folder],
      tool: "read_text_file",
      arguments: { path: note },
      expected: /written for the servers/,
      revision: "2025-11-25",
    },
    {
      name: "@modelcontextprotocol/server-memory",
      version: "2026.8.31",
      args: [],
      env: { MEMORY_FILE_PATH: join(folder, "memory.jsonl") },
      tool: "create_entities",
      arguments: { entities: [{ name: "MCP", entityType: "protocol", observations: ["has two eras"] }] },
      expected: /has two eras/,
      revision: "2025-11-25",
    },
    {
      name: "@modelcontextprotocol/server-sequential-thinking",
      version: "2026.8.31",
      args: [],
      tool: "sequentialthinking",
      arguments: { thought: "one step", nextThoughtNeeded: false, thoughtNumber: 1, totalThoughts: 1 },
      expected: /"thoughtHistoryLength": 1/,
      revision: "2025-11-25",
    },
    ...browsers,
    {
      name: "@upstash/context7-mcp",
      version: "4.1.1",
      args: [],
      tool: "resolve-library-id",
      arguments: { query: "hooks", libraryName: "react" },
      // Its library lies on the network: here it answers that it cannot reach it.
      expected: /./,
      revision: "2026-07-28",
    },
    {
      name: "mongodb-mcp-server",
      version: "3.0.4",
      args: ["--telemetry", "disabled"],
      tool: "list-connections",
      arguments: {},
      expected: /connection/i,
      revision: "2026-07-28",
    },
    {
      name: "@wonderwhy-er/desktop-commander",
      version: "0.2.52",
      args: [],
      tool: "list_directory",
      arguments: { path: folder },
      expected: /note\.txt/,
      revision: "2025-11-25",
    },
    {
      name: "@eslint/mcp",
      version: "0.3.13",
      args: [],
      tool: "lint-files",
      arguments: { filePaths: [join(folder, "unused.js")] },
      expected: /no-unused-vars/,
      revision: "2025-11-25",
    },
    {
      name: "mcp-server-commands",
      version: "0.5.0",
      args: [],
      tool: "run_command",
      arguments: { command: "echo said by a shell" },
      expected: /said by a shell/,
      revision: "2024-11-05",
    },
    {
      name: "mcp-server-code-runner",
      version: "0.1.8",
      args: [],
      tool: "run-code",
      arguments: { code: "console.log(6 * 7)", languageId: "javascript" },
      expected: /42/,
      revision: "2025-11-25",
    },
    {
      name: "@cyanheads/git-mcp-server",
      version: "2.15.3",
      args: [],
      tool: "git_status",
      arguments: { path: folder },
      expected: /note\.txt/,
      revision: "2025-11-25",
    },
    {
      name: "@sylphx/pdf-reader-mcp",
      version: "2.4.0",
      args: [],
      tool: "read_pdf",
      arguments: { sources: [{ path: "missing.pdf" }] },
      expected: /not found/i,
      fails: true,
      revision: "2025-03-26",
    },
  ];
}
