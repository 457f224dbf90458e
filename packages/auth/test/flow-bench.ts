/** A flow under test: servers that are plain tables, a user who does as told, and a list of what was asked for. */
import { AuthorizationFlow } from "../src/core/flow.js";
import type { FlowGoal, FlowInput, FlowOutput, FlowRequest, FlowSettings } from "../src/core/flow-contract.js";
import type { ClientIdentity } from "../src/core/client-registration.js";
import type { Credential } from "../src/core/credential.js";
import { decodeForm } from "../src/core/form.js";
import type { Answer } from "../src/core/token.js";

export const serverUrl = "https://mcp.example.com/mcp";
export const issuer = "https://as.example.com";
export const redirectUri = "http://127.0.0.1:4000/callback";

export const resourceDocument = { resource: serverUrl, authorization_servers: [issuer] };
export const serverDocument = {
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  registration_endpoint: `${issuer}/register`,
  code_challenge_methods_supported: ["S256"],
  token_endpoint_auth_methods_supported: ["none", "client_secret_basic", "client_secret_post"],
  authorization_response_iss_parameter_supported: true,
};

export const places = {
  resource: "https://mcp.example.com/.well-known/oauth-protected-resource/mcp",
  resourceRoot: "https://mcp.example.com/.well-known/oauth-protected-resource",
  server: `${issuer}/.well-known/oauth-authorization-server`,
  openid: `${issuer}/.well-known/openid-configuration`,
  register: `${issuer}/register`,
  token: `${issuer}/token`,
};

/** A body, or a whole answer, or a connection that cannot be made. */
export type Served = object | string | Partial<Answer> | "unreachable" | ((request: FlowRequest) => Served);

export const token = { access_token: "at-1", token_type: "Bearer", expires_in: 60, refresh_token: "rt-1" };

export const usual: Readonly<Record<string, Served>> = {
  [places.resource]: resourceDocument,
  [places.server]: serverDocument,
  [places.register]: { status: 201, body: JSON.stringify({ client_id: "registered" }) },
  [places.token]: token,
};

export const settings: FlowSettings = {
  serverUrl,
  grant: "authorization-code",
  client: { hasKey: false, mayRegister: true },
  offlineAccess: true,
  legacyFallback: true,
  rules: { allowPrivate: false },
  extra: {},
};

export interface Play {
  readonly settings?: Partial<FlowSettings>;
  readonly goal?: Partial<FlowGoal>;
  readonly served?: Readonly<Record<string, Served | undefined>>;
  readonly stored?: ClientIdentity;
  /** What the user comes back with, given what he was sent to. Default: consent. */
  readonly user?: (visited: URL) => string;
  readonly assertion?: string;
}

export interface Played {
  readonly requests: readonly FlowRequest[];
  readonly outputs: readonly FlowOutput[];
  /** `GET url` or `POST url`, in order. */
  readonly asked: readonly string[];
  readonly opened: URL | undefined;
  readonly credential: Credential | undefined;
  readonly failure: { readonly reason: string; readonly message: string; readonly forget: boolean } | undefined;
  /** The fields of the last request to a URL. */
  form(url: string): Readonly<Record<string, string>>;
}

export const now = 1_000_000;

export function play(given: Play = {}): Played {
  const flow = new AuthorizationFlow({ ...settings, ...given.settings });
  const served: Readonly<Record<string, Served | undefined>> = { ...usual, ...given.served };
  let stored = given.stored;
  const outputs: FlowOutput[] = [];
  let waiting: FlowInput | undefined = { type: "begin", goal: { type: "login", challenge: {}, ...given.goal } };
  for (let steps = 0; waiting !== undefined && steps < 50; steps++) {
    const made: readonly FlowOutput[] = flow.handle(waiting);
    waiting = undefined;
    for (const output of made) {
      outputs.push(output);
      if (output.type === "request") waiting = serve(output, served[output.url]);
      if (output.type === "load-client") waiting = { type: "client", client: stored, now };
      if (output.type === "forget-client") stored = undefined;
      if (output.type === "prepare-redirect") {
        waiting = {
          type: "redirect",
          uri: redirectUri,
          state: "state-1",
          verifier: "verifier-1",
          challenge: "challenge-1",
          now,
        };
      }
      if (output.type === "open") {
        const consent = (): string => `${redirectUri}?code=code-1&state=state-1&iss=${encodeURIComponent(issuer)}`;
        waiting = { type: "returned", url: (given.user ?? consent)(new URL(output.url)) };
      }
      if (output.type === "ask-assertion") waiting = { type: "assertion", token: given.assertion ?? "assertion-1" };
    }
  }
  const requests = outputs.filter((output) => output.type === "request");
  const opened = outputs.find((output) => output.type === "open");
  const done = outputs.find((output) => output.type === "done");
  return {
    requests,
    outputs,
    asked: requests.map(({ method, url }) => `${method} ${url}`),
    opened: opened === undefined ? undefined : new URL(opened.url),
    credential: done?.credential,
    failure: outputs.find((output) => output.type === "failed"),
    form: (url) =>
      Object.fromEntries(decodeForm(requests.findLast((request) => request.url === url)?.body ?? "") ?? []),
  };
}

function serve(request: FlowRequest, found: Served | undefined): FlowInput {
  if (found === undefined) return { type: "answer", answer: { status: 404, body: "not found", now } };
  if (typeof found === "function") return serve(request, found(request));
  if (found === "unreachable") return { type: "unreachable", message: "connection refused" };
  if (typeof found === "string") return { type: "answer", answer: { status: 200, body: found, now } };
  if ("status" in found && typeof found.status === "number") {
    return { type: "answer", answer: { body: "", now, ...found, status: found.status } };
  }
  return { type: "answer", answer: { status: 200, contentType: "application/json", body: JSON.stringify(found), now } };
}

/** What is held after a login at the usual servers. */
export const held: Credential = {
  issuer,
  resource: serverUrl,
  server: {
    issuer,
    authorizationEndpoint: `${issuer}/authorize`,
    tokenEndpoint: places.token,
    registrationEndpoint: places.register,
    challengeMethods: ["S256"],
    authMethods: ["none"],
    sendsIssuer: true,
    takesMetadataUrls: false,
  },
  clientId: "registered",
  scope: "read",
  tokens: { accessToken: "at-0", tokenType: "Bearer", refreshToken: "rt-0", expiresAt: 1, scope: "read" },
};
