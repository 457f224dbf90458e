/** Who takes part in the HTTP benchmark, and in what. */

/**
 * `session-stream`: a legacy session whose calls are answered by SSE; `session`: the same, answered by JSON; `stateless`: legacy without
 * a session, in whatever form the contestant answers by default; `modern`: 2026-07-28.
 */
export type HttpMode = "session-stream" | "session" | "stateless" | "modern";

export interface HttpContestant {
  readonly name: string;
  readonly script: string;
  readonly modes: readonly HttpMode[];
  /** Sends the progress of one POST, in these modes. */
  readonly streams: readonly HttpMode[];
  /** Replays what a session missed. */
  readonly replays: boolean;
  readonly env?: Readonly<Record<string, string>>;
}

const all = ["session-stream", "session", "stateless", "modern"] as const;
const streaming = ["session-stream", "modern"] as const;

export const floor: HttpContestant = {
  name: "floor",
  script: "floor-http.mjs",
  modes: all,
  streams: streaming,
  replays: true,
};

/** The floor once more: how far it is from itself is what the measurement cannot see. */
export const floorAgain: HttpContestant = { ...floor, name: "floor again" };

export const ours: HttpContestant = {
  name: "mcpwire",
  script: "ours-http.mjs",
  modes: all,
  streams: streaming,
  replays: true,
};

export const oursWithManyTools: HttpContestant = {
  ...ours,
  name: "mcpwire, 1 000 tools",
  modes: ["modern"],
  env: { BENCH_TOOLS: "1000" },
};

export const officialV2: HttpContestant = {
  name: "official v2",
  script: "official-v2-http.mjs",
  modes: all,
  streams: streaming,
  replays: true,
};

/** Enough to see whether the goals are met. */
export const fewContestants: readonly string[] = ["floor", "floor again", "mcpwire", "official v2"];

export const contestants: readonly HttpContestant[] = [
  floor,
  floorAgain,
  ours,
  oursWithManyTools,
  { ...ours, name: "mcpwire, fetch on node", script: "ours-fetch.mjs", replays: false },
  {
    name: "official v1",
    script: "official-v1-http.mjs",
    modes: ["session-stream", "session", "stateless"],
    streams: ["session-stream"],
    replays: true,
  },
  officialV2,
  {
    name: "mcp-lite",
    script: "mcp-lite-http.mjs",
    modes: ["session-stream", "stateless"],
    streams: ["session-stream"],
    replays: false,
  },
  {
    name: "tmcp",
    script: "tmcp-http.mjs",
    modes: ["session-stream", "modern"],
    streams: streaming,
    replays: false,
  },
];
