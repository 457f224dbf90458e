/**
 * Opens a client connection: modern first, legacy by the spec's fallback rules, and at once where a verdict says which.
 * [2026-07-28 basic/versioning#backward-compatibility-with-initialization-based-versions]
 */
import { isProtocolError, isTransportError, type ClientTransport, type JSONObject } from "@mcpwire/jsonrpc";
import { revisions, type LoggingLevel, type Revision } from "@mcpwire/protocol";
import { newestCommon, speakable, type Speakable } from "./choose-revision.js";
import { clientLimits, type ClientLimits } from "./client-limits.js";
import { ClientWire } from "./client-wire.js";
import { AssumedClient } from "./dual-era/assumed-client.js";
import { probeServer } from "./dual-era/probe-server.js";
import { EarlyMessages } from "./early-messages.js";
import type { ClientEra, ClientHost, ConnectOptions, OpenClient } from "./era.js";
import { httpStatusOf } from "./loss.js";
import { LegacyClientEra } from "./legacy/client-era.js";
import { shakeHands } from "./legacy/shake-hands.js";
import { ModernClientEra, type EraAssumption } from "./modern/client-era.js";

/** Opens a link and agrees on an era and a revision; see `OpenClient`. */
export const openClient: OpenClient = createOpenClient(revisions);

/** `openClient` for a set of revisions, newest first. */
export function createOpenClient(known: readonly Revision[]): OpenClient {
  return async (transport, host, options = {}) => {
    const opening = new Opening(transport, host, options, speakable(options.revisions, known));
    try {
      return await opening.run(options);
    } catch (error) {
      await opening.abandon();
      throw error;
    }
  };
}

class Opening {
  readonly #host: ClientHost;
  readonly #limits: ClientLimits;
  readonly #speakable: Speakable;
  readonly #early: EarlyMessages;
  readonly #wire: ClientWire;
  #logLevel: LoggingLevel | undefined;

  constructor(transport: ClientTransport, host: ClientHost, options: ConnectOptions, allowed: Speakable) {
    this.#host = host;
    this.#limits = clientLimits(options);
    this.#speakable = allowed;
    this.#early = new EarlyMessages(host.report);
    this.#wire = new ClientWire(transport, host.report, this.#early, this.#limits.link);
    this.#logLevel = options.logLevel;
  }

  async run({ verdict }: ConnectOptions): Promise<ClientEra> {
    const { modern, legacy } = this.#speakable;
    await this.#wire.open();
    const names = verdict === undefined ? [] : [verdict.revision];
    const assumedModern = verdict?.era === "modern" ? newestCommon(modern, names) : undefined;
    if (assumedModern !== undefined) return this.#assume(assumedModern);
    const assumedLegacy = verdict?.era === "legacy" ? (newestCommon(legacy, names) ?? legacy[0]) : undefined;
    if (assumedLegacy !== undefined) {
      try {
        return await this.#legacy(assumedLegacy, 0);
      } catch (error) {
        // The server may have moved on since. [2026-07-28 basic/versioning#backward-compatibility-with-initialization-based-versions]
        if (modern.length === 0 || !isRefusal(error)) throw error;
        return await this.#probe(1);
      }
    }
    const newestLegacy = legacy[0];
    if (modern.length === 0 && newestLegacy !== undefined) return this.#legacy(newestLegacy, 0);
    return this.#probe(0);
  }

  abandon(): Promise<void> {
    return this.#wire.close();
  }

  /** `before`: exchanges that were spent already. */
  async #probe(before: number): Promise<ClientEra> {
    if (!this.#wire.isOpen) await this.#reopen();
    const { verdict, roundTrips } = await probeServer({
      wire: this.#wire,
      early: this.#early,
      host: this.#host,
      speakable: this.#speakable,
      probeTimeoutMs: this.#limits.probeTimeoutMs,
    });
    const spent = before + roundTrips;
    switch (verdict.type) {
      case "use-modern":
        return this.#hand(this.#modern(verdict.revision, verdict.discovered, spent));
      case "initialize":
        return this.#legacy(verdict.revision, spent);
      case "respawn-and-initialize":
        this.#host.report({ code: "respawned", message: "The server ended on the era probe and was started again" });
        await this.#reopen();
        return this.#legacy(verdict.revision, spent);
      default:
        return verdict satisfies never;
    }
  }

  async #reopen(): Promise<void> {
    this.#early.clear();
    await this.#wire.open();
  }

  #modern(
    revision: Revision,
    discovered: JSONObject | undefined,
    roundTrips: number,
    assumption?: EraAssumption,
  ): ModernClientEra {
    return new ModernClientEra({
      wire: this.#wire,
      host: this.#host,
      limits: this.#limits,
      revision,
      modern: this.#speakable.modern,
      discovered,
      roundTrips,
      logLevel: this.#logLevel,
      assumption,
    });
  }

  async #legacy(offer: Revision, before: number): Promise<ClientEra> {
    const parts = { wire: this.#wire, host: this.#host, limits: this.#limits, speakable: this.#speakable };
    const { agreement, roundTrips } = await shakeHands(parts, offer);
    const era = new LegacyClientEra({
      wire: this.#wire,
      host: this.#host,
      limits: this.#limits,
      agreement,
      roundTrips: before + roundTrips,
      logLevel: this.#logLevel,
      renew: async () => {
        await this.#wire.open();
        return (await shakeHands(parts, agreement.revision)).agreement;
      },
    });
    return this.#hand(era);
  }

  #hand<Era extends ModernClientEra | LegacyClientEra>(era: Era): Era {
    this.#wire.owner = era;
    this.#early.handOver(era);
    return era;
  }

  #assume(revision: Revision): ClientEra {
    return new AssumedClient({
      scope: this.#wire.scope,
      logLevel: this.#logLevel,
      assume: (assumption) => this.#hand(this.#modern(revision, undefined, 0, assumption)),
      settle: async (logLevel) => {
        this.#logLevel = logLevel;
        this.#wire.owner = this.#early;
        try {
          return await this.#probe(0);
        } catch (error) {
          await this.abandon();
          this.#host.closed(error instanceof Error ? error : undefined);
          throw error;
        }
      },
      close: () => this.abandon(),
    });
  }
}

/** True where a server answered, and refused: it was reached, and may speak another era. */
function isRefusal(error: unknown): boolean {
  if (isProtocolError(error)) return true;
  if (!isTransportError(error)) return false;
  const status = error.code === "http-status" ? httpStatusOf(error) : undefined;
  return error.code === "malformed" || (status !== undefined && status >= 400 && status < 500);
}
