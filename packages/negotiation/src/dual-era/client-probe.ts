/**
 * The client's era probe: one `server/discover`, and what every possible outcome of it means. A pure table; it knows no link, no
 * timer and no id. The driver feeds it what happened to the exchange and does what the output says.
 *
 * [2026-07-28 basic/transports/stdio#backward-compatibility] [2026-07-28 basic/transports/streamable-http#backward-compatibility]
 *
 * | The probe's exchange | process link | origin (HTTP) |
 * | --- | --- | --- |
 * | a discover result with a common modern revision | modern, at the newest common one | the same |
 * | … with common legacy revisions only | `initialize` at the newest of them | the same |
 * | … with none in common | fail | the same |
 * | a result that is no discover result | legacy | the same |
 * | -32022, a common modern revision in its list | ask again at that one, once | the same |
 * | -32022, only legacy ones in common; none in common, or no list | `initialize` at the newest common one; fail | the same |
 * | -32020, -32021 | fail with the server's error; never `initialize` | the same |
 * | -32601 | legacy | legacy with 200 or 400; with 404: modern, without discover |
 * | any other error, with our id or with none | legacy | legacy |
 * | 400, 404, 405 and any other 4xx without a modern error | – | legacy |
 * | 401, 403, 407, 408, 425, 429, 5xx, with or without a body | – | fail: no evidence |
 * | an answer that cannot be understood (2xx) | legacy | legacy |
 * | silence | legacy | fail with `timeout`: no evidence |
 * | the link ends | start again, then `initialize` | fail: no evidence |
 * | a late reply | reported and ignored | the same |
 *
 * Another id's reply never gets here: a link reports it and goes on waiting.
 *
 * An answer that cannot be understood is treated as the HTTP page treats a 400 with such a body: it is not a recognized modern
 * answer, and a legacy server that replies so is found working by `initialize`, while a broken modern one fails there as well.
 * Where "legacy" comes up and no legacy revision may be spoken, the probe fails and says what the server did.
 */
import {
  METHOD_NOT_FOUND,
  TransportError,
  isErrorResponse,
  type JSONObject,
  type JSONRPCErrorObject,
  type JSONRPCResponse,
  type ProtocolError,
  type Report,
} from "@mcpwire/jsonrpc";
import {
  HEADER_MISMATCH,
  MISSING_REQUIRED_CLIENT_CAPABILITY,
  UNSUPPORTED_PROTOCOL_VERSION,
  protocolErrorOf,
  supportedVersionsOf,
  type Revision,
} from "@mcpwire/protocol";
import { namesOf, newestCommon } from "../choose-revision.js";
import { httpStatusOf } from "../loss.js";
import { noCommonRevision } from "../no-common-revision.js";

export interface ProbeFacts {
  /** Whether the link is a process's (or another connection's) or goes to an HTTP origin. */
  readonly scope: "process" | "origin";
  /** Revisions that may be spoken, newest first. At least one is modern. */
  readonly modern: readonly Revision[];
  readonly legacy: readonly Revision[];
}

export type ProbeInput =
  | { readonly type: "start" }
  /** The exchange's answer, with our id or with none. */
  | { readonly type: "answer"; readonly response: JSONRPCResponse; readonly httpStatus?: number | undefined }
  /** The exchange ended without an answer; silence is the code `timeout`. */
  | { readonly type: "lost"; readonly error: TransportError }
  /** The link ended. */
  | { readonly type: "closed"; readonly error?: TransportError | undefined };

export type ProbeOutput =
  /** Send `server/discover` at this revision. */
  | { readonly type: "ask"; readonly revision: Revision }
  /** Modern; `discovered` is absent where the server does not answer discover. */
  | { readonly type: "use-modern"; readonly revision: Revision; readonly discovered?: JSONObject }
  /** Legacy: the handshake, in place, offering this revision. */
  | { readonly type: "initialize"; readonly revision: Revision }
  /** Legacy, and the link is gone: open another and initialize there. */
  | { readonly type: "respawn-and-initialize"; readonly revision: Revision }
  | { readonly type: "fail"; readonly error: ProtocolError | TransportError }
  | { readonly type: "report"; readonly report: Report };

