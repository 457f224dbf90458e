import { METHOD_NOT_FOUND, ProtocolError, type JSONObject } from "@mcpwire/jsonrpc";
import { missingRequiredClientCapability } from "@mcpwire/protocol";
import { describe, expect, it } from "vitest";
import { fakeHost, form, modern, needInput, roots, sampling, url } from "../../test/fake-server.js";
import { callModern, sendModern } from "../../test/served.js";
import type { RequestContext } from "../era.js";

const serverInfo = { "io.modelcontextprotocol/serverInfo": { name: "fake", version: "1.0.0" } };
const capabilitiesKey = "io.modelcontextprotocol/clientCapabilities";

describe("a modern result", () => {
  it("says that it is complete and who answers [2026-07-28/basic/index#result-responses/4] [2026-07-28/basic/index#meta/12]", () => {
    expect(callModern(() => ({ content: [] })).response).toEqual({
      jsonrpc: "2.0",
      id: 1,
      result: { resultType: "complete", content: [], _meta: serverInfo },
    });
  });

  it("keeps the metadata that its handler gave", () => {
    expect(callModern(() => ({ content: [], _meta: { "a.example/x": 1 } })).result._meta).toEqual({
      ...serverInfo,
      "a.example/x": 1,
    });
  });

  it("of a handler that takes time is the same", async () => {
    const exchange = callModern(async () => ({ content: [] }));
    expect(exchange.response).toBeUndefined();
    await exchange.over;
    expect(exchange.result).toEqual({ resultType: "complete", content: [], _meta: serverInfo });
  });

  it("of an extension keeps its own type [2026-07-28/basic/index#resulttype/1]", () => {
    expect(callModern(() => ({ resultType: "task" })).result.resultType).toBe("task");
  });

  it("must not claim by itself to be a request for input", () => {
    const exchange = callModern(() => ({ resultType: "input_required" }));
    expect(exchange.error).toEqual({ code: -32603, message: "Internal error" });
    expect(exchange.host.reports).toMatchObject([{ code: "handler-error" }]);
  });

  it.each([undefined, null, 5, "text", []])("that is %j is an internal error, reported", (result) => {
    const exchange = callModern(() => result as unknown as JSONObject);
    expect(exchange.error).toEqual({ code: -32603, message: "Internal error" });
    expect(exchange.host.reports).toMatchObject([{ code: "handler-error" }]);
  });

  it("of a cacheable method carries the host's hints, made whole and not negative [2026-07-28/server/utilities/caching#cacheable-results/1] [2026-07-28/server/utilities/caching#time-to-live-ttl-field/5]", () => {
    const hints = (ttlMs: number) =>
      sendModern(
        fakeHost({ "tools/list": () => ({ tools: [] }) }, { cacheHints: () => ({ ttlMs, cacheScope: "public" }) }),
        modern(1, "tools/list"),
      ).result;
    expect(hints(1500.5)).toMatchObject({ ttlMs: 1500, cacheScope: "public" });
    expect(hints(-1)).toMatchObject({ ttlMs: 0 });
    expect(hints(Number.NaN)).toMatchObject({ ttlMs: 0 });
  });

  it("of any other method carries none", () => {
    expect(Object.keys(callModern(() => ({ content: [] })).result)).not.toContain("ttlMs");
  });
});

describe("server/discover", () => {
  const discover = (host = fakeHost(), revisions?: readonly string[]) =>
    sendModern(host, modern("d", "server/discover"), {}, revisions === undefined ? {} : { revisions });

  it("is answered without the host, with every version served, newest first [2026-07-28/server/discover#top/1] [2026-07-28/basic/versioning#protocol-version-negotiation/3]", () => {
    const host = fakeHost({}, { instructions: "Read me" });
    expect(discover(host).result).toEqual({
      resultType: "complete",
      supportedVersions: ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"],
      capabilities: host.capabilities,
      instructions: "Read me",
      ttlMs: 0,
      cacheScope: "private",
      _meta: serverInfo,
    });
  });

  it("lists no version that is not served, and no instructions that are not there", () => {
    const { result } = discover(fakeHost(), ["2026-07-28"]);
    expect(result.supportedVersions).toEqual(["2026-07-28"]);
    expect(result).not.toHaveProperty("instructions");
  });

  it("is one internal error where the hints fail", () => {
    const host = fakeHost(
      {},
      {
        cacheHints: () => {
          throw new Error("secret");
        },
      },
    );
    expect(discover(host).error).toEqual({ code: -32603, message: "Internal error" });
  });
});

