/** The results for people: what ran, the goals with everybody's numbers, how far the measurement can be trusted, and all rows. */
import { execFileSync } from "node:child_process";
import { cpus } from "node:os";
import { again, oursAgain } from "./contestants.js";
import { finding } from "./goals.js";
import type { Goal } from "./goals.js";
import type { CheckedCurve } from "./growth/check.js";
import { installedVersions } from "./measure/installed.js";
import type { Samples } from "./measure/samples.js";
import type { Measurement } from "./measure/windows.js";
import { markdown, median, short } from "./table.js";

const others = ["floor", "official v1", "official v2", "mcp-lite", "tmcp"] as const;

/** What ran, where, and when. */
export function header(plan: string, minutes: number): string {
  const versions = installedVersions();
  const peers = Object.entries(versions).filter(([name]) => !name.startsWith("@mcpwire/"));
  const [cpu] = cpus();
  return [
    `${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${cpus().length} × ${cpu?.model.trim() ?? "?"}, ${process.platform}; ${plan}, bounded to ${minutes} minutes.`,
    `Packed from ${commit()}: ${Object.keys(versions).filter((name) => name.startsWith("@mcpwire/")).length} packages of mcpwire ${versions["@mcpwire/server"] ?? "?"}.`,
    `Peers: ${peers.map(([name, version]) => `${name} ${version}`).join(", ")}.`,
  ].join("\n");
}

function commit(): string {
  try {
    const git = (...args: string[]): string => execFileSync("git", args, { encoding: "utf8" }).trim();
    const isClean = git("status", "--porcelain", "--", ":/packages/*/src") === "";
    return `${git("rev-parse", "--short", "HEAD")}${isClean ? "" : " with changes"}`;
  } catch {
    return "sources outside git";
  }
}

/** Each goal with what everybody needed for the same work; "null" is the ratio of the floor's code to itself. */
export function goalsTable(goals: readonly Goal[], samples: Samples): string {
  return markdown(
    ["work", "wanted", "measured", "", "null", "mcpwire", ...others],
    goals.map(({ work, contestant, wanted, measured, unit, isMet, nothing, isClose }) => {
      const value = (name: string): string => {
        const known = samples.value(work, name);
        return known === undefined ? "–" : short(known);
      };
      const title = contestant === "mcpwire" ? work : `${work}; ${contestant.replace("mcpwire, ", "")}`;
      return [
        `${title}, ${samples.unit(work)}`,
        wanted,
        unit === "×" ? `${measured.toFixed(2)} ×` : `${short(measured)} ${unit}`,
        `${isMet ? "met" : "**missed**"}${isClose ? ", within the noise" : ""}`,
        unit === "×" && nothing !== undefined ? nothing.toFixed(2) : "",
        value(contestant),
        ...others.map(value),
      ];
    }),
  );
}

export function growthTable(curves: readonly CheckedCurve[]): string {
  return markdown(
    ["CPU per call against", "wanted", "exponent", ""],
    curves.map(({ title, wanted, exponent, isMet }) => [
      title,
      wanted,
      exponent.toFixed(3),
      isMet ? "met" : "**missed**",
    ]),
  );
}

/** How far the floor is from itself: within its repetitions, and from the same code run as another contestant. */
export function trust({ samples, ...measurement }: Measurement): string {
  const groups = new Map<string, string[]>();
  // Ratios of memory that is next to nothing say nothing.
  for (const work of samples.works.filter((work) => /^[mµ]s$/.test(samples.unit(work)))) {
    const key = `${work.split(",")[0]?.split(":")[0] ?? work}${work.endsWith("p99") ? ", p99" : ""}`;
    groups.set(key, [...(groups.get(key) ?? []), work]);
  }
  const rows = [...groups].flatMap(([group, works]) => {
    const [base, twin] = group === "in memory" ? ["mcpwire", oursAgain] : ["floor", again];
    const own = works.flatMap((work) => samples.spread(work, base) ?? []);
    const nulls = works.flatMap((work) => samples.ratio(work, twin, base) ?? []).filter(Number.isFinite);
    const single = works.flatMap((work) => samples.ratioSpread(work, twin, base) ?? []).filter(Number.isFinite);
    if (own.length === 0 || nulls.length === 0) return [];
    return [[group, range(own), median(nulls).toFixed(2), range(nulls), range(single)]];
  });
  const { measured, rejectedForLoad, rejectedForDeviation, keptUnsteady, shortened } = measurement;
  return [
    markdown(
      ["group", "floor's own values, of its median", "floor again: × floor", "medians of works", "single repetitions"],
      rows,
    ),
    "",
    `${measured} windows; rejected and repeated: ${rejectedForDeviation} because they were off by more than a quarter, ${rejectedForLoad} because others used the machine; kept although unsteady: ${keptUnsteady}. ${shortened} works with three repetitions only, because their time was over. Nothing under ${Math.round(finding * 100)} % is a finding.`,
    ...(measurement.notes.length === 0 ? [] : ["", ...measurement.notes.map((note) => `- ${note}`)]),
  ].join("\n");
}

function range(values: readonly number[]): string {
  return `${Math.min(...values).toFixed(2)} – ${Math.max(...values).toFixed(2)}`;
}

/** Every contestant at every work. */
export function allRows(samples: Samples): string {
  return markdown(
    ["work", "contestant", "median", "× floor", "lowest – highest", ""],
    samples
      .rows()
      .map(({ work, contestant, value, unit, ratio, spread }) => [
        work,
        contestant,
        `${short(value)} ${unit}`,
        ratio !== undefined && Number.isFinite(ratio) ? ratio.toFixed(2) : "",
        spread?.every(Number.isFinite) === true && contestant !== "floor" ? range(spread) : "",
        ratio !== undefined && contestant !== "floor" && Math.abs(ratio - 1) < finding ? "no finding" : "",
      ]),
  );
}
