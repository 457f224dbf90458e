import { describe, expect, it } from "vitest";
import { checkEndpoint } from "./endpoint-url.js";
import { decodeForm, encodeForm } from "./form.js";
import { readCredential } from "./credential.js";
import { authenticate } from "./client-authentication.js";
import { isMetadataUrl, applicationType } from "./client-registration.js";
import { canonicalResource } from "./metadata.js";
import { held, serverUrl } from "../../test/flow-bench.js";

describe("an endpoint", () => {
  // 2026-07-28/basic/authorization/security-considerations#communication-security/2
  it.each<[unknown, boolean, boolean]>([
    ["https://as.example.com/x", true, true],
    ["http://as.example.com/x", false, false],
    ["http://localhost:1/x", false, true],
    ["http://127.0.0.1:1/x", false, true],
    ["http://[::1]:1/x", false, true],
    ["https://localhost/x", false, true],
    ["https://10.1.2.3/", false, true],
    ["https://172.16.0.1/", false, true],
    ["https://172.32.0.1/", true, true],
    ["https://192.168.1.1/", false, true],
    ["https://169.254.169.254/", false, true],
    ["https://100.64.0.1/", false, true],
    ["https://0.0.0.0/", false, true],
    ["https://2130706433/", false, true],
    ["https://0x7f.1/", false, true],
    ["https://[fd00::1]/", false, true],
    ["https://[fe80::1]/", false, true],
    ["https://[::ffff:10.0.0.1]/", false, true],
    ["https://[2606:4700::1]/", true, true],
    ["https://[::1]/", false, true],
    ["https://[::]/", false, true],
    ["https://[::10.0.0.1]/", false, true],
    ["https://[64:ff9b::10.0.0.1]/", false, true],
    ["https://[64:ff9b:1::1]/", false, true],
    ["https://[2002:a00:1::1]/", false, true],
    ["https://[2001::1]/", false, true],
    ["https://[2001:0:a00:1::]/", false, true],
    ["https://[2001:db8::1]/", false, true],
    ["https://[3fff:1::1]/", false, true],
    ["https://[2001:4860:4860::8888]/", true, true],
    ["https://[ff02::1]/", false, true],
    ["https://[100::1]/", false, true],
    ["https://192.0.0.8/", false, true],
    ["https://192.0.2.1/", false, true],
    ["https://192.1.2.1/", true, true],
    ["https://192.88.99.1/", false, true],
    ["https://198.18.0.1/", false, true],
    ["https://198.51.100.1/", false, true],
    ["https://203.0.113.1/", false, true],
    ["https://224.0.0.1/", false, true],
    ["https://255.255.255.255/", false, true],
    ["https://8.8.8.8/", true, true],
    ["https://017700000001/", false, true],
    ["https://10.1/", false, true],
    ["https://printer.local/", false, true],
    ["https://intranet/", false, true],
    ["https://keycloak./", false, true],
    ["https://nas.home.arpa/", false, true],
    ["https://metadata.google.internal./", false, true],
    ["http://localhost.evil.com/", false, false],
    ["https://u:p@as.example.com/", false, false],
    ["javascript:alert(1)", false, false],
    ["file:///etc/passwd", false, false],
    ["nonsense", false, false],
    [undefined, false, false],
  ])("at %s may be spoken to: %s from outside, %s from inside", (url, outside, inside) => {
    expect([
      "url" in checkEndpoint(url, { allowPrivate: false }),
      "url" in checkEndpoint(url, { allowPrivate: true }),
    ]).toEqual([outside, inside]);
  });
});

describe("forms", () => {
  it("say any text, and come back as they were", () => {
    const fields = [
      ["a b", "ä&=+%'()*!~\n"],
      ["", ""],
      ["x", "https://a/?b=c"],
    ] as const;
    expect(encodeForm(fields)).toBe(new URLSearchParams(fields.map(([a, b]) => [a, b])).toString());
    expect([...(decodeForm(encodeForm(fields)) ?? [])]).toEqual(fields.map(([a, b]) => [a, b]));
  });

  it.each(["", "f", "fo", "foo", "ä:b~"])("in HTTP Basic they are what a host makes of them: %j", (secret) => {
    expect(authenticate("client_secret_basic", { id: "c", secret }).headers["authorization"]).toBe(
      `Basic ${btoa(`c:${new URLSearchParams([["", secret]]).toString().slice(1)}`)}`,
    );
  });
});

describe("names", () => {
  // 2026-07-28/basic/authorization/client-registration#implementation-requirements/3
  // 2025-11-25/basic/authorization#implementation-requirements/3
  it.each([
    ["https://app.example.com/client.json", true],
    ["https://app.example.com/", false],
    ["http://app.example.com/client.json", false],
    ["https://app.example.com/client.json#x", false],
    ["client", false],
  ])("%s is the place of a client's metadata: %s", (url, is) => {
    expect(isMetadataUrl(url)).toBe(is);
  });

  it.each([
    ["http://127.0.0.1:1/cb", "native"],
    ["http://localhost/cb", "native"],
    ["com.example.app:/cb", "native"],
    ["https://app.example.com/cb", "web"],
    ["https://localhost/cb", "native"],
  ])("a client that is returned to at %s is %s", (url, type) => {
    expect(applicationType(url)).toBe(type);
  });

  // 2025-06-18/basic/authorization#canonical-server-uri/2 2025-06-18/basic/authorization#canonical-server-uri/3
  // 2025-11-25/basic/authorization#canonical-server-uri/2 2025-11-25/basic/authorization#canonical-server-uri/3
  // 2026-07-28/basic/authorization/index#canonical-server-uri/2 2026-07-28/basic/authorization/index#canonical-server-uri/3
  it.each([
    ["https://a.example.com/", "https://a.example.com"],
    ["https://a.example.com/mcp/", "https://a.example.com/mcp/"],
    ["https://a.example.com:8443/x?y#z", "https://a.example.com:8443/x?y"],
  ])("the resource at %s is %s", (url, resource) => {
    expect(canonicalResource(url)).toBe(resource);
  });
});

describe("what a store gave back", () => {
  const rules = { allowPrivate: false };

  it("is a credential if it was one", () => {
    const whole = { ...held, client: { id: held.clientId, secret: "s" } };
    expect(readCredential(JSON.parse(JSON.stringify(whole)), serverUrl, rules)).toEqual(whole);
  });

  it.each<[string, unknown]>([
    ["nothing", undefined],
    ["text", "x"],
    ["another server's", { ...held, resource: "https://other.example.com/mcp" }],
    ["an issuer's that is not the endpoint's", { ...held, issuer: "https://other.example.com" }],
    ["an endpoint in the clear", { ...held, server: { ...held.server, tokenEndpoint: "http://as.example.com/token" } }],
    ["a token that no header can carry", { ...held, tokens: { ...held.tokens, accessToken: "a\nb" } }],
    ["no tokens", { ...held, tokens: null }],
  ])("is of no use if it is %s", (_title, value) => {
    expect(readCredential(value, serverUrl, rules)).toBeUndefined();
  });
});
