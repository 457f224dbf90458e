/**
 * What a session holds for one server, and who waits for it. One renewal at a time, whoever asks: the rest wait for it and take what it
 * brought, or its failure.
 */
import { isObject, TransportError, type HeaderMap } from "@mcpwire/jsonrpc";
import type { AnsweredHead, AuthorizedRequest, ChallengeHead, RequestAuthorizer } from "@mcpwire/streamable-http";
import { readOAuthChallenge } from "../core/challenge.js";
import {
  countRenewal,
  decideChallenge,
  freshHistory,
  maySwap,
  type Renewed,
  type RequestHistory,
} from "../core/challenge-decision.js";
import { readCredential, type Credential } from "../core/credential.js";
import type { FlowGoal } from "../core/flow-contract.js";
import { textIn } from "../core/json.js";
import { FlowFailure, runFlow, type FlowPorts } from "./flow-driver.js";
import { revoke, type LogoutResult } from "./revoke.js";
import { lockOf, serverKey, tokenKey } from "./store.js";

export interface AuthorizerSettings extends FlowPorts {
  readonly maxStepUps: number;
  readonly expiryMarginMs: number;
}

/** What a request was refused with, and whether another process's token may stand for a renewal. */
interface RefusedToken {
  readonly token: string | undefined;
  readonly mayTakeOver: boolean;
}

export class ServerAuthorizer implements RequestAuthorizer {
  readonly #ports: AuthorizerSettings;
  readonly #origin: string;
  readonly #histories = new WeakMap<object, RequestHistory>();
  /** Scopes that were stepped up to, and did not help or were refused. */
  readonly #attempted = new Set<string>();
  #held: Credential | undefined;
  #knownIssuer: string | undefined;
  /** The token that the store held when we last looked, or wrote: another one there is news. */
  #inStore: string | undefined;
  #marginMs: number;
  #loading: Promise<void> | undefined;
  #isLoaded = false;
  #renewal: Promise<Renewed> | undefined;

  constructor(ports: AuthorizerSettings) {
    this.#ports = ports;
    this.#marginMs = ports.expiryMarginMs;
    this.#origin = new URL(ports.settings.serverUrl).origin;
  }

