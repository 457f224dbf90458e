/** Who takes part in what. */

/**
 * `session-stream`: a legacy session whose calls are answered by SSE; `session`: the same, answered by JSON; `stateless`: legacy without
 * a session, in whatever form the contestant answers by default; `modern`: 2026-07-28.
 */
export type HttpMode = "session-stream" | "session" | "stateless" | "modern";
export type Generation = "legacy" | "modern";

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

export interface StdioContestant {
  readonly name: string;
  readonly script: string;
  readonly generations: readonly Generation[];
}

export const httpModes = ["session-stream", "session", "stateless", "modern"] as const;
const both = ["legacy", "modern"] as const;
const streaming = ["session-stream", "modern"] as const;

export const floor: HttpContestant = {
  name: "floor",
  script: "floor-http.mjs",
  modes: httpModes,
  streams: streaming,
  replays: true,
};

/** The null contestant: the floor's code once more. How far it is from the floor is what the measurement cannot see. */
export const again = "floor again";
/** The same where there is no floor. */
export const oursAgain = "mcpwire again";

export const ours: HttpContestant = {
  name: "mcpwire",
  script: "ours-http.mjs",
  modes: httpModes,
  streams: streaming,
  replays: true,
};

export const officialV2: HttpContestant = {
  name: "official v2",
  script: "official-v2-http.mjs",
  modes: httpModes,
  streams: streaming,
  replays: true,
};

export const tmcp: HttpContestant = {
  name: "tmcp",
  script: "tmcp-http.mjs",
  modes: streaming,
  streams: streaming,
  replays: false,
};

const modernCallsOnly = { modes: ["modern"], streams: [], replays: false } as const;
export const manyTools = "mcpwire, 1 000 tools";
export const fetchOnNode = "mcpwire, fetch";
const fetchBehindHono = "mcpwire, fetch behind hono";
const fetchWithRealObjects = "mcpwire, fetch, real objects";

export const httpContestants: readonly HttpContestant[] = [
  floor,
  { ...floor, name: again },
  ours,
  { ...ours, ...modernCallsOnly, name: manyTools, env: { BENCH_TOOLS: "1000" } },
  { ...ours, ...modernCallsOnly, name: fetchOnNode, script: "ours-fetch.mjs" },
  { ...ours, ...modernCallsOnly, name: fetchBehindHono, script: "ours-fetch-hono.mjs" },
  { ...ours, ...modernCallsOnly, name: fetchWithRealObjects, script: "ours-fetch-real.mjs" },
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
  tmcp,
];

export const stdioContestants: readonly StdioContestant[] = [
  { name: "floor", script: "floor-stdio.mjs", generations: both },
  { name: again, script: "floor-stdio.mjs", generations: both },
  { name: "floor, coalescing", script: "coalescing-stdio.mjs", generations: both },
  { name: "mcpwire", script: "ours-stdio.mjs", generations: both },
  { name: "official v1", script: "official-v1-stdio.mjs", generations: ["legacy"] },
  { name: "official v2", script: "official-v2-stdio.mjs", generations: both },
  { name: "tmcp", script: "tmcp-stdio.mjs", generations: both },
];

/** What the start of a server that uses zod costs whoever writes it. */
export const floorWithZod: StdioContestant = {
  name: "floor, with zod",
  script: "floor-stdio-zod.mjs",
  generations: both,
};

/** The same tool, its input described by a plain JSON Schema; everybody else's servers use zod. */
export const stdioWithJsonSchema: readonly StdioContestant[] = [
  { name: "floor", script: "floor-stdio.mjs", generations: both },
  { name: again, script: "floor-stdio.mjs", generations: both },
  { name: "mcpwire", script: "ours-stdio-json.mjs", generations: both },
  { name: "official v2", script: "official-v2-stdio-json.mjs", generations: both },
];
