/** Drives the era probe over a wire, in place. */
import { isTransportError, request, type TransportError } from "@mcpwire/jsonrpc";
import { codecOf, stampRequestMetadata, type Revision } from "@mcpwire/protocol";
import { declaredBy } from "../calling.js";
import type { Speakable } from "../choose-revision.js";
import type { ClientWire } from "../client-wire.js";
import type { EarlyMessages } from "../early-messages.js";
import type { ClientHost } from "../era.js";
import { ClientProbe, type ProbeInput, type ProbeOutput } from "./client-probe.js";

/** What a probe found out. */
export type ProbeVerdict = Extract<ProbeOutput, { type: "use-modern" | "initialize" | "respawn-and-initialize" }>;

export interface ProbeParts {
  readonly wire: ClientWire;
  readonly early: EarlyMessages;
  readonly host: ClientHost;
  readonly speakable: Speakable;
  readonly probeTimeoutMs: number;
}

/** Rejects with the error of a `fail`; closing the link is the caller's. */
export function probeServer(
  parts: ProbeParts,
): Promise<{ readonly verdict: ProbeVerdict; readonly roundTrips: number }> {
  const { wire, early, host, speakable, probeTimeoutMs } = parts;
  const machine = new ClientProbe({ scope: wire.scope, modern: speakable.modern, legacy: speakable.legacy });
  // Ends an exchange that the verdict overtook. A legacy server is not told: it did not know the request.
  const overtaken = new AbortController();
  let roundTrips = 0;
  return new Promise((resolve, reject) => {
    const feed = (input: ProbeInput): void => {
      for (const output of machine.handle(input)) obey(output);
      if (machine.state !== "settled") return;
      early.onclosed = undefined;
      overtaken.abort();
    };
    const obey = (output: ProbeOutput): void => {
      switch (output.type) {
        case "ask":
          roundTrips += 1;
          ask(output.revision);
          break;
        case "report":
          host.report(output.report);
          break;
        case "fail":
          reject(output.error);
          break;
        default:
          resolve({ verdict: output, roundTrips });
      }
    };
    const ask = (revision: Revision): void => {
      wire
        .call(request(wire.nextId(), "server/discover", discoverParams(host, revision)), {
          timeoutMs: probeTimeoutMs,
          maxTotalMs: probeTimeoutMs,
          signal: overtaken.signal,
          cancellable: false,
          // A server that cannot read the probe has no id to answer under.
          hints: { takesErrorWithoutId: true },
        })
        .then(
          ({ response, evidence }) => feed({ type: "answer", response, httpStatus: evidence?.httpStatus }),
          (error: unknown) => {
            if (isTransportError(error)) feed({ type: "lost", error });
            else reject(error);
          },
        );
    };
    early.onclosed = (error: TransportError | undefined) => feed({ type: "closed", error });
    feed({ type: "start" });
  });
}

function discoverParams(host: ClientHost, revision: Revision) {
  return stampRequestMetadata(undefined, {
    protocolVersion: revision.name,
    clientInfo: host.info,
    clientCapabilities: declaredBy(host, codecOf(revision)),
  });
}
