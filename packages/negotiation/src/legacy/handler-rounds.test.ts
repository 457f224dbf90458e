import { request } from "@mcpwire/jsonrpc";
import { describe, expect, it } from "vitest";
import { form, needInput, roots, sampling, turn, type Handler } from "../../test/fake-server.js";
import { connect, type Setup } from "../../test/served.js";

const legacy = { version: "2025-11-25" };

describe("a handler that asks a legacy client for input", () => {
  const everything = { elicitation: {}, sampling: {}, roots: {} };
  const asks: Handler = (_params, { inputResponses, requestState }) =>
    inputResponses === undefined ? needInput({ who: form, where: roots }, "s1") : { inputResponses, requestState };
  const setup: Setup = { ...legacy, capabilities: everything, handlers: { "tools/call": asks } };

  it("asks with real requests of the call, and is called again with the answers and its state", async () => {
    const { send, link } = connect({ ...setup, link: { asks: true } });
    const exchange = send(request(1, "tools/call", { name: "t" }), { asks: true });
    await turn();
    expect(exchange.questions.map(({ q }) => q.method)).toEqual(["elicitation/create", "roots/list"]);
    expect(link.questions).toEqual([]);
    exchange.reply("roots/list", { result: { roots: [{ uri: "file:///a" }] } });
    exchange.reply("elicitation/create", { result: { action: "decline" } });
    await exchange.over;
    expect(exchange.result).toEqual({
      inputResponses: { who: { action: "decline" }, where: { roots: [{ uri: "file:///a" }] } },
      requestState: "s1",
    });
  });

  it("asks over the connection where the exchange cannot", async () => {
    const { send, link } = connect({ ...setup, link: { asks: true } });
    const exchange = send(request(1, "tools/call"));
    await turn();
    link.reply("elicitation/create", { result: { action: "cancel" } });
    link.reply("roots/list", { result: { roots: [] } });
    await exchange.over;
    expect(exchange.result).toHaveProperty("inputResponses");
  });

  it("fails clearly where nothing can be asked", async () => {
    const exchange = connect(setup).send(request(1, "tools/call"));
    await exchange.over;
    expect(exchange.error).toMatchObject({ code: -32603, message: expect.stringContaining("no way to ask") });
  });

  it.each([[{}], [{ elicitation: {} }]])(
    "fails where the client (%j) did not declare what it takes, and asks nothing",
    async (capabilities) => {
      const { send, host } = connect({ ...setup, capabilities });
      const exchange = send(request(1, "tools/call"), { asks: true });
      await exchange.over;
      expect(exchange.error).toMatchObject({ code: -32602, data: { requiredCapabilities: { roots: {} } } });
      expect(exchange.questions).toEqual([]);
      expect(host.reports).toEqual([]);
    },
  );

  it("sees the answers of the last round only, and as many rounds as allowed", async () => {
    const seen: unknown[] = [];
    const { send } = connect({
      ...setup,
      options: { maxRounds: 2 },
      handlers: {
        "tools/call": (params, { inputResponses, requestState }) => {
          seen.push([params?.name, inputResponses, requestState]);
          return needInput({ [`k${seen.length}`]: form }, `s${seen.length}`);
        },
      },
    });
    const exchange = send(request(1, "tools/call", { name: "t" }), { asks: true });
    for (const answer of ["a", "b"]) {
      await turn();
      exchange.reply("elicitation/create", { result: { action: "accept", content: { answer } } });
    }
    await exchange.over;
    expect(seen).toEqual([
      ["t", undefined, undefined],
      ["t", { k1: { action: "accept", content: { answer: "a" } } }, "s1"],
      ["t", { k2: { action: "accept", content: { answer: "b" } } }, "s2"],
    ]);
    expect(exchange.error).toMatchObject({ code: -32603, data: { limit: "maxRounds", max: 2 } });
  });

  it("with a state and no question is called again at once", async () => {
    const handler: Handler = async (_params, { inputResponses, requestState }) =>
      requestState === undefined ? needInput(undefined, "") : { again: [inputResponses ?? "none", requestState] };
    const exchange = connect({ ...setup, handlers: { "tools/call": handler } }).send(request(1, "tools/call"));
    await exchange.over;
    expect(exchange.result.again).toEqual(["none", ""]);
  });

  it("withdraws its questions when the call is cancelled, and is not called again [2025-11-25/basic/utilities/cancellation#behavior-requirements/4]", async () => {
    let calls = 0;
    const { send, host } = connect({
      ...setup,
      handlers: { "tools/call": () => ((calls += 1), needInput({ a: form, b: sampling })) },
    });
    const exchange = send(request(1, "tools/call"), { asks: true });
    await turn();
    exchange.abort({ code: "cancelled", reason: "user" });
    await turn();
    expect(exchange.said.slice(2)).toEqual(
      exchange.questions.map(({ q }) => ({
        abandoned: q.id,
        notice: { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: q.id, reason: "user" } },
      })),
    );
    expect([calls, host.reports]).toEqual([1, []]);
  });

  it("fails the call where the client refuses, and withdraws the rest", async () => {
    const exchange = connect(setup).send(request(1, "tools/call"), { asks: true });
    await turn();
    exchange.reply("roots/list", { error: { code: -32601, message: "Method not found" } });
    await exchange.over;
    expect(exchange.error).toMatchObject({
      code: -32603,
      message: "The client refused roots/list: Method not found (-32601)",
    });
    expect(exchange.said.filter((said) => "abandoned" in said)).toHaveLength(1);
  });

  it("from a method that may not is at fault", async () => {
    const { send, host } = connect({ ...setup, handlers: { "tools/list": () => needInput({ a: form }) } });
    const exchange = send(request(1, "tools/list"), { asks: true });
    await exchange.over;
    expect(exchange.error).toEqual({ code: -32603, message: "Internal error" });
    expect(host.reports).toMatchObject([{ code: "handler-error" }]);
  });

  it("on a shared link is told that its client declared nothing", async () => {
    const { send } = connect({ ...setup, version: undefined, link: { stateless: true } });
    const exchange = send(request(1, "tools/call"), { revision: "2025-11-25", asks: true });
    await exchange.over;
    expect(exchange.error).toMatchObject({
      code: -32602,
      data: { requiredCapabilities: { elicitation: { form: {} }, roots: {} } },
    });
  });

  it("under two calls at once never mixes their ids", async () => {
    const { send } = connect(setup);
    const [one, two] = [send(request(1, "tools/call"), { asks: true }), send(request(2, "tools/call"), { asks: true })];
    await turn();
    const ids = [...one.questions, ...two.questions].map(({ q }) => q.id);
    expect(new Set(ids).size).toBe(4);
  });
});