  /** Of the token that is held; it never goes to another origin. Refreshes first where the token has ended. */
  headers(request: AuthorizedRequest): HeaderMap | Promise<HeaderMap> {
    if (new URL(request.url).origin !== this.#origin) return {};
    const isReady = this.#isLoaded && !this.#mustRefresh() && this.#ports.options.dpop === undefined;
    return isReady ? this.#bearer() : this.#headersLater(request);
  }

  async challenged(head: ChallengeHead): Promise<"retry" | "fail"> {
    if (new URL(head.url).origin !== this.#origin) return "fail";
    const challenge = readOAuthChallenge(head.headers.get("www-authenticate"));
    const nonce = this.#ports.options.dpop === undefined ? null : head.headers.get("dpop-nonce");
    if (nonce !== null) this.#ports.nonces.set(this.#origin, nonce);
    const history = this.#historyOf(head.request);
    const sentToken = head.authorization?.replace(/^\S+ /, "");
    for (;;) {
      const decision = decideChallenge({
        status: head.status,
        challenge,
        sentToken,
        held: this.#held,
        currentToken: this.#usable()?.tokens.accessToken,
        history,
        hasNonce: nonce !== null,
        attempted: this.#attempted,
        maxStepUps: this.#ports.maxStepUps,
      });
      switch (decision.type) {
        case "retry":
          if (decision.because === "nonce") history.nonces++;
          else history.swaps++;
          return "retry";
        case "fail":
          throw new TransportError("unauthorized", decision.message, {
            data: { status: head.status, wwwAuthenticate: head.headers.get("www-authenticate") ?? undefined },
          });
        case "login":
        case "step-up":
          // Somebody is at it already: what comes of that decides anew.
          if (this.#renewal !== undefined) {
            await unlessForgotten(this.#renewal);
            continue;
          }
          countRenewal(
            history,
            decision.type,
            await this.#renew(
              { type: decision.type, challenge },
              { token: sentToken, mayTakeOver: maySwap(history) },
              decision.type === "step-up" ? decision.key : undefined,
            ),
          );
          return "retry";
      }
    }
  }

  /** Notices a nonce that came with an answer, whatever else it is, so that the next proof carries it. */
  answered({ url, headers }: AnsweredHead): void {
    if (this.#ports.options.dpop === undefined || new URL(url).origin !== this.#origin) return;
    const nonce = headers.get("dpop-nonce");
    if (nonce !== null) this.#ports.nonces.set(this.#origin, nonce);
  }

  /** Forgets the tokens, and has their issuer forget them too. */
  logout(): Promise<LogoutResult> {
    return this.#end(async (held) => (held === undefined ? { type: "nothing-held" } : await revoke(held, this.#ports)));
  }

  /** Forgets the tokens, and which issuer they came from; the registration stays. */
  forget(): Promise<void> {
    return this.#end(() => Promise.resolve());
  }

  async #end<T>(farewell: (held: Credential | undefined) => Promise<T>): Promise<T> {
    await this.#load();
    // Tokens that are on their way would outlive the login.
    while (this.#renewal !== undefined) await this.#renewal.catch(() => {});
    return this.#locked(async () => {
      try {
        return await farewell(this.#held);
      } finally {
        await this.#dropTokens();
        this.#knownIssuer = undefined;
        await this.#ports.store.delete(serverKey(this.#ports.settings.serverUrl));
      }
    });
  }

  /** Which issuer the server named stays: a client that was registered by hand is shown to no other. */
  async #dropTokens(): Promise<void> {
    const held = this.#held;
    this.#held = undefined;
    this.#attempted.clear();
    if (held !== undefined) await this.#ports.store.delete(tokenKey(held.issuer, held.resource));
  }

  /* --------------------------------------------------------------- headers ------------------------------------------------- */

  async #headersLater({ method, url }: AuthorizedRequest): Promise<HeaderMap> {
    await this.#load();
    if (this.#mustRefresh()) await this.#refreshFirst();
    const { dpop } = this.#ports.options;
    const accessToken = this.#usable()?.tokens.accessToken;
    if (dpop === undefined || accessToken === undefined) return this.#bearer();
    const proof = await dpop.prove({ method, url, accessToken, nonce: this.#ports.nonces.get(this.#origin) });
    return { authorization: `DPoP ${accessToken}`, dpop: proof };
  }

  #bearer(): HeaderMap {
    const usable = this.#usable();
    return usable === undefined ? {} : { authorization: `Bearer ${usable.tokens.accessToken}` };
  }

  /** What has ended is not worth a trip; its absence brings a challenge that says more. */
  #usable(): Credential | undefined {
    const held = this.#held;
    return held === undefined || this.#hasEnded(held, 0) ? undefined : held;
  }

  #mustRefresh(): boolean {
    const held = this.#held;
    return held?.tokens.refreshToken !== undefined && this.#hasEnded(held, this.#marginMs);
  }