/** `asking-again`: a -32022 has shown that the server is modern, so that nothing but its word leads to `initialize` any more. */
export type ProbeState = "idle" | "asking" | "asking-again" | "settled";

/** Statuses below 500 that speak of the caller or the moment, not of the server's era. */
const eraNeutral: ReadonlySet<number> = new Set([401, 403, 407, 408, 425, 429]);

export class ClientProbe {
  readonly #facts: ProbeFacts;
  #state: ProbeState = "idle";
  #asked: Revision | undefined;

  constructor(facts: ProbeFacts) {
    this.#facts = facts;
  }

  get state(): ProbeState {
    return this.#state;
  }

  handle(input: ProbeInput): readonly ProbeOutput[] {
    if (input.type === "start") {
      const newest = this.#facts.modern[0];
      return this.#state === "idle" && newest !== undefined ? this.#ask(newest, "asking") : [];
    }
    const asked = this.#asked;
    if ((this.#state !== "asking" && this.#state !== "asking-again") || asked === undefined) {
      // What comes after the verdict changes nothing: the era is a property of the server, and the connection has gone on.
      return input.type === "answer" ? [lateReply(input.response)] : [];
    }
    switch (input.type) {
      case "answer":
        return this.#answered(asked, input.response, input.httpStatus);
      case "lost":
        return this.#lost(input.error);
      case "closed":
        return this.#gone(input.error ?? new TransportError("closed", "The server ended the connection"));
      default:
        return input satisfies never;
    }
  }

  #answered(asked: Revision, response: JSONRPCResponse, httpStatus: number | undefined): readonly ProbeOutput[] {
    if (httpStatus !== undefined && isNoEvidence(httpStatus)) return this.#fail(httpFailure(httpStatus, response));
    if (!isErrorResponse(response)) return this.#discovered(response.result);
    const { error } = response;
    switch (error.code) {
      case UNSUPPORTED_PROTOCOL_VERSION:
        return this.#unsupported(error);
      case HEADER_MISMATCH:
      case MISSING_REQUIRED_CLIENT_CAPABILITY:
        return this.#fail(protocolErrorOf(error));
      case METHOD_NOT_FOUND:
        // A 404 with this body is a modern server's way to say it; a legacy endpoint has no JSON-RPC body for a path it lacks.
        if (httpStatus === 404 || this.#state === "asking-again") {
          return this.#settle({ type: "use-modern", revision: asked });
        }
        return this.#legacy(`the error ${quote(error)}`);
      default:
        if (this.#state === "asking-again") {
          return this.#fail(protocolErrorOf(error));
        }
        return this.#legacy(`the error ${quote(error)}`);
    }
  }

  #discovered(result: JSONObject): readonly ProbeOutput[] {
    const { supportedVersions: listed } = result;
    if (!Array.isArray(listed)) {
      return this.#state === "asking-again"
        ? this.#fail(new TransportError("malformed", "The server's answer to server/discover lists no versions"))
        : this.#legacy("a result without supported versions");
    }
    const theirs = listed.filter((version): version is string => typeof version === "string");
    const modern = newestCommon(this.#facts.modern, theirs);
    if (modern !== undefined) return this.#settle({ type: "use-modern", revision: modern, discovered: result });
    return this.#listedOnly(theirs);
  }