describe("a method that is not there is -32601, which HTTP makes 404", () => {
  it.each([
    ["unknown to everybody", "nope", undefined],
    ["a member of every object", "constructor", undefined],
    ["of the handshake's era", "ping", "2026-07-28"],
    ["of the handshake's era", "logging/setLevel", "2026-07-28"],
    ["of the handshake's era", "resources/subscribe", "2026-07-28"],
    ["of the handshake's era", "resources/unsubscribe", "2026-07-28"],
    ["a server's own", "sampling/createMessage", "2026-07-28"],
    ["a notification sent with an id", "notifications/cancelled", "2026-07-28"],
    ["known, but without a handler", "prompts/get", undefined],
  ])("%s: %s", (_why, method, named) => {
    const exchange = sendModern(fakeHost({ ping: () => ({}), "logging/setLevel": () => ({}) }), modern(1, method));
    expect(exchange.error.code).toBe(METHOD_NOT_FOUND);
    expect(exchange.refusal).toBe("unknown-method");
    // A wrong-era request gets an error that names the supported versions.
    if (named !== undefined)
      expect(exchange.error).toMatchObject({ data: { supported: expect.arrayContaining([named]) } });
  });

  it("but a custom method of the host is served", () => {
    expect(
      sendModern(fakeHost({ "acme/do": (params) => ({ got: params?.x }) }), modern(1, "acme/do", { x: 3 })).result.got,
    ).toBe(3);
  });
});

describe("what a modern handler sees", () => {
  it("is what the request said of its client, and nothing of the link [2026-07-28/basic/index#statelessness/1]", () => {
    let seen: RequestContext | undefined;
    const caller = { user: "u" };
    const host = fakeHost({
      "tools/call": (_params, context) => {
        seen = context;
        return {};
      },
    });
    sendModern(
      host,
      modern(
        7,
        "tools/call",
        {},
        {
          [capabilitiesKey]: { roots: {} },
          "io.modelcontextprotocol/clientInfo": { name: "c", version: "2" },
          traceparent: "00-x",
        },
      ),
      { caller },
    );
    expect(seen?.revision.name).toBe("2026-07-28");
    expect(seen?.clientInfo).toEqual({ name: "c", version: "2" });
    expect(seen?.clientCapabilities).toEqual({ roots: {} });
    expect(seen?.auth).toBe(caller);
    expect(seen?.requestId).toBe(7);
    expect(seen?.meta.traceparent).toBe("00-x");
    expect(seen?.wantsProgress).toBe(false);
    expect(seen?.detach).toBeUndefined();
  });

  it("is a way to detach where the transport has one", () => {
    const waits: number[] = [];
    const host = fakeHost({
      "tools/call": (_params, context) => {
        context.detach?.(250);
        return {};
      },
    });
    sendModern(host, modern(1, "tools/call"), { detach: (ms) => void waits.push(ms) });
    expect(waits).toEqual([250]);
  });

  it("are params without the answers to an earlier round, which stand beside them", () => {
    let seen: unknown;
    callModern(
      (params, { inputResponses, requestState }) => {
        seen = { name: params?.name, keys: Object.keys(params ?? {}), inputResponses, requestState };
        return {};
      },
      {},
      { name: "t", inputResponses: { a: { action: "accept" } }, requestState: "s\u0000\u{1F600}" },
    );
    expect(seen).toEqual({
      name: "t",
      keys: ["name", "_meta"],
      inputResponses: { a: { action: "accept" } },
      requestState: "s\u0000\u{1F600}",
    });
  });

  it.each([{ inputResponses: 5 }, { inputResponses: null }, { requestState: 7 }, { requestState: {} }])(
    "never are malformed answers: %j is -32602 [2026-07-28/basic/patterns/mrtr#error-handling/2]",
    (params) => {
      const exchange = callModern(() => ({}), {}, params);
      expect(exchange.error.code).toBe(-32602);
      expect(exchange.refusal).toBeUndefined();
    },
  );
});

