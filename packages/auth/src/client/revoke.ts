/** Asks an issuer to take back what it issued. Holds no rule: those are in the core. */
import { clientOf, readStoredClient } from "../core/client-registration.js";
import type { Credential } from "../core/credential.js";
import { judgeRevocation, planRevocation, readRevocation } from "../core/revocation.js";
import { redact } from "../http/without-secrets.js";
import { sendRequest, type FlowPorts } from "./flow-driver.js";
import { clientKey } from "./store.js";

/** What a logout came to. The tokens are forgotten here in every case. */
export type LogoutResult =
  /** Their issuer takes them no more. */
  | { readonly type: "revoked" }
  /** Copies of them may be good until they end; `reason` says why, and holds no token. */
  | { readonly type: "forgotten"; readonly reason: string }
  /** There was no login. */
  | { readonly type: "nothing-held" };

/** Rejects with what the store or a signer threw alone. */
export async function revoke(held: Credential, ports: FlowPorts): Promise<LogoutResult> {
  const { client: options } = ports.settings;
  const stored = readStoredClient(await ports.store.get(clientKey(held.issuer)));
  const client = clientOf(held, options, stored);
  const plan = planRevocation(held, client, options.hasKey);
  if (plan.reason !== undefined) return { type: "forgotten", reason: plan.reason };
  const secrets = [held.tokens.accessToken, held.tokens.refreshToken ?? "", client?.secret ?? ""];
  const answers: (string | undefined)[] = [];
  for (const request of plan.requests) {
    const came = await sendRequest(request, ports);
    answers.push(
      came.type === "answer" ? readRevocation(came.answer) : `it cannot be reached: ${redact(came.message, secrets)}`,
    );
  }
  const why = judgeRevocation(answers);
  return why === undefined
    ? { type: "revoked" }
    : { type: "forgotten", reason: `${held.issuer} did not revoke the tokens: ${why}` };
}