  #unsupported(error: JSONRPCErrorObject): readonly ProbeOutput[] {
    const theirs = supportedVersionsOf(error.data) ?? [];
    const modern = newestCommon(this.#facts.modern, theirs);
    if (modern === undefined) return this.#listedOnly(theirs);
    // It may list the very version it refused, as a server in the middle of an upgrade does: one more question, and no third.
    // [2026-07-28 basic/versioning#protocol-version-negotiation]
    if (this.#state === "asking-again") return this.#fail(protocolErrorOf(error));
    return this.#ask(modern, "asking-again");
  }

  /** The server named its versions, and no modern one of ours is among them. */
  #listedOnly(theirs: readonly string[]): readonly ProbeOutput[] {
    const revision = newestCommon(this.#facts.legacy, theirs);
    if (revision !== undefined) return this.#settle({ type: "initialize", revision });
    return this.#fail(noCommonRevision(this.#ours(), theirs, "server/discover"));
  }

  #lost(error: TransportError): readonly ProbeOutput[] {
    const { scope } = this.#facts;
    if (this.#state === "asking-again") return this.#fail(error);
    switch (error.code) {
      case "timeout":
        // Only the stdio page makes silence evidence; over HTTP it may be any machine on the way.
        return scope === "process" ? this.#legacy("silence") : this.#fail(error);
      case "malformed":
        return this.#legacy("an answer that cannot be understood");
      case "unsupported":
        // The transport itself belongs to an earlier revision, and carries no such request.
        return this.#legacy("a transport of the handshake's era");
      case "http-status": {
        const status = httpStatusOf(error);
        if (status === undefined || status < 400 || isNoEvidence(status)) return this.#fail(error);
        return this.#legacy(`HTTP ${status} without a modern error`);
      }
      case "lost":
      case "closed":
        return this.#gone(error);
      default:
        return this.#fail(error);
    }
  }

  #gone(error: TransportError): readonly ProbeOutput[] {
    if (this.#facts.scope === "origin" || this.#state === "asking-again") return this.#fail(error);
    const revision = this.#facts.legacy[0];
    if (revision !== undefined) return this.#settle({ type: "respawn-and-initialize", revision });
    return this.#fail(
      new TransportError(
        "lost",
        `The server ended when it was asked server/discover (${error.message}). ${this.#advice()}`,
        {
          cause: error,
        },
      ),
    );
  }

  #legacy(what: string): readonly ProbeOutput[] {
    const revision = this.#facts.legacy[0];
    if (revision !== undefined) return this.#settle({ type: "initialize", revision });
    const message = `The server answered server/discover with ${what}, as servers that want initialize do. ${this.#advice()}`;
    return this.#fail(noCommonRevision(this.#ours(), undefined, "server/discover", message));
  }

  #ask(revision: Revision, state: ProbeState): readonly ProbeOutput[] {
    this.#state = state;
    this.#asked = revision;
    return [{ type: "ask", revision }];
  }

  #settle(output: ProbeOutput): readonly ProbeOutput[] {
    this.#state = "settled";
    return [output];
  }

  #fail(error: ProtocolError | TransportError): readonly ProbeOutput[] {
    return this.#settle({ type: "fail", error });
  }

  #ours(): readonly string[] {
    return namesOf([...this.#facts.modern, ...this.#facts.legacy]);
  }

  #advice(): string {
    return `Only ${this.#ours().join(", ")} may be spoken here; allow an earlier revision to reach it.`;
  }
}

function isNoEvidence(status: number): boolean {
  return status >= 500 || eraNeutral.has(status);
}

function httpFailure(status: number, response: JSONRPCResponse): TransportError {
  const said = isErrorResponse(response) ? `: ${quote(response.error)}` : "";
  const code = status === 401 || status === 403 ? "unauthorized" : "http-status";
  return new TransportError(code, `The server answered server/discover with HTTP ${status}${said}`, {
    data: { status },
  });
}

function quote(error: JSONRPCErrorObject): string {
  return `${error.code} ${JSON.stringify(error.message.slice(0, 200))}`;
}

function lateReply(response: JSONRPCResponse): ProbeOutput {
  return {
    type: "report",
    report: { code: "late-reply", message: "An answer to the probe came after the era was settled", data: response.id },
  };
}