  #hasEnded({ tokens }: Credential, marginMs: number): boolean {
    return tokens.expiresAt !== undefined && tokens.expiresAt - marginMs <= this.#ports.fetching.now();
  }

  /**
   * Where that is refused, the request goes out bare, and the server's challenge leads to a login. Where nobody can be asked, a token that
   * has not ended is still good.
   */
  async #refreshFirst(): Promise<void> {
    const refused = { token: this.#held?.tokens.accessToken, mayTakeOver: true };
    try {
      await unlessForgotten(this.#renewal ?? this.#renew({ type: "refresh", challenge: {} }, refused));
    } catch (error) {
      const isPutOff = error instanceof FlowFailure && error.reason === "unreachable" && this.#usable() !== undefined;
      if (!isPutOff) throw error;
    }
  }

  /* --------------------------------------------------------------- renewal ------------------------------------------------- */

  #renew(goal: Pick<FlowGoal, "type" | "challenge">, refused: RefusedToken, scopeKey?: string): Promise<Renewed> {
    const renewal = this.#locked(() => this.#renewAlone(goal, refused, scopeKey)).finally(() => {
      this.#renewal = undefined;
    });
    this.#renewal = renewal;
    return renewal;
  }

  /** Another process may be at it, or have been first, and what it left in the store may be another credential with another lock. */
  async #locked<T>(task: () => Promise<T>): Promise<T> {
    const lock = lockOf(this.#ports.store);
    for (;;) {
      const key = this.#lockKey();
      const done = await lock(key, async () => {
        await this.#takeOver();
        return this.#lockKey() === key ? { value: await task() } : undefined;
      });
      if (done !== undefined) return done.value;
    }
  }

  /** The credential's, for several endpoints may be one resource; the server's as long as there is none. */
  #lockKey(): string {
    const held = this.#held;
    return held === undefined ? serverKey(this.#ports.settings.serverUrl) : tokenKey(held.issuer, held.resource);
  }

  async #takeOver(): Promise<void> {
    const before = this.#inStore;
    const stored = await this.#fromStore();
    if (stored !== undefined && stored.tokens.accessToken !== before) this.#held = stored;
  }

  async #renewAlone(
    goal: Pick<FlowGoal, "type" | "challenge">,
    { token, mayTakeOver }: RefusedToken,
    scopeKey: string | undefined,
  ): Promise<Renewed> {
    const held = this.#held;
    // Forgotten while this waited for its turn: the request goes out bare.
    if (held === undefined && goal.type === "refresh") return "taken-over";
    const isAnother = held !== undefined && held.tokens.accessToken !== token && !this.#hasEnded(held, 0);
    if (isAnother && mayTakeOver) return "taken-over";
    try {
      const credential = await runFlow({ ...goal, held, knownIssuer: this.#knownIssuer }, this.#ports);
      if (scopeKey !== undefined) this.#attempted.add(scopeKey);
      await this.#keep(credential);
      return "issued";
    } catch (error) {
      if (error instanceof FlowFailure) {
        if (scopeKey !== undefined && error.reason === "access-denied") this.#attempted.add(scopeKey);
        if (error.forget) await this.#dropTokens();
      }
      throw error;
    }
  }

  /** In memory first: a store that fails must not cost a refresh token that was rotated. */
  async #keep(credential: Credential): Promise<void> {
    const { store, settings, options } = this.#ports;
    const { dpop } = options;
    const before = this.#held;
    const kept = dpop === undefined ? credential : { ...credential, keyThumbprint: dpop.thumbprint };
    this.#held = kept;
    this.#knownIssuer = kept.issuer;
    const { expiresAt } = kept.tokens;
    // A token that lives no longer than the margin would be refreshed for every request.
    const lifetimeMs = expiresAt === undefined ? Infinity : expiresAt - this.#ports.fetching.now();
    this.#marginMs = Math.min(this.#ports.expiryMarginMs, lifetimeMs / 2);
    const key = tokenKey(kept.issuer, kept.resource);
    await store.set(key, kept);
    this.#inStore = kept.tokens.accessToken;
    await store.set(serverKey(settings.serverUrl), { issuer: kept.issuer, resource: kept.resource });
    const old = before === undefined ? key : tokenKey(before.issuer, before.resource);
    if (old !== key) await store.delete(old);
  }

  #load(): Promise<void> {
    return (this.#loading ??= this.#fromStore().then(
      (stored) => {
        this.#held ??= stored;
        this.#isLoaded = true;
      },
      (error: unknown) => {
        this.#loading = undefined;
        throw error;
      },
    ));
  }

  async #fromStore(): Promise<Credential | undefined> {
    const { store, settings, options } = this.#ports;
    const place = await store.get(serverKey(settings.serverUrl));
    if (!isObject(place)) return undefined;
    const issuer = textIn(place, "issuer");
    const resource = textIn(place, "resource");
    if (issuer === undefined || resource === undefined) return undefined;
    this.#knownIssuer = issuer;
    const credential = readCredential(await store.get(tokenKey(issuer, resource)), settings.serverUrl, settings.rules);
    // Bound to a key that is not ours, or not bound where it must be.
    if (credential?.keyThumbprint !== options.dpop?.thumbprint) return undefined;
    this.#inStore = credential?.tokens.accessToken;
    return credential;
  }

  #historyOf(request: object): RequestHistory {
    const known = this.#histories.get(request);
    if (known !== undefined) return known;
    const history = freshHistory();
    this.#histories.set(request, history);
    return history;
  }
}

/** A refresh that was refused leaves nothing to wait for, and a login to be tried. */
async function unlessForgotten(renewal: Promise<unknown>): Promise<void> {
  try {
    await renewal;
  } catch (error) {
    if (!(error instanceof FlowFailure) || !error.forget) throw error;
  }
}