describe("a modern request for input", () => {
  const all = { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} };

  it("goes out as input_required, once per key [2026-07-28/basic/patterns/mrtr#server-requirements-basic-workflow/1] [2026-07-28/basic/patterns/mrtr#server-requirements-basic-workflow/3]", () => {
    expect(
      callModern(() => needInput({ who: form, where: roots }, "state"), { [capabilitiesKey]: all }).result,
    ).toEqual({
      resultType: "input_required",
      inputRequests: { who: form, where: roots },
      requestState: "state",
      _meta: serverInfo,
    });
  });

  it.each(["tools/call", "prompts/get", "resources/read"])("may answer %s, and carries no caching hints", (method) => {
    const host = fakeHost({ [method]: () => needInput(undefined, "s") });
    expect(sendModern(host, modern(1, method)).result).toEqual({
      resultType: "input_required",
      requestState: "s",
      _meta: serverInfo,
    });
  });

  it.each(["tools/list", "completion/complete", "resources/list", "acme/do"])(
    "may not answer %s [2026-07-28/basic/patterns/mrtr#supported-requests/2]",
    (method) => {
      const host = fakeHost({ [method]: () => needInput({ a: form }) });
      expect(sendModern(host, modern(1, method, {}, { [capabilitiesKey]: all })).error).toEqual({
        code: -32603,
        message: "Internal error",
      });
      expect(host.reports).toMatchObject([{ code: "handler-error" }]);
    },
  );

  it.each([
    ["neither questions nor state [2026-07-28/basic/patterns/mrtr#server-requirements-basic-workflow/11]", needInput()],
    ["no question and no state", needInput({})],
    [
      "a question that is no input request [2026-07-28/basic/patterns/mrtr#server-requirements-basic-workflow/4]",
      needInput({ a: { method: "tools/call" } }),
    ],
    ["a question without a method", needInput({ a: {} as never })],
    ["a question whose params are no object", needInput({ a: { method: "roots/list", params: [] as never } })],
    ["a state that is no string", needInput(undefined, 5 as never)],
  ])("with %s is the handler's fault", (_what, outcome) => {
    const exchange = callModern(() => outcome, { [capabilitiesKey]: all });
    expect(exchange.error).toEqual({ code: -32603, message: "Internal error" });
    expect(exchange.host.reports).toHaveLength(1);
  });

  it.each([
    ["a form", {}, { a: form }, { elicitation: { form: {} } }],
    ["a form of a client with URLs only", { elicitation: { url: {} } }, { a: form }, { elicitation: { form: {} } }],
    ["a URL of a client whose elicitation is {}", { elicitation: {} }, { a: url }, { elicitation: { url: {} } }],
    ["sampling", { roots: {} }, { a: sampling }, { sampling: {} }],
    [
      "sampling with tools",
      { sampling: {} },
      { a: { ...sampling, params: { ...sampling.params, tools: [] } } },
      { sampling: { tools: {} } },
    ],
    ["roots", {}, { a: roots }, { roots: {} }],
    [
      "all that is missing at once",
      { roots: {} },
      { a: form, b: url, c: roots, d: sampling },
      { elicitation: { form: {}, url: {} }, sampling: {} },
    ],
  ])(
    "for %s is -32021 where it was not declared [2026-07-28/basic/index#meta/10] [2026-07-28/basic/patterns/mrtr#server-requirements-basic-workflow/12]",
    (_what, declared, asked, required) => {
      const exchange = callModern(() => needInput(asked), { [capabilitiesKey]: declared });
      expect(exchange.error).toMatchObject({ code: -32021, data: { requiredCapabilities: required } });
      expect(exchange.refusal).toBe("missing-capability");
      expect(exchange.host.reports).toEqual([]);
    },
  );

  it("an elicitation declared as {} means form mode", () => {
    expect(callModern(() => needInput({ a: form }), { [capabilitiesKey]: { elicitation: {} } }).result.resultType).toBe(
      "input_required",
    );
  });

  it("of a handler that takes time goes out too", async () => {
    const exchange = callModern(async () => needInput(undefined, ""));
    await exchange.over;
    expect(exchange.result.requestState).toBe("");
  });
});

describe("what a modern handler throws", () => {
  it("is answered as it is where it is a protocol error", async () => {
    const sync = callModern(() => {
      throw new ProtocolError(-32602, "Unknown tool", { data: { name: "t" } });
    });
    const later = callModern(async () => {
      throw new ProtocolError(-32602, "Unknown tool", { data: { name: "t" } });
    });
    await later.over;
    for (const { error, refusal } of [sync, later]) {
      expect(error).toEqual({ code: -32602, message: "Unknown tool", data: { name: "t" } });
      expect(refusal).toBeUndefined();
    }
  });

  it("about a missing capability is a refusal, which HTTP makes 400 [2026-07-28/basic/index#meta/11]", () => {
    const exchange = callModern(() => {
      throw missingRequiredClientCapability({ sampling: {} });
    });
    expect(exchange.error.code).toBe(-32021);
    expect(exchange.refusal).toBe("missing-capability");
  });

  it("about a missing method is a refusal, which HTTP makes 404", () => {
    expect(
      callModern(() => {
        throw new ProtocolError(-32601, "gone");
      }).refusal,
    ).toBe("unknown-method");
  });

  it.each([
    ["of an older revision, for a resource that is not there, in this one's", -32002, -32602],
    ["of one older revision alone, in none", -32042, -32603],
    ["that is reserved and means nothing, in none", -32050, -32603],
    ["that is the era's own to say, in none", -32022, -32603],
    ["of the application, as it is", 1001, 1001],
    ["beside the reserved ones, as it is", -32100, -32100],
    ["from before they were reserved, as it is", -32019, -32019],
  ])(
    "with a code %s [2026-07-28/basic/index#error-codes/4] [2026-07-28/basic/index#error-codes/6]",
    (_title, thrown, sent) => {
      const { error, host } = callModern(() => {
        throw new ProtocolError(thrown, "Said", { data: { uri: "a:b" } });
      });
      expect(error).toMatchObject({ code: sent, message: "Said" });
      expect(host.reports).toHaveLength(sent === -32603 ? 1 : 0);
      if (sent === -32602) expect(error.data).toEqual({ uri: "a:b" });
    },
  );

  it.each([new Error("password is x"), "password is x", undefined, null, 0, { password: "x" }])(
    "other than that leaks nothing and is reported: %j",
    async (thrown) => {
      const sync = callModern(() => {
        throw thrown;
      });
      const later = callModern(() => Promise.reject(thrown));
      await later.over;
      for (const { response, host } of [sync, later]) {
        expect(response).toEqual({ jsonrpc: "2.0", id: 1, error: { code: -32603, message: "Internal error" } });
        expect(host.reports).toEqual([
          { code: "handler-error", message: "The handler of tools/call failed", data: thrown },
        ]);
      }
    },
  );
});
