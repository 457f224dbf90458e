/** What two implementations must do together, whatever their languages: asked by our client here, and by clients elsewhere. */
import { spawn } from "node:child_process";
import { setTimeout } from "node:timers/promises";
import { connect } from "@mcpwire/client";
import type { ClientTransport } from "@mcpwire/jsonrpc";

/** What a client saw. The clients in other languages print this as one JSON line. */
export interface Seen {
  readonly revision: string;
  readonly tools: readonly string[];
  /** The text of `echo`. */
  readonly call: string;
  /** `isError`, where a failed call is a result. */
  readonly failure: string;
  readonly resource: string;
  readonly prompt: string;
  /** How many of three reports arrived. */
  readonly progress: number;
  /** The text of a call after the one that was given up. */
  readonly cancelled: string;
  /** Sleeps that ended early, by a server that counts them. */
  readonly interrupted?: string;
  /** What the server's tool made of the user's answer. */
  readonly elicited: string;
  /** The result of a call whose stream was cut by the server; absent where streams cannot be resumed. */
  readonly resumed?: string;
}

export interface Expected {
  readonly revision: string;
  readonly resumes: boolean;
  /** The server ends what was cancelled. */
  readonly cancels: boolean;
}

/** Everything a client is to do, done by ours. */
export async function seenByOurs(
  transport: ClientTransport,
  { resumes, cancels }: Expected,
  revisions?: readonly string[],
): Promise<Seen> {
  const client = await connect(transport, {
    elicit: () => ({ action: "accept", content: { name: "Ada" } }),
    ...(revisions && { revisions }),
  });
  const call = async (name: string, args: Record<string, unknown> = {}) =>
    textOf((await client.callTool(name, args)).content);
  try {
    const tools = (await client.tools().all()).map((tool) => tool.name);
    const { contents } = await client.readResource("test://static-text");
    const { messages } = await client.getPrompt("test_prompt_with_arguments", { arg1: "one", arg2: "two" });
    let progress = 0;
    await client.callTool("stream", { n: 3 }, { onProgress: () => void progress++ });
    const cancelled = await client
      .callTool("sleep", { ms: 20_000 }, { signal: AbortSignal.timeout(200) })
      .then(() => "not cancelled")
      .catch(() => call("echo", { text: "still there" }));
    return {
      revision: client.revision,
      tools,
      call: await call("echo", { text: "hello" }),
      failure: (await client.callTool("test_error_handling")).isError === true ? "isError" : "a result",
      resource: textOf(contents),
      prompt: textOf(messages.map(({ content }) => content)),
      progress,
      cancelled,
      ...(cancels && { interrupted: await eventually(() => call("interrupted"), "1") }),
      elicited: await call("ask", { kinds: ["elicitation"] }),
      ...(resumes && { resumed: await call("test_reconnection") }),
    };
  } finally {
    await client.close();
  }
}

/** Runs a client program for at most 30 s, and reads the last line that it prints. */
export function seenByTheirs(command: string, args: readonly string[]): Promise<Seen> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"], timeout: 30_000, windowsHide: true });
    let out = "";
    let err = "";
    child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (err += chunk.toString()));
    child.on("error", reject);
    child.on("close", (code, signal) => {
      const end = err.trim().split("\n").slice(-3).join(" | ");
      // Our own programs print it; what is missing in it fails below.
      if (code === 0) resolve(JSON.parse(out.trim().split("\n").at(-1) ?? "") as Seen);
      else reject(new Error(`ended with ${signal ?? code}: ${end}`));
    });
  });
}

export const columns = [
  "client",
  "server",
  "over",
  "agreed on",
  "tools",
  "call",
  "failure",
  "resource",
  "prompt",
  "progress",
  "cancel",
  "elicitation",
  "resume",
] as const;

/** The cells after the first three, and what is wrong; nothing where the row passed. */
export function judge(seen: Seen, { revision, resumes, cancels }: Expected): { cells: string[]; problems: string[] } {
  const problems: string[] = [];
  const cell = (name: string, is: boolean, value: unknown, shown = "yes"): string => {
    if (is) return shown;
    problems.push(`${name}: ${JSON.stringify(value)}`);
    return "NO";
  };
  const { tools, progress } = seen;
  const isCancelled = seen.cancelled === "still there" && (seen.interrupted ?? "1") === "1";
  const cells = [
    cell("agreed on", seen.revision === revision, seen.revision, seen.revision),
    cell("tools", tools.includes("echo"), tools, String(tools.length)),
    cell("call", seen.call === "hello", seen.call),
    cell("failure", seen.failure === "isError", seen.failure),
    cell("resource", seen.resource.includes("text"), seen.resource),
    cell("prompt", /one.*two/.test(seen.prompt), seen.prompt),
    cell("progress", progress === 3, progress, `${progress} of 3`),
    cell("cancel", isCancelled, [seen.cancelled, seen.interrupted], cancels ? "yes" : "client only"),
    cell("elicitation", /accept.*Ada/.test(seen.elicited), seen.elicited),
    resumes ? cell("resume", (seen.resumed ?? "").includes("waited for you"), seen.resumed) : "–",
  ];
  return { cells, problems };
}

function textOf(blocks: readonly unknown[]): string {
  return blocks
    .map((block) => (typeof block === "object" && block !== null && "text" in block ? String(block.text) : ""))
    .join(" ");
}

/** Asks until the answer is the one wanted, for at most 2 s: a cancellation takes its own way. */
async function eventually(ask: () => Promise<string>, wanted: string): Promise<string> {
  for (let tries = 0; tries < 20; tries++) {
    if ((await ask()) === wanted) break;
    await setTimeout(100);
  }
  return ask();
}
