/**
 * One attempt to get a token, from the challenge to the answer of the token endpoint. Pure: HTTP answers, the user's return and what
 * the store holds come in; requests, the URL to open and what to store go out.
 *
 * resource-metadata → server-metadata → client → redirect → registration → user → token → done
 *                                              └ assertion → exchange ────────────┘
 *
 * A refresh whose metadata is known begins at `client`. Anything may lead to `failed`; nothing leads back but two things, once each: a
 * nonce that a token endpoint asks for, and the login after a refresh that was refused.
 * [2026-07-28 basic/authorization/index#authorization-flow-steps]
 */
import { UsageError } from "@mcpwire/jsonrpc";
import { authorizationUrl, readAuthorizationResponse } from "./authorization-code.js";
import { authenticate, chooseAuthMethod } from "./client-authentication.js";
import {
  chooseRegistration,
  clientOf,
  readRegistration,
  registrationBody,
  type ClientIdentity,
} from "./client-registration.js";
import type { Credential } from "./credential.js";
import { Discovery, type DiscoveryStep } from "./discovery.js";
import type {
  FailureReason,
  FlowGoal,
  FlowInput,
  FlowOutput,
  FlowRequest,
  FlowSettings,
  RequestPurpose,
} from "./flow-contract.js";
import { checkEndpoint } from "./endpoint-url.js";
import { encodeForm, type FormFields } from "./form.js";
import { shorten, type ResourceMetadata, type ServerMetadata } from "./metadata.js";
import { joinScopes, selectScope, splitScope, unionOf } from "./scopes.js";
import {
  ASSERTION_TYPE,
  ID_TOKEN,
  clientCredentialsFields,
  codeFields,
  exchangeFields,
  jwtBearerFields,
  readExchangeAnswer,
  readTokenAnswer,
  refreshFields,
  renewedTokens,
  type Answer,
  type TokenError,
} from "./token.js";

type Phase = "idle" | RequestPurpose | "client" | "redirect" | "user" | "assertion" | "over";

interface Redirect {
  readonly uri: string;
  readonly state: string;
  readonly verifier: string;
  readonly challenge: string;
}

export class AuthorizationFlow {
  readonly #settings: FlowSettings;
  #phase: Phase = "idle";
  #goal: FlowGoal = { type: "login", challenge: {} };
  #discovery: Discovery | undefined;
  #resource: ResourceMetadata | undefined;
  #server: ServerMetadata | undefined;
  #stored: ClientIdentity | undefined;
  #client: ClientIdentity | undefined;
  #redirect: Redirect | undefined;
  #registration: Readonly<Record<string, unknown>> = {};
  #scope: string | undefined;
  #isRefreshing = false;
  #request: FlowRequest | undefined;
  #hadNonce = false;
  /** Never to be shown in a message. */
  readonly #secrets = new Set<string>();

  constructor(settings: FlowSettings) {
    this.#settings = settings;
  }

  get phase(): Phase {
    return this.#phase;
  }

