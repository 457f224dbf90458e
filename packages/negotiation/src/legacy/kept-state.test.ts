import { request, type JSONObject } from "@mcpwire/jsonrpc";
import { describe, expect, it } from "vitest";
import { FakeExchange, FakeLink, fakeHost, initialize } from "../../test/fake-server.js";
import { createServerEra } from "../create-server-era.js";
import type { ServerEra } from "../era.js";

/** A link whose values are kept as a store elsewhere keeps them: as JSON. */
class KeptLink extends FakeLink {
  readonly kept = new Map<string, string>();

  keep(name: string, value: unknown): void {
    if (value === undefined) this.kept.delete(name);
    else this.kept.set(name, JSON.stringify(value));
  }

  /** What another process finds. */
  get found(): JSONObject {
    return Object.fromEntries([...this.kept].map(([name, value]) => [name, JSON.parse(value)]));
  }
}

function serve(revisions?: readonly string[]) {
  const host = fakeHost({
    "tools/call": (_params, context) => {
      for (const level of ["debug", "error"] as const) void context.log(level, level);
      return { at: context.revision.name, client: context.clientInfo, declared: context.clientCapabilities };
    },
  });
  const era = createServerEra(host, revisions === undefined ? {} : { revisions });
  const link = new KeptLink();
  era.attach(link);
  return { era, link };
}

function send(era: ServerEra, link: FakeLink, method: string, params: JSONObject = {}): FakeExchange {
  const exchange = new FakeExchange(
    method === "initialize" ? initialize("2025-06-18", { sampling: {} }) : request(1, method, params),
    link,
  );
  era.accept(exchange);
  return exchange;
}

const heard = (link: FakeLink) => link.notifications.map(({ method, params }) => params?.uri ?? method.split("/")[1]);

describe("a legacy link that goes on in another process", () => {
  it("knows its client, its revision, its level of logs and its subscriptions there", () => {
    const [a, b] = [serve(), serve()];
    send(a.era, a.link, "initialize");
    a.era.take({ jsonrpc: "2.0", method: "notifications/initialized" }, a.link);
    send(a.era, a.link, "logging/setLevel", { level: "error" });
    for (const uri of ["x:1", "x:2", "__proto__"]) send(a.era, a.link, "resources/subscribe", { uri });
    send(a.era, a.link, "resources/unsubscribe", { uri: "x:2" });

    expect(b.era.restore?.(b.link, a.link.found)).toBe(true);
    expect(b.link.settled).toMatchObject([{ revision: "2025-06-18" }]);
    const call = send(b.era, b.link, "tools/call");
    expect(call.result).toMatchObject({
      at: "2025-06-18",
      client: { name: "c", version: "1" },
      declared: { sampling: {} },
    });
    expect(call.notifications.map(({ params }) => params?.level)).toEqual(["error"]);
    for (const uri of ["x:1", "x:2", "__proto__"]) b.era.changed({ type: "resource", uri });
    b.era.changed({ type: "tools" });
    expect(heard(b.link)).toEqual(["x:1", "__proto__", "tools"]);
    expect(send(b.era, b.link, "initialize").error.code).toBe(-32600);
  });

  it("hears of no list before its client is ready, and from then on wherever that was said", () => {
    const [a, b] = [serve(), serve()];
    send(a.era, a.link, "initialize");
    b.era.restore?.(b.link, a.link.found);
    b.era.changed({ type: "tools" });
    expect(heard(b.link)).toEqual([]);
    a.era.take({ jsonrpc: "2.0", method: "notifications/initialized" }, a.link);
    b.era.restore?.(b.link, a.link.found);
    b.era.changed({ type: "tools" });
    expect(heard(b.link)).toEqual(["tools"]);
  });

  it("follows what changes elsewhere, and keeps what it says itself", () => {
    const [a, b] = [serve(), serve()];
    send(a.era, a.link, "initialize");
    send(a.era, a.link, "resources/subscribe", { uri: "x:1" });
    b.era.restore?.(b.link, a.link.found);
    send(b.era, b.link, "resources/subscribe", { uri: "x:2" });
    expect([...b.link.kept]).toEqual([["resource:x:2", "true"]]);
    send(a.era, a.link, "resources/unsubscribe", { uri: "x:1" });
    b.era.restore?.(b.link, { ...a.link.found, "resource:x:2": true });
    for (const uri of ["x:1", "x:2"]) b.era.changed({ type: "resource", uri });
    expect(heard(b.link)).toEqual(["x:2"]);
    expect(b.link.settled).toHaveLength(1);
  });

  it.each<[string, JSONObject]>([
    ["nothing was kept", {}],
    ["its revision is not served", { handshake: { revision: "2025-06-18", clientCapabilities: {} } }],
    ["what was kept is no handshake", { handshake: "2025-11-25" }],
    ["its revision is modern", { handshake: { revision: "2026-07-28", clientCapabilities: {} } }],
  ])("cannot, where %s", (_why, kept) => {
    const { era, link } = serve(["2026-07-28", "2025-11-25"]);
    expect(era.restore?.(link, kept)).toBe(false);
    expect([link.state, link.settled]).toEqual([undefined, []]);
  });

  it("cannot, once the server is closed", async () => {
    const [a, b] = [serve(), serve()];
    send(a.era, a.link, "initialize");
    await b.era.close();
    expect(b.era.restore?.(b.link, a.link.found)).toBe(false);
  });
});
