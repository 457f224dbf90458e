/**
 * The end of a login: the tokens are handed back to their issuer, so that whoever copied them has nothing (RFC 7009).
 * [2026-07-28 basic/authorization/security-considerations#token-theft]
 */
import { authenticate, chooseAuthMethod } from "./client-authentication.js";
import type { ClientIdentity } from "./client-registration.js";
import type { Credential } from "./credential.js";
import type { FlowRequest } from "./flow-contract.js";
import { encodeForm } from "./form.js";
import { parseObject, textIn } from "./json.js";
import { ASSERTION_TYPE, type Answer } from "./token.js";

export interface RevocationPlan {
  /** In this order. The refresh token first: from it an issuer can end the rest too. */
  readonly requests: readonly FlowRequest[];
  /** Why there are none. */
  readonly reason?: string;
}

export function planRevocation(
  { server, tokens }: Credential,
  client: ClientIdentity | undefined,
  hasKey: boolean,
): RevocationPlan {
  const { issuer, revocationEndpoint, revocationAuthMethods, authMethods } = server;
  if (revocationEndpoint === undefined) return none(`${issuer} offers no way to revoke tokens`);
  if (client === undefined) return none(`The client that ${issuer} gave the tokens to is not known any more`);
  // Nothing said means Basic by the letter; servers that say nothing mean what they said of tokens.
  const method = chooseAuthMethod({ client, supported: revocationAuthMethods ?? authMethods, hasKey });
  if (method === undefined) return none(`${issuer} takes no credentials for revoking that this client has`);
  const { headers, fields, isSigned } = authenticate(method, client);
  const given = [
    ["refresh_token", tokens.refreshToken],
    ["access_token", tokens.accessToken],
  ] as const;
  const requests = given.flatMap(([hint, token]): FlowRequest[] => {
    if (token === undefined) return [];
    const form = [
      ["token", token] as const,
      ["token_type_hint", hint] as const,
      ...fields,
      ...(isSigned ? [["client_assertion_type", ASSERTION_TYPE] as const] : []),
    ];
    return [
      {
        type: "request",
        purpose: "revocation",
        method: "POST",
        url: revocationEndpoint,
        headers: { "content-type": "application/x-www-form-urlencoded", accept: "application/json", ...headers },
        body: encodeForm(form),
        ...(isSigned ? { sign: { audience: issuer, clientId: client.id } } : {}),
        isProven: false,
      },
    ];
  });
  return { requests };
}

function none(reason: string): RevocationPlan {
  return { requests: [], reason };
}

/** Undefined: revoked, or unknown there, which is as good. Otherwise why not, in the server's code alone: its words may quote the token. */
export function readRevocation({ status, body }: Answer): string | undefined {
  if (status === 200) return undefined;
  const document = parseObject(body);
  const error = document === undefined ? undefined : textIn(document, "error");
  return error === undefined || !/^[a-z_]{1,60}$/.test(error) ? `HTTP ${status}` : error;
}

/** What became of each request, the refresh token's first. An access token that its issuer cannot recall ends by itself, and soon. */
export function judgeRevocation(answers: readonly (string | undefined)[]): string | undefined {
  const [first, ...rest] = answers;
  if (first !== undefined) return first;
  return rest.find((why) => why !== undefined && why !== "unsupported_token_type");
}
