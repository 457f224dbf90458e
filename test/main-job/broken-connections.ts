/** What becomes of a call when its connection breaks, or its caller leaves: two rows against our endpoint. */
import { setTimeout } from "node:timers/promises";
import { connect } from "@mcpwire/client";
import { http } from "@mcpwire/streamable-http";
import { TcpProxy } from "../support/tcp-proxy.js";
import type { Row } from "./rows.js";
import { newest, newestWithHandshake } from "./targets.js";

const steps = 5;

/** A call of five steps, its connections cut after the second: the client comes back for the rest. */
export async function cutInMidCall(url: string): Promise<Row> {
  const began = performance.now();
  const proxy = await TcpProxy.before(url);
  const transport = http(proxy.through(url), { reconnectDelayMs: 20 });
  const client = await connect(transport, { revisions: [newestWithHandshake] });
  try {
    const seen: number[] = [];
    const onProgress = ({ progress }: { readonly progress: number }): void => {
      seen.push(progress);
      if (progress === 2) proxy.cut();
    };
    const result = await client.callTool("count", { to: steps, everyMs: 40 }, { onProgress });
    const [block] = result.content;
    const text = block?.type === "text" ? block.text : "";
    const once = seen.join(",") === "1,2,3,4,5";
    return {
      peer: "cut in mid-call",
      agreed: `${client.verdict.era} ${client.revision}`,
      roundTrips: client.roundTrips,
      tools: undefined,
      call: `resumed: ${text}`,
      failure: `progress ${seen.join(" ")}, ${proxy.cuts} cuts`,
      ms: performance.now() - began,
      problems: [
        ...(text === `counted to ${steps}` ? [] : [`the result was ${JSON.stringify(result)}`]),
        ...(once ? [] : [`progress arrived as ${seen.join(", ")}`]),
        ...(proxy.cuts > 0 ? [] : ["no connection was cut"]),
      ],
    };
  } finally {
    await client.close();
    await proxy.close();
  }
}

/** A caller that leaves: in the modern era the client closes the stream, and that tells the server. */
export async function callerLeaves(url: string): Promise<Row> {
  const began = performance.now();
  const client = await connect(http(url), { revisions: [newest] });
  try {
    const leaving = new AbortController();
    const outcome = await client
      .callTool("wait", {}, { signal: leaving.signal, onProgress: () => leaving.abort() })
      .then(
        () => "answered",
        (error: unknown) => (error instanceof Error && "code" in error ? String(error.code) : String(error)),
      );
    let onServer = "";
    for (let tries = 0; tries < 50 && !onServer.startsWith("abandoned"); tries++) {
      await setTimeout(10);
      const [block] = (await client.callTool("how_did_the_wait_end")).content;
      onServer = block?.type === "text" ? block.text : "";
    }
    return {
      peer: "caller leaves",
      agreed: `${client.verdict.era} ${client.revision}`,
      roundTrips: client.roundTrips,
      tools: undefined,
      call: `client: ${outcome}`,
      failure: `server: ${onServer}`,
      ms: performance.now() - began,
      problems: [
        ...(outcome === "aborted" ? [] : [`the caller saw ${outcome}`]),
        ...(onServer.startsWith("abandoned") ? [] : [`the handler saw ${onServer}`]),
      ],
    };
  } finally {
    await client.close();
  }
}
