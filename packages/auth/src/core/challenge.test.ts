import { describe, expect, it } from "vitest";
import { parseChallenges, readOAuthChallenge } from "./challenge.js";

const plain = (field: string | null) =>
  parseChallenges(field).map(({ scheme, params }) => [scheme, Object.fromEntries(params)]);

describe("WWW-Authenticate", () => {
  // 2026-07-28/basic/authorization/authorization-server-discovery#protected-resource-metadata-discovery-requirements/4
  // 2025-11-25/basic/authorization#protected-resource-metadata-discovery-requirements/9
  // 2025-06-18/basic/authorization#authorization-server-location/4
  it.each<[string, string | null, unknown]>([
    ["an absent field", null, []],
    ["an empty field", " , ", []],
    ["a scheme alone", "Bearer", [["bearer", {}]]],
    ["tokens and quoted strings", 'Bearer realm=x, scope="a b"', [["bearer", { realm: "x", scope: "a b" }]]],
    ["escapes in quotes", String.raw`Bearer a="x\"y\\z"`, [["bearer", { a: 'x"y\\z' }]]],
    [
      "a comma and a scheme in quotes",
      'Bearer a="x, Basic realm=y", b=z',
      [["bearer", { a: "x, Basic realm=y", b: "z" }]],
    ],
    [
      "several challenges",
      'Basic realm="r", DPoP algs="ES256", Bearer scope=s',
      [
        ["basic", { realm: "r" }],
        ["dpop", { algs: "ES256" }],
        ["bearer", { scope: "s" }],
      ],
    ],
    [
      "token68 before another challenge",
      "Negotiate YWJj==, Bearer scope=s",
      [
        ["negotiate", {}],
        ["bearer", { scope: "s" }],
      ],
    ],
    ["capitals and blanks around the sign", 'BEARER  Scope = "s" ,  ERROR=e', [["bearer", { scope: "s", error: "e" }]]],
    [
      "a URL without quotes",
      "Bearer resource_metadata=https://a.example.com/x?y=z, scope=s",
      [["bearer", { resource_metadata: "https://a.example.com/x?y=z", scope: "s" }]],
    ],
    [
      "a name that only ends like ours",
      'Bearer x_scope="no", scope="yes"',
      [["bearer", { x_scope: "no", scope: "yes" }]],
    ],
    ["a parameter twice", "Bearer scope=a, scope=b", [["bearer", { scope: "a" }]]],
    ["a quote that is never closed", 'Bearer error="x, scope=s', [["bearer", { scope: "s" }]]],
    ["a parameter before any scheme", 'scope="a", Bearer scope=b', [["bearer", { scope: "b" }]]],
    [
      "names of prototypes",
      "Bearer __proto__=x, constructor=y",
      [
        [
          "bearer",
          Object.fromEntries([
            ["__proto__", "x"],
            ["constructor", "y"],
          ]),
        ],
      ],
    ],
  ])("reads %s", (_title, field, expected) => {
    expect(plain(field)).toEqual(expected);
  });

  it("takes no more than linear time, whatever it is given", () => {
    for (const piece of ['"', "\\", "=", ",", " ", 'a="', "a=b,", "Bearer "]) {
      // CPU time, in µs: the machine may be busy with something else.
      const began = process.cpuUsage();
      parseChallenges(piece.repeat(200_000));
      expect(process.cpuUsage(began).user).toBeLessThan(500_000);
    }
  });

  it("is about OAuth in its Bearer and DPoP challenges, DPoP first", () => {
    expect(
      readOAuthChallenge(
        'Basic scope="no", Bearer scope="b", resource_metadata="https://a/", DPoP error="use_dpop_nonce", scope=""',
      ),
    ).toEqual({ error: "use_dpop_nonce", scope: "b", resourceMetadata: "https://a/" });
    expect(readOAuthChallenge("Basic realm=x")).toEqual({});
  });
});
