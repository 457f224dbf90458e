/**
 * What a hello-world server and client cost the type checker, ours and the official SDK's: instantiations, and the time of checking.
 * The programs are in types/; they are checked against the declarations that are published, with and without `skipLibCheck`.
 */
import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { markdown, median } from "./table.js";

const programs = fileURLToPath(new URL("./types/", import.meta.url));
const tsc = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin", "tsc");
const runs = 5;

/** Flags on the command line, so that the sources of this workspace are not what is measured. */
const flags = [
  ...["--ignoreConfig", "--noEmit", "--strict", "--target", "es2022", "--module", "nodenext", "--types", "node"],
  "--extendedDiagnostics",
];

interface Measured {
  readonly instantiations: number;
  readonly checkMs: number;
}

const rows = [
  ["server", "mcpwire", "mcpwire-server.ts"],
  ["server", "official SDK 2.4.0", "sdk-server.ts"],
  ["client", "mcpwire", "mcpwire-client.ts"],
  ["client", "official SDK 2.4.0", "sdk-client.ts"],
].map(([program = "", library = "", file = ""]) => {
  const user = many(file, ["--skipLibCheck"]);
  const all = many(file, []);
  return [
    program,
    library,
    user.instantiations.toLocaleString("en"),
    user.checkMs.toFixed(0),
    all.instantiations.toLocaleString("en"),
    all.checkMs.toFixed(0),
  ];
});
console.log(`${process.platform} ${process.arch}, Node ${process.versions.node}, tsc ${run(["--version"]).trim()}`);
console.log(`check times are medians of ${runs} runs\n`);
const head = ["hello world", "with", "instantiations", "check, ms", "with library check", "check, ms"];
console.log(markdown(head, rows));

function many(file: string, more: readonly string[]): Measured {
  const measured = Array.from({ length: runs }, () => once(file, more));
  return {
    instantiations: measured[0]?.instantiations ?? Number.NaN,
    checkMs: median(measured.map(({ checkMs }) => checkMs)),
  };
}

function once(file: string, more: readonly string[]): Measured {
  const said = run([...flags, ...more, join(programs, file)]);
  const number = (name: string): number => {
    const found = new RegExp(`^${name}:\\s*([\\d.]+)`, "m").exec(said)?.[1];
    if (found === undefined) throw new Error(`tsc did not tell ${name} of ${file}:\n${said}`);
    return Number(found);
  };
  return { instantiations: number("Instantiations"), checkMs: number("Check time") * 1000 };
}

/** What tsc prints. Errors in the programs fail the run; those in declarations of others, seen with the library check, do not. */
function run(args: readonly string[]): string {
  try {
    return execFileSync(process.execPath, [tsc, ...args], { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
  } catch (error) {
    const said = typeof error === "object" && error !== null && "stdout" in error ? String(error.stdout) : "";
    if (said === "" || /^[^\n]*bench\/types\/[^\n]*error/m.test(said)) throw new Error(said, { cause: error });
    return said;
  }
}
