/** Runs one list of the official suite and reads what it left: the pinned version, kept under .cache, installed when it is missing. */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, sep } from "node:path";
import { fileURLToPath } from "node:url";

/** Exact: scenarios and checks change from one pre-release to the next. */
const version = "0.2.0-alpha.12";

const top = fileURLToPath(new URL("../../", import.meta.url));
const home = join(top, ".cache", "conformance", version);
const suite = join(home, "node_modules", "@modelcontextprotocol", "conformance");

/** One list of scenarios: the requirements of a revision, or a named suite at one revision. */
export interface List {
  readonly side: "server" | "client";
  /** `default`: whichever the suite takes for each scenario. */
  readonly revision: string;
  readonly suite?: string;
  /** How many it has in the pinned version. */
  readonly scenarios: number;
}

export interface Outcome {
  readonly passed: number;
  readonly failed: number;
  warnings: number;
  skipped: number;
  /** Every check of its own was skipped, and only the one of the message shapes is left. */
  isIdle: boolean;
  /** Failures and warnings, a line each. */
  complaints: readonly string[];
  exit?: { readonly code: number; readonly isTimedOut: boolean; readonly ms: number };
}

/** Installs the suite once. */
export function install(): void {
  if (existsSync(join(suite, "dist", "index.js"))) return;
  console.log(`conformance: installing ${version} …`);
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, "package.json"), '{"private":true}\n');
  const { status } = spawnSync(
    "npm",
    ["install", "--no-audit", "--no-fund", "--loglevel=error", `@modelcontextprotocol/conformance@${version}`],
    { cwd: home, stdio: ["ignore", "ignore", "inherit"] },
  );
  if (status !== 0) throw new Error(`npm could not install the suite ${version}`);
}

/** What to test: a server by its URL, or a client by its program. */
export interface Subject {
  readonly url?: string;
  readonly client?: string;
}

/** Plays a list; gives the outcome of each of its scenarios, scored or not. */
export async function run(list: List, { url, client }: Subject): Promise<ReadonlyMap<string, Outcome>> {
  const work = mkdtempSync(join(tmpdir(), "conformance-"));
  try {
    const out = join(work, "out");
    mkdirSync(out);
    const args = [list.side, "-o", out];
    if (list.suite === undefined) args.push("--requirements", list.revision);
    else args.push("--suite", list.suite, ...(list.revision === "default" ? [] : ["--spec-version", list.revision]));
    if (url !== undefined) args.push("--url", url);
    const gate = fileURLToPath(new URL("./gate.mjs", import.meta.url));
    // The gate bounds each client; the suite's own clock would run while a client waits for its turn.
    if (client !== undefined) args.push("--command", `node ${gate}`, "--timeout", "900000");
    const gated = { GATE_FOLDER: work, GATE_SLOTS: "2", GATE_CLIENT: client ?? "", GATE_LIMIT_MS: "30000" };
    const text = await runSuite(args, gated);
    const outcomes = readSummary(text);
    readChecks(out, list.side === "server" ? "server-" : "", outcomes);
    for (const [name, outcome] of outcomes) {
      const note = join(work, `${encodeURIComponent(name)}.exit`);
      // The gate wrote it.
      if (existsSync(note)) outcome.exit = JSON.parse(readFileSync(note, "utf8")) as NonNullable<Outcome["exit"]>;
    }
    return outcomes;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function runSuite(args: readonly string[], env: Readonly<Record<string, string>>): Promise<string> {
  const node20 = new URL("./node20.mjs", import.meta.url).href;
  const program = join(suite, "dist", "index.js");
  const child = spawn(process.execPath, ["--import", node20, program, ...args], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  let errors = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => (errors += chunk));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => {
      if (text.includes("SUMMARY ===")) resolve(text);
      else reject(new Error(`the suite ran nothing (exit code ${code}): ${text.slice(-1000)} ${errors.slice(-1000)}`));
    });
  });
}

/** The summary names every scenario, also one that threw and left no checks. */
function readSummary(text: string): Map<string, Outcome> {
  const outcomes = new Map<string, Outcome>();
  const at = Math.max(text.lastIndexOf("=== SUMMARY ==="), text.lastIndexOf("=== SUITE SUMMARY ==="));
  const line = /^[✓✗] (\S+): (\d+) passed, (\d+) failed(?:, (\d+) warnings)?/gmu;
  for (const [, name = "", passed, failed, warnings = "0"] of text.slice(at).matchAll(line)) {
    const counts = { passed: Number(passed), failed: Number(failed), warnings: Number(warnings) };
    outcomes.set(name, { ...counts, skipped: 0, isIdle: false, complaints: [] });
  }
  return outcomes;
}

interface Check {
  readonly id: string;
  readonly status: "SUCCESS" | "FAILURE" | "WARNING" | "SKIPPED" | "INFO";
  readonly description?: string;
  readonly errorMessage?: string;
}

function readChecks(out: string, prefix: string, outcomes: ReadonlyMap<string, Outcome>): void {
  for (const file of readdirSync(out, { recursive: true, encoding: "utf8" })) {
    if (basename(file) !== "checks.json") continue;
    // A folder is called after its scenario, which may hold a slash, and the time.
    const name = /^(.*)-\d{4}-\d{2}-\d{2}T[\d-]+Z$/.exec(dirname(file).split(sep).join("/"))?.[1] ?? "";
    const outcome = outcomes.get(name.startsWith(prefix) ? name.slice(prefix.length) : name);
    if (outcome === undefined) continue;
    // The suite's own format.
    const checks = JSON.parse(readFileSync(join(out, file), "utf8")) as readonly Check[];
    const count = (status: Check["status"]): number => checks.filter((check) => check.status === status).length;
    outcome.skipped = count("SKIPPED");
    outcome.warnings = count("WARNING");
    const own = checks.filter(({ id, status }) => /SUCCESS|FAILURE|WARNING/.test(status) && id !== "wire-schema-valid");
    outcome.isIdle = outcome.skipped > 0 && own.length === 0;
    outcome.complaints = checks
      .filter(({ status }) => status === "FAILURE" || status === "WARNING")
      .map(({ id, status, errorMessage, description = "" }) => `${status} ${id}: ${errorMessage ?? description}`);
  }
}
