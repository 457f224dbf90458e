/** The machine itself: what it takes, and when. */
import { describe, expect, it } from "vitest";
import { issuer, now, places, redirectUri, serverDocument, settings, token, usual } from "../../test/flow-bench.js";
import type { FlowInput } from "./flow-contract.js";
import { AuthorizationFlow } from "./flow.js";

describe("a redirect", () => {
  // 2026-07-28/basic/authorization/security-considerations#communication-security/3
  it.each(["http://app.example.com/cb", "com.example.app:/cb", "nonsense"])("to %s is the caller's mistake", (uri) => {
    const flow = new AuthorizationFlow(settings);
    const answer = (body: unknown) =>
      flow.handle({ type: "answer", answer: { status: 200, body: JSON.stringify(body), now } });
    flow.handle({ type: "begin", goal: { type: "login", challenge: {} } });
    answer(usual[places.resource]);
    answer(serverDocument);
    flow.handle({ type: "client", client: undefined, now });
    expect(() => flow.handle({ type: "redirect", uri, state: "s", verifier: "v", challenge: "c", now })).toThrow(
      expect.objectContaining({ code: "redirect" }),
    );
  });
});

describe("every input in every phase", () => {
  const inputs: readonly FlowInput[] = [
    { type: "begin", goal: { type: "login", challenge: {} } },
    { type: "answer", answer: { status: 404, body: "", now } },
    { type: "unreachable", message: "down" },
    { type: "client", client: undefined, now },
    { type: "redirect", uri: redirectUri, state: "s", verifier: "v", challenge: "c", now },
    { type: "returned", url: `${redirectUri}?code=c&state=s&iss=${encodeURIComponent(issuer)}` },
    { type: "cancelled", message: "no" },
    { type: "assertion", token: "t" },
  ];
  const ok = (body: unknown): FlowInput => ({
    type: "answer",
    answer: { status: 200, body: JSON.stringify(body), now },
  });
  const way: readonly FlowInput[] = [
    inputs[0] ?? { type: "cancelled", message: "" },
    ok(usual[places.resource]),
    ok(serverDocument),
    { type: "client", client: undefined, now },
    inputs[4] ?? { type: "cancelled", message: "" },
    ok({ client_id: "c" }),
    inputs[5] ?? { type: "cancelled", message: "" },
    ok(token),
  ];

  it("is taken or is the driver's mistake, and never anything else", () => {
    const outcomes: string[] = [];
    for (let steps = 0; steps <= way.length; steps++) {
      for (const input of inputs) {
        const flow = new AuthorizationFlow(settings);
        for (const step of way.slice(0, steps)) flow.handle(step);
        try {
          const outputs = flow.handle(input);
          expect(outputs.length).toBeGreaterThan(0);
          outcomes.push(`${steps} ${input.type}`);
        } catch (error) {
          expect(error).toMatchObject({ code: "flow" });
        }
      }
    }
    expect(outcomes).toEqual([
      "0 begin",
      "1 answer",
      "1 unreachable",
      "2 answer",
      "2 unreachable",
      "3 client",
      "4 redirect",
      "4 cancelled",
      "5 answer",
      "5 unreachable",
      "6 returned",
      "6 cancelled",
      "7 answer",
      "7 unreachable",
    ]);
  });
});
