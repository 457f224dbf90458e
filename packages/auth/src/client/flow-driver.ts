/** Does what a flow says: sends, opens, loads and saves, and feeds the answers back. Holds no rule of the protocol. */
import { TransportError } from "@mcpwire/jsonrpc";
import { AuthorizationFlow } from "../core/flow.js";
import type { FlowGoal, FlowInput, FlowOutput, FlowRequest, FlowSettings } from "../core/flow-contract.js";
import { readStoredClient } from "../core/client-registration.js";
import type { Credential } from "../core/credential.js";
import { boundedFetch, type FetchSettings } from "../http/bounded-fetch.js";
import { makeLoginSecrets } from "./login-secrets.js";
import type { OAuthGrant, OAuthSessionOptions, RedirectVisit } from "./options.js";
import { clientKey, type CredentialStore } from "./store.js";

export interface FlowPorts {
  readonly settings: FlowSettings;
  readonly options: OAuthSessionOptions;
  readonly grant: OAuthGrant;
  readonly store: CredentialStore;
  readonly fetching: FetchSettings;
  /** The last nonce of each origin. */
  readonly nonces: Map<string, string>;
  readonly loginTimeoutMs: number;
}

/** A flow that failed, with what becomes of the tokens that were held. */
export class FlowFailure extends TransportError {
  readonly forget: boolean;
  readonly reason: string;

  constructor(reason: string, message: string, forget: boolean) {
    super("unauthorized", message, { data: { reason } });
    this.forget = forget;
    this.reason = reason;
  }
}

/** Resolves with the credential. Rejects with a `FlowFailure`, or with what a store or a signer threw. */
export async function runFlow(goal: FlowGoal, ports: FlowPorts): Promise<Credential> {
  const driver = new FlowDriver(ports);
  try {
    return await driver.run(goal);
  } finally {
    // Tokens that were issued, or why there are none, are worth more than a way back that does not close.
    await driver.stop().catch(() => {});
  }
}

class FlowDriver {
  readonly #ports: FlowPorts;
  readonly #flow: AuthorizationFlow;
  #visiting: RedirectVisit | undefined;

  constructor(ports: FlowPorts) {
    this.#ports = ports;
    this.#flow = new AuthorizationFlow(ports.settings);
  }

  async run(goal: FlowGoal): Promise<Credential> {
    let outputs = this.#flow.handle({ type: "begin", goal });
    for (;;) {
      let next: FlowInput | undefined;
      for (const output of outputs) {
        if (output.type === "done") return output.credential;
        next = (await this.#obey(output)) ?? next;
      }
      if (next === undefined) throw new FlowFailure("discovery", "The login came to no end", false);
      outputs = this.#flow.handle(next);
    }
  }

  async stop(): Promise<void> {
    await this.#visiting?.stop?.();
  }

  async #obey(output: Exclude<FlowOutput, { type: "done" }>): Promise<FlowInput | undefined> {
    const { store, fetching } = this.#ports;
    switch (output.type) {
      case "request":
        return sendRequest(output, this.#ports);
      case "load-client": {
        const client = readStoredClient(await store.get(clientKey(output.issuer)));
        return { type: "client", client, now: fetching.now() };
      }
      case "save-client":
        await store.set(clientKey(output.issuer), output.client);
        return undefined;
      case "forget-client":
        await store.delete(clientKey(output.issuer));
        return undefined;
      case "prepare-redirect":
        return this.#prepare();
      case "open":
        return this.#visit(output.url);
      case "ask-assertion":
        return this.#assertion(output);
      case "failed":
        throw new FlowFailure(output.reason, output.message, output.forget);
    }
  }

  async #prepare(): Promise<FlowInput> {
    const { redirect } = this.#ports.options;
    if (redirect === undefined) return { type: "cancelled", message: "Nobody can be sent to log in" };
    this.#visiting = await redirect.start();
    return {
      type: "redirect",
      uri: this.#visiting.uri,
      ...(await makeLoginSecrets()),
      now: this.#ports.fetching.now(),
    };
  }

  async #visit(url: string): Promise<FlowInput> {
    const { fetching, loginTimeoutMs } = this.#ports;
    const giveUp = new AbortController();
    let timer: unknown;
    try {
      const returned = await new Promise<string>((resolve, reject) => {
        timer = fetching.timers.set(loginTimeoutMs, () => {
          giveUp.abort();
          reject(new Error(`Nobody logged in within ${loginTimeoutMs} ms`));
        });
        const visit = this.#visiting?.visit(url, giveUp.signal) ?? Promise.reject(new Error("no redirect"));
        visit.then(resolve, reject);
      });
      return { type: "returned", url: returned };
    } catch (error) {
      return { type: "cancelled", message: `The login was cancelled: ${messageOf(error)}` };
    } finally {
      fetching.timers.clear(timer);
    }
  }

  async #assertion(wanted: Extract<FlowOutput, { type: "ask-assertion" }>): Promise<FlowInput> {
    const { grant } = this.#ports;
    const request = { audience: wanted.audience, resource: wanted.resource, scope: wanted.scope };
    try {
      if (grant.type === "workload") return { type: "assertion", token: await grant.token(request) };
      if (grant.type !== "enterprise") return { type: "cancelled", message: "There is no assertion to show" };
      const given = await grant.identityToken(request);
      return typeof given === "string"
        ? { type: "assertion", token: given }
        : { type: "assertion", token: given.token, tokenType: given.type };
    } catch (error) {
      return { type: "cancelled", message: `There is no assertion to show: ${messageOf(error)}` };
    }
  }
}

/** Signs, proves and sends. Resolves also where there is no answer. */
export async function sendRequest(
  { method, url, headers, body, sign, isProven }: FlowRequest,
  { options, fetching, settings, nonces }: FlowPorts,
): Promise<Extract<FlowInput, { type: "answer" | "unreachable" }>> {
  const { origin } = new URL(url);
  let text = body;
  if (sign !== undefined) {
    const assertion = await options.client?.key?.sign(sign);
    text = `${body ?? ""}&client_assertion=${encodeURIComponent(assertion ?? "")}`;
  }
  const proof = isProven ? await options.dpop?.prove({ method, url, nonce: nonces.get(origin) }) : undefined;
  const sent = proof === undefined ? headers : { ...headers, dpop: proof };
  try {
    const answer = await boundedFetch({ method, url, headers: sent, body: text }, fetching, settings.rules);
    if (isProven && answer.nonce !== undefined) nonces.set(origin, answer.nonce);
    return { type: "answer", answer };
  } catch (error) {
    return { type: "unreachable", message: messageOf(error) };
  }
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return cause instanceof Error && cause.message !== "" ? `${error.message} (${cause.message})` : error.message;
}