  /** Throws a `UsageError` for an input that the phase does not wait for: that is the driver's mistake. */
  handle(input: FlowInput): readonly FlowOutput[] {
    switch (input.type) {
      case "begin":
        if (this.#phase === "idle") return this.#begin(input.goal);
        break;
      case "answer":
        if (this.#request !== undefined) return this.#answered(this.#request, input.answer);
        break;
      case "unreachable":
        if (this.#request !== undefined) return this.#unreachable(this.#request, input.message);
        break;
      case "client":
        if (this.#phase === "client") return this.#clientLoaded(input.client, input.now);
        break;
      case "redirect":
        if (this.#phase === "redirect") return this.#redirectReady(input, input.now);
        break;
      case "returned":
        if (this.#phase === "user") return this.#returned(input.url);
        break;
      case "cancelled":
        if (this.#phase === "user" || this.#phase === "assertion" || this.#phase === "redirect") {
          return this.#fail("cancelled", input.message);
        }
        break;
      case "assertion":
        if (this.#phase === "assertion") return this.#asserted(input.token, input.tokenType ?? ID_TOKEN);
        break;
      default:
        input satisfies never;
    }
    throw new UsageError("flow", `The flow does not wait for "${input.type}" while it is at "${this.#phase}"`);
  }

  /* -------------------------------------------------------------- discovery ------------------------------------------------ */

  #begin(goal: FlowGoal): readonly FlowOutput[] {
    this.#goal = goal;
    const { held } = goal;
    if (goal.type !== "refresh") {
      this.#discovery = new Discovery(this.#settings, goal);
      return this.#discovered(this.#discovery.start());
    }
    if (held?.tokens.refreshToken === undefined) return this.#fail("refresh-rejected", "There is no refresh token");
    return this.#found({ resource: held.resource, authorizationServers: [held.issuer] }, held.server);
  }

  #discovered(step: DiscoveryStep | undefined): readonly FlowOutput[] {
    switch (step?.type) {
      case "get":
        return this.#ask({ method: "GET", purpose: step.purpose, url: step.url, headers: step.headers });
      case "found":
        return this.#found(step.resource, step.server);
      default:
        return this.#fail(step?.reason ?? "discovery", step?.message ?? "Nothing was looked for");
    }
  }

  #found(resource: ResourceMetadata, server: ServerMetadata): readonly FlowOutput[] {
    this.#resource = resource;
    this.#server = server;
    const { held, type } = this.#goal;
    this.#isRefreshing =
      type !== "step-up" &&
      held?.tokens.refreshToken !== undefined &&
      held.issuer === server.issuer &&
      held.resource === resource.resource;
    return this.#to("client", { type: "load-client", issuer: server.issuer });
  }

  /* --------------------------------------------------------------- client -------------------------------------------------- */

  #clientLoaded(stored: ClientIdentity | undefined, now: number): readonly FlowOutput[] {
    this.#stored = stored;
    this.#client = undefined;
    if (this.#isRefreshing) {
      const { held } = this.#goal;
      const client = held === undefined ? undefined : clientOf(held, this.#settings.client, stored);
      if (client !== undefined) return this.#refresh(client);
      this.#isRefreshing = false;
      if (this.#goal.type === "refresh")
        return this.#fail("refresh-rejected", "The client of the token is not known any more", true);
    }
    const { grant } = this.#settings;
    if (grant !== "authorization-code") return this.#identified(undefined, now);
    const { challengeMethods, authorizationEndpoint, issuer } = this.#facts().server;
    // [2026-07-28 basic/authorization/security-considerations#authorization-code-protection]
    if (challengeMethods?.includes("S256") !== true) {
      return this.#fail("no-pkce", `${issuer} does not say that it checks codes by PKCE with S256`);
    }
    if (authorizationEndpoint === undefined)
      return this.#fail("discovery", `${issuer} names no authorization endpoint`);
    return this.#to("redirect", { type: "prepare-redirect" });
  }

  #refresh(client: ClientIdentity): readonly FlowOutput[] {
    const held = this.#goal.held;
    const refreshToken = this.#secret(held?.tokens.refreshToken ?? "");
    this.#client = client;
    this.#scope = held?.scope;
    return this.#askToken(refreshFields(refreshToken, this.#facts().resource.resource));
  }

  #redirectReady({ uri, state, verifier, challenge }: Redirect, now: number): readonly FlowOutput[] {
    // [2026-07-28 basic/authorization/security-considerations#communication-security]
    const checked = checkEndpoint(uri, { allowPrivate: true });
    if ("refused" in checked) throw new UsageError("redirect", `The redirect ${shorten(uri)} ${checked.refused}`);
    this.#redirect = { uri, state, verifier: this.#secret(verifier), challenge };
    return this.#identified(uri, now);
  }

  #identified(redirectUri: string | undefined, now: number): readonly FlowOutput[] {
    const { server } = this.#facts();
    const { client: options } = this.#settings;
    const chosen = chooseRegistration({
      options,
      server,
      stored: this.#stored,
      knownIssuer: this.#goal.held?.issuer ?? this.#goal.knownIssuer,
      redirectUri,
      now,
    });
    switch (chosen.type) {
      case "client":
        return this.#known(chosen.client);
      case "refused":
        return this.#fail(chosen.reason, chosen.message);
      case "register": {
        this.#registration = registrationBody(redirectUri ?? "", server, options);
        const body = JSON.stringify(this.#registration);
        const headers = { "content-type": "application/json", accept: "application/json" };
        return this.#ask({
          purpose: "registration",
          method: "POST",
          url: server.registrationEndpoint ?? "",
          headers,
          body,
        });
      }
    }
  }

  #registered(answer: Answer): readonly FlowOutput[] {
    const { issuer } = this.#facts().server;
    const read = readRegistration(answer, this.#registration);
    if ("refused" in read) return this.#fail("registration", `${issuer} did not register the client: ${read.refused}`);
    return [{ type: "save-client", issuer, client: read.value }, ...this.#known(read.value)];
  }

  #known(client: ClientIdentity): readonly FlowOutput[] {
    this.#client = client;
    this.#secret(client.secret ?? "");
    const { server, resource } = this.#facts();
    this.#scope = this.#selectScope();
    const scope = this.#scope;
    switch (this.#settings.grant) {
      case "authorization-code":
        return this.#open(client.id);
      case "client-credentials":
        return this.#askToken(clientCredentialsFields({ resource: resource.resource, scope }));
      case "enterprise":
      case "workload":
        return this.#to("assertion", {
          type: "ask-assertion",
          audience: server.issuer,
          resource: resource.resource,
          scope,
        });
    }
  }

  #selectScope(): string | undefined {
    const { scope: configured, offlineAccess, grant } = this.#settings;
    const { challenge, held } = this.#goal;
    const { server, resource } = this.#facts();
    const isKnown = (scope: string): boolean =>
      scope !== "offline_access" || server.scopesSupported?.includes(scope) === true;
    const selected = selectScope({
      configured,
      challenged: challenge.scope,
      previous: held?.issuer === server.issuer ? held.scope : undefined,
      supported: resource.scopesSupported,
    });
    const scope = joinScopes(splitScope(selected).filter(isKnown));
    // Alone it would stand for all the rest, which the server then would not give.
    const wantsRefresh =
      offlineAccess && grant === "authorization-code" && scope !== undefined && isKnown("offline_access");
    return wantsRefresh ? unionOf(scope, "offline_access") : scope;
  }

  /* --------------------------------------------------------------- grants -------------------------------------------------- */

  #open(clientId: string): readonly FlowOutput[] {
    const { server, resource } = this.#facts();
    const { uri, state, challenge } = this.#redirect ?? { uri: "", state: "", challenge: "" };
    const url = authorizationUrl({
      endpoint: server.authorizationEndpoint ?? "",
      clientId,
      redirectUri: uri,
      state,
      codeChallenge: challenge,
      resource: resource.resource,
      scope: this.#scope,
      extra: this.#settings.extra,
    });
    return this.#to("user", { type: "open", url, redirectUri: uri, state });
  }

  #returned(url: string): readonly FlowOutput[] {
    const { server, resource } = this.#facts();
    const redirect = this.#redirect;
    if (redirect === undefined) return this.#fail("bad-response", "The user returned from nowhere");
    const { issuer, sendsIssuer } = server;
    const response = readAuthorizationResponse(url, { state: redirect.state, issuer, sendsIssuer });
    if ("refused" in response) return this.#fail(response.refused, response.message);
    const { verifier, uri: redirectUri } = redirect;
    return this.#askToken(codeFields({ code: this.#secret(response.code), verifier, redirectUri }, resource.resource));
  }

  #asserted(token: string, subjectTokenType: string): readonly FlowOutput[] {
    this.#secret(token);
    const { server, resource } = this.#facts();
    const target = { resource: resource.resource, scope: this.#scope };
    if (this.#settings.grant === "workload") return this.#askToken(jwtBearerFields(token, target));
    const provider = this.#settings.identityProvider;
    if (provider === undefined) return this.#fail("discovery", "There is no identity provider");
    this.#secret(provider.client.secret ?? "");
    const audience = server.issuer;
    const method = chooseAuthMethod({ client: provider.client, supported: undefined, hasKey: false }) ?? "none";
    const { headers, fields } = authenticate(method, provider.client);
    const form: FormFields = [
      ...exchangeFields({ ...target, audience, subjectToken: token, subjectTokenType }),
      ...fields,
    ];
    return this.#ask({
      purpose: "exchange",
      method: "POST",
      url: provider.tokenEndpoint,
      headers: { ...formHeaders, ...headers },
      body: encodeForm(form),
    });
  }

  #exchanged(answer: Answer): readonly FlowOutput[] {
    const read = readExchangeAnswer(answer);
    if ("error" in read)
      return this.#fail("token-rejected", `The identity provider gave no assertion: ${describe(read)}`);
    const { resource } = this.#facts().resource;
    return this.#askToken(jwtBearerFields(this.#secret(read.assertion), { resource, scope: this.#scope }));
  }

  #askToken(grant: FormFields): readonly FlowOutput[] {
    const { server } = this.#facts();
    const client = this.#client ?? { id: "" };
    this.#secret(client.secret ?? "");
    const {
      client: { hasKey },
      proofAlgorithm,
    } = this.#settings;
    if (proofAlgorithm !== undefined && server.dpopAlgorithms?.includes(proofAlgorithm) === false) {
      const taken = server.dpopAlgorithms.join(", ");
      return this.#fail("not-bound", `${server.issuer} takes proofs signed with ${taken}, not with ${proofAlgorithm}`);
    }
    const method = chooseAuthMethod({ client, supported: server.authMethods, hasKey });
    if (method === undefined) {
      const taken = server.authMethods?.join(", ") ?? "nothing in particular";
      return this.#fail("client-authentication", `${server.issuer} takes ${taken}, none of which this client can`);
    }
    const { headers, fields, isSigned } = authenticate(method, client);
    return this.#ask({
      purpose: "token",
      method: "POST",
      url: server.tokenEndpoint,
      headers: { ...formHeaders, ...headers },
      body: encodeForm([
        ...grant,
        ...fields,
        ...(isSigned ? [["client_assertion_type", ASSERTION_TYPE] as const] : []),
      ]),
      ...(isSigned ? { sign: { audience: server.issuer, clientId: client.id } } : {}),
      isProven: proofAlgorithm !== undefined,
    });
  }

  #tokenAnswered(request: FlowRequest, answer: Answer): readonly FlowOutput[] {
    const read = readTokenAnswer(answer);
    if ("error" in read) return this.#tokenRefused(request, read, answer.nonce !== undefined);
    const { server, resource } = this.#facts();
    const isBound = this.#settings.proofAlgorithm !== undefined;
    if ((read.tokens.tokenType === "DPoP") !== isBound) {
      const message = `${server.issuer} gave a ${read.tokens.tokenType} token where ${isBound ? "one bound to a key" : "a bearer token"} was wanted`;
      return this.#fail("not-bound", message);
    }
    const held = this.#isRefreshing ? this.#goal.held : undefined;
    this.#phase = "over";
    this.#request = undefined;
    const client = this.#client ?? { id: "" };
    const owner = { issuer: server.issuer, clientId: client.id };
    // Logins at other servers of the issuer may register anew; what was issued to this client it alone can refresh.
    const isOfOptions = clientOf(owner, this.#settings.client, undefined) !== undefined;
    const credential: Credential = {
      ...owner,
      ...(isOfOptions ? {} : { client }),
      resource: resource.resource,
      server,
      ...(this.#scope === undefined ? {} : { scope: this.#scope }),
      tokens: held === undefined ? read.tokens : renewedTokens(held.tokens, read.tokens),
    };
    return [{ type: "done", credential }];
  }

  #tokenRefused(request: FlowRequest, error: TokenError, hasNonce: boolean): readonly FlowOutput[] {
    if (error.error === "use_dpop_nonce" && hasNonce && request.isProven && !this.#hadNonce) {
      this.#hadNonce = true;
      return [request];
    }
    const { issuer } = this.#facts().server;
    // A registration that the server has lost is made anew at the next attempt.
    const isLost = error.error === "invalid_client" && this.#stored !== undefined && this.#client === this.#stored;
    const forgotten: readonly FlowOutput[] = isLost ? [{ type: "forget-client", issuer }] : [];
    if (!this.#isRefreshing) {
      return [...forgotten, ...this.#fail("token-rejected", `${issuer} gave no token: ${describe(error)}`)];
    }
    // What is no verdict on the token must not cost it.
    if (error.error === "malformed" || error.status >= 500 || error.status === 429) {
      return this.#fail("unreachable", `${issuer} could not refresh the token: ${describe(error)}`);
    }
    if (this.#goal.type === "refresh") {
      return [
        ...forgotten,
        ...this.#fail("refresh-rejected", `${issuer} refused to refresh: ${describe(error)}`, true),
      ];
    }
    this.#isRefreshing = false;
    this.#hadNonce = false;
    this.#request = undefined;
    return [...forgotten, ...this.#to("client", { type: "load-client", issuer })];
  }

  /* -------------------------------------------------------------- machinery ------------------------------------------------ */

  #answered(request: FlowRequest, answer: Answer): readonly FlowOutput[] {
    switch (request.purpose) {
      case "resource-metadata":
      case "server-metadata":
        return this.#discovered(this.#discovery?.answered(answer));
      case "registration":
        return this.#registered(answer);
      case "exchange":
        return this.#exchanged(answer);
      case "token":
        return this.#tokenAnswered(request, answer);
      case "revocation":
        // No flow asks for it.
        return this.#fail("bad-response", "Nothing was revoked");
    }
  }

  #unreachable({ purpose, url }: FlowRequest, message: string): readonly FlowOutput[] {
    const text = `${new URL(url).origin} cannot be reached: ${message}`;
    const isDiscovery = purpose === "resource-metadata" || purpose === "server-metadata";
    return isDiscovery ? this.#discovered(this.#discovery?.unreachable(text)) : this.#fail("unreachable", text);
  }

  #ask(request: Omit<FlowRequest, "type" | "isProven"> & { readonly isProven?: boolean }): readonly FlowOutput[] {
    const asked: FlowRequest = { type: "request", isProven: false, ...request };
    this.#phase = asked.purpose;
    this.#request = asked;
    return [asked];
  }

  #to(phase: Phase, output: FlowOutput): readonly FlowOutput[] {
    this.#phase = phase;
    this.#request = undefined;
    return [output];
  }

  #fail(reason: FailureReason, message: string, forget = false): readonly FlowOutput[] {
    this.#phase = "over";
    this.#request = undefined;
    let text = message;
    for (const secret of this.#secrets) text = text.replaceAll(secret, "…");
    return [{ type: "failed", reason, message: text, forget }];
  }

  #secret(text: string): string {
    if (text !== "") this.#secrets.add(text);
    return text;
  }

  /** What is known from `client` on. */
  #facts(): { readonly server: ServerMetadata; readonly resource: ResourceMetadata } {
    if (this.#server === undefined || this.#resource === undefined) {
      throw new UsageError("flow", "The flow has not found its servers yet");
    }
    return { server: this.#server, resource: this.#resource };
  }
}

const formHeaders = { "content-type": "application/x-www-form-urlencoded", accept: "application/json" } as const;

function describe({ error, description }: TokenError): string {
  return description === undefined ? error : `${error} (${description})`;
}
