/**
 * The transport contract as a test-suite: what `transport.ts` promises, asked of a real transport with a server behind it. It
 * names no test runner; each case is a title and a function.
 */
import type { JSONObject, JSONRPCNotification, JSONRPCRequest, RequestId } from "../message.js";
import type { Acceptor, ClientLink, ClientTransport, WireRules } from "../transport.js";
import { abandoning } from "./abandoning.js";
import { answering } from "./answering.js";
import { asking } from "./asking.js";
import { holds, same, within } from "./assert.js";
import { closing } from "./closing.js";
import { TestClient } from "./test-client.js";
import { TestServer } from "./test-server.js";

/** What the transport under test can do; a false skips the cases that need it. */
export interface ComplianceFeatures {
  /** The server may ask within an exchange. */
  readonly asks: boolean;
  /** The server may withdraw what it asked. Default: as `asks`. */
  readonly withdraws?: boolean;
  /** `ServerLink.notify` exists. */
  readonly linkNotify: boolean;
  /** `ServerLink.ask` exists. */
  readonly linkAsks: boolean;
  /** `ServerExchange.detach` exists, and the client comes back. */
  readonly detach: boolean;
  /** `ClientLink.close` aborts what runs on the server; false where the server drains. */
  readonly closeAborts: boolean;
  /** `ServerLink.close` ends the client's link. */
  readonly serverCloses: boolean;
  /** Each `open` attaches a link of its own; false where stateless clients share one. */
  readonly ownLinks: boolean;
}

/** How a link is opened where the transport wants a handshake before anything else. */
export interface Handshake {
  readonly request: (id: RequestId) => JSONRPCRequest;
  readonly result: JSONObject;
  readonly rules: WireRules;
  readonly first: JSONRPCNotification;
}

export interface ComplianceOptions {
  /** Begins every title. */
  readonly name: string;
  /** Brings up a server with this acceptor; `close` takes everything down that it brought up. */
  readonly open: (acceptor: Acceptor) => Promise<{ readonly transport: ClientTransport; close(): Promise<void> }>;
  readonly features: ComplianceFeatures;
  /** `ServerFacts.revisions`. Default `["test"]`. */
  readonly revisions?: readonly string[];
  /** Adds what the transport demands of every request (metadata in `params`). Methods begin with `test/`. */
  readonly request?: (q: JSONRPCRequest) => JSONRPCRequest;
  readonly handshake?: Handshake;
  /** Counts what keeps the host alive (sockets, timers, child processes), to find what a closed link left behind. */
  readonly openHandles?: () => number;
}

export interface ComplianceCase {
  readonly title: string;
  /** Rejects when the transport breaks the contract. */
  run(): Promise<void>;
}

/** What one case works with. */
export interface Bench {
  readonly features: ComplianceFeatures;
  readonly server: TestServer;
  readonly client: TestClient;
  readonly link: ClientLink;
  readonly transport: ClientTransport;
  /** A second client of the same server. */
  another(): Promise<{ readonly client: TestClient; readonly link: ClientLink }>;
}

/** A case, before it is bound to a transport. */
export interface Contract {
  readonly title: string;
  /** Default: every transport. */
  readonly needs?: (features: ComplianceFeatures) => boolean;
  readonly check: (bench: Bench) => Promise<void>;
}

/** The cases for one transport; run them one after the other, each by itself. */
export function transportCompliance(options: ComplianceOptions): readonly ComplianceCase[] {
  const contracts = [...answering, ...abandoning, ...asking, ...closing];
  const cases = contracts
    .filter(({ needs }) => needs === undefined || needs(options.features))
    .map(({ title, check }) => ({ title: `${options.name}: ${title}`, run: () => runOne(options, check) }));
  const { openHandles } = options;
  if (openHandles !== undefined) cases.push(noHandleLeft(options, openHandles));
  return cases;
}

async function runOne(options: ComplianceOptions, check: Contract["check"]): Promise<void> {
  const server = new TestServer(options.revisions ?? ["test"], options.handshake);
  const running = await options.open(server);
  const clients: TestClient[] = [];
  const links: ClientLink[] = [];
  const openOne = async () => {
    const client = new TestClient(options.request ?? ((q) => q));
    const link = await client.open(running.transport);
    clients.push(client);
    links.push(link);
    if (options.handshake !== undefined) await shakeHands(client, link, options.handshake);
    return { client, link };
  };
  try {
    const { client, link } = await openOne();
    const { transport } = running;
    await check({ features: options.features, server, client, link, transport, another: openOne });
    same([...server.complaints, ...clients.flatMap(({ complaints }) => complaints)], [], "complaints");
  } finally {
    for (const link of links) await within(10_000, link.close(), "closing the link");
    await within(10_000, running.close(), "closing the server");
  }
}

async function shakeHands(client: TestClient, link: ClientLink, handshake: Handshake): Promise<void> {
  // No case uses this id.
  const told = client.beginRequest(handshake.request(900_000));
  const outcome = await within(10_000, told.outcome, "the handshake");
  holds("result" in outcome, "the handshake failed");
  await link.settle(handshake.rules, handshake.first);
}

function noHandleLeft(options: ComplianceOptions, openHandles: () => number): ComplianceCase {
  return {
    title: `${options.name}: no handle is left open`,
    async run() {
      const before = openHandles();
      await runOne(options, async ({ client }) => {
        client.begin(1, "test/wait");
        await within(5000, client.begin(2, "test/later", { value: 1 }).outcome, "an answer");
      });
      for (let waited = 0; openHandles() > before && waited < 2000; waited += 20) {
        await new Promise<void>((resolve) => void setTimeout(resolve, 20));
      }
      holds(openHandles() <= before, `${openHandles() - before} handles more than before the link was opened`);
    },
  };
}
