/** Drives the client's handshake over a wire. */
import { isTransportError, notification, request } from "@mcpwire/jsonrpc";
import { wireRules, type Revision } from "@mcpwire/protocol";
import type { Speakable } from "../choose-revision.js";
import type { ClientWire } from "../client-wire.js";
import type { ClientLimits } from "../client-limits.js";
import type { ClientHost } from "../era.js";
import { untilTaken } from "../until.js";
import { ClientHandshake, type Agreement, type HandshakeOutput } from "./client-handshake.js";

export interface HandshakeParts {
  readonly wire: ClientWire;
  readonly host: ClientHost;
  readonly limits: ClientLimits;
  readonly speakable: Speakable;
}

/** Resolves once `notifications/initialized` was taken. Rejects with what ended it; closing the link is the caller's. */
export async function shakeHands(
  { wire, host, limits, speakable }: HandshakeParts,
  offer: Revision,
): Promise<{ readonly agreement: Agreement; readonly roundTrips: number }> {
  const machine = new ClientHandshake({
    info: host.info,
    capabilities: host.capabilities,
    offer,
    legacy: speakable.legacy,
    acceptable: speakable.acceptable,
  });
  let roundTrips = 0;
  let outputs: readonly HandshakeOutput[] = machine.handle({ type: "start" });
  for (;;) {
    const output = outputs[0];
    if (output === undefined) throw new Error("The handshake says nothing");
    switch (output.type) {
      case "send": {
        roundTrips += 1;
        try {
          const { response } = await wire.call(request(wire.nextId(), "initialize", output.params), {
            timeoutMs: limits.timeoutMs,
            maxTotalMs: limits.maxTotalMs,
            cancellable: false,
            hints: { takesErrorWithoutId: true },
          });
          outputs = machine.handle({ type: "answer", response });
        } catch (error) {
          if (!isTransportError(error)) throw error;
          outputs = machine.handle({ type: "lost", error });
        }
        break;
      }
      case "agreed": {
        const { agreement } = output;
        const initialized = notification("notifications/initialized");
        const sent = wire.settle(wireRules(agreement.revision), initialized);
        await untilTaken(sent, initialized.method, limits.timeoutMs);
        return { agreement, roundTrips };
      }
      case "fail":
        throw output.error;
      default:
        output satisfies never;
    }
  }
}
