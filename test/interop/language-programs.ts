/** The programs in other languages: what they are built with, and how they are started. */
import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { newest, newestWithHandshake } from "../main-job/targets.js";

type CommandLine = readonly [command: string, ...args: string[]];

export interface Programs {
  /** Serves stdio; with a port, HTTP there; with `sessions` after it, HTTP for clients of the legacy generation. */
  readonly server: CommandLine;
  /** Takes a revision or `newest`, then the URL or the command line of a server. */
  readonly client: CommandLine;
}

export interface Language {
  readonly name: string;
  /** The implementation at its pinned release. */
  readonly label: string;
  /** Built within seconds, and so run where no language is named. */
  readonly isQuick: boolean;
  /** What it and we agree on. */
  readonly revision: string;
  /** Knows no handshake, and so no sessions. */
  readonly isModernOnly?: true;
  /** Its client comes back for a stream that was cut; its server lets a tool cut one. */
  readonly resumes: { readonly client: boolean; readonly server: boolean };
  /** Where its server tells handlers that they were cancelled. */
  readonly cancels: "everywhere" | "over stdio" | "nowhere";
  /** What our client asks for where the server with sessions serves other revisions too. */
  readonly mustAsk?: readonly string[];
  build(): Programs;
}

const cache = fileURLToPath(new URL("../../.cache/languages/", import.meta.url));
const here = fileURLToPath(new URL("./", import.meta.url));

export const languages: readonly Language[] = [
  {
    name: "go",
    label: "Go SDK 1.8.0",
    isQuick: true,
    revision: newest,
    resumes: { client: true, server: true },
    cancels: "everywhere",
    build() {
      const folder = join(cache, "go");
      mkdirSync(folder, { recursive: true });
      must("go", ["build", "-trimpath", "-o", `${folder}/`, "./server", "./client"], join(here, "go"));
      return { server: [join(folder, "server")], client: [join(folder, "client")] };
    },
  },
  {
    name: "rust",
    label: "rmcp 3.11.0",
    isQuick: false,
    revision: newest,
    resumes: { client: true, server: false },
    cancels: "everywhere",
    mustAsk: [newestWithHandshake],
    build() {
      const folder = join(cache, "rust");
      must("cargo", ["build", "--quiet", "--locked", "--target-dir", folder], join(here, "rust"));
      const program = (name: string) => join(folder, "debug", name);
      return { server: [program("server")], client: [program("client")] };
    },
  },
  // Its two generations are two libraries. Servers of the first ignore cancellations, those of the second a stream that is cut.
  {
    name: "java",
    label: "Java SDK 2.2.0",
    isQuick: false,
    revision: newestWithHandshake,
    resumes: { client: false, server: false },
    cancels: "nowhere",
    build: () => java("Server", "Client"),
  },
  {
    name: "java",
    label: "Java SDK 2.2.0, modern",
    isQuick: false,
    revision: newest,
    isModernOnly: true,
    resumes: { client: false, server: false },
    cancels: "over stdio",
    build: () => java("ModernServer", "ModernClient"),
  },
];

function java(server: string, client: string): Programs {
  const folder = join(cache, "java");
  must("mvn", ["--quiet", "--batch-mode", `-Doutput=${folder}`, "process-classes"], join(here, "java"));
  const path = [join(folder, "classes"), join(folder, "dependency", "*")].join(delimiter);
  return { server: ["java", "-cp", path, server], client: ["java", "-cp", path, client] };
}

function must(command: string, args: readonly string[], cwd: string): void {
  const { status, error, stderr } = spawnSync(command, args, {
    cwd,
    encoding: "utf8",
    stdio: ["ignore", "inherit", "pipe"],
  });
  if (error !== undefined) throw new Error(`${command} could not be started; it is needed here`, { cause: error });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} ended with ${status}:\n${stderr}`);
}
