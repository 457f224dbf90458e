/** An era that is not there: tests call the host of a server directly, and see what it told. */
import type { AbortReason, JSONObject, Report } from "@mcpwire/jsonrpc";
import type {
  ChangeNotice,
  HandlerOutcome,
  InputRequired,
  Progress,
  RequestContext,
  ServerHost,
} from "@mcpwire/negotiation";
import { latest } from "@mcpwire/protocol";
import type { LoggingLevel } from "@mcpwire/protocol";
import { buildServer } from "../src/build-server.js";
import type { Server, ServerOptions } from "../src/server.js";

/** A context that records what goes through it. */
export class FakeContext implements RequestContext {
  readonly requestId = 1;
  readonly revision;
  readonly meta: JSONObject;
  readonly clientInfo = { name: "test", version: "1" };
  readonly clientCapabilities;
  readonly auth: unknown;
  readonly inputResponses;
  readonly requestState;
  readonly wantsProgress: boolean;
  readonly detach = undefined;
  readonly controller = new AbortController();
  readonly sent: unknown[] = [];
  aborted: AbortReason | undefined;
  /** What `progress` gives back, for tests of a slow reader. */
  drained: Promise<void> | undefined;

  constructor(given: Partial<RequestContext> = {}) {
    this.revision = given.revision ?? latest;
    this.meta = given.meta ?? {};
    this.clientCapabilities = given.clientCapabilities ?? {};
    this.auth = given.auth;
    this.inputResponses = given.inputResponses;
    this.requestState = given.requestState;
    this.wantsProgress = given.wantsProgress ?? true;
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  progress(progress: Progress): void | Promise<void> {
    this.sent.push(progress);
    return this.drained;
  }

  logs(level: LoggingLevel): boolean {
    return level !== "debug";
  }

  log(level: LoggingLevel, data: unknown, logger?: string): void {
    this.sent.push({ level, data, logger });
  }

  notify(method: string, params?: JSONObject): void {
    this.sent.push({ method, params });
  }

  elicitationCompleted(elicitationId: string): void {
    this.sent.push({ method: "notifications/elicitation/complete", params: { elicitationId } });
  }
}

export interface Tested {
  readonly server: Server;
  readonly host: ServerHost;
  readonly reports: Report[];
  readonly notices: ChangeNotice[];
  /** Attaches a first client, which fixes the capabilities. */
  attach(): void;
  /** Runs one request and gives its result. */
  ask(method: string, params?: JSONObject, context?: Partial<RequestContext>): Promise<JSONObject>;
  /** Runs one request and gives what it asks for. */
  round(method: string, params?: JSONObject, context?: Partial<RequestContext>): Promise<InputRequired>;
}

export function serverUnderTest(options: Partial<ServerOptions> = {}): Tested {
  const reports: Report[] = [];
  const notices: ChangeNotice[] = [];
  let host: ServerHost | undefined;
  const server = buildServer(
    { name: "test", version: "1", report: (report) => reports.push(report), ...options },
    (given) => {
      host = given;
      return {
        facts: {
          revisions: [latest.name],
          correlation: { exchangeOf: () => undefined, cancelledBy: () => undefined, isHandshake: () => false },
          headerParameters: (tool, caller) => given.headerParameters(tool, caller),
        },
        attach() {},
        accept() {},
        take() {},
        release() {},
        changed: (notice) => void notices.push(notice),
        close: () => Promise.resolve(),
      };
    },
  );
  const attach = (): void => server.attach({ state: undefined, settle() {}, close() {} });
  const hostOf = (): ServerHost => {
    if (host === undefined) throw new Error("a server builds its era at once");
    attach();
    return host;
  };
  const run = async (method: string, params?: JSONObject, context?: Partial<RequestContext>): Promise<HandlerOutcome> =>
    hostOf().handle(method, params, context instanceof FakeContext ? context : new FakeContext(context));
  return {
    server,
    get host() {
      return hostOf();
    },
    reports,
    notices,
    attach,
    async ask(method, params, context) {
      const outcome = await run(method, params, context);
      if (isInput(outcome)) throw new Error("expected a result, but the server asks for input");
      return outcome;
    },
    async round(method, params, context) {
      const outcome = await run(method, params, context);
      if (!isInput(outcome)) throw new Error(`expected a request for input, got ${JSON.stringify(outcome)}`);
      return outcome;
    },
  };
}

function isInput(outcome: HandlerOutcome): outcome is InputRequired {
  return Object.getOwnPropertySymbols(outcome).length > 0;
}
