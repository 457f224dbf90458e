import { TransportError, type JSONRPCNotification, type JSONRPCRequest, type Reply } from "@mcpwire/jsonrpc";
import { findRevision, latest, type Revision } from "@mcpwire/protocol";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { form, needInput, roots, sampling, turn, url } from "../../test/fake-server.js";
import type { InputRequired } from "../era.js";
import { missingOnLegacy } from "./missing-capability.js";
import { HandlerRounds, askAll, type AskPorts } from "./server-requests.js";

function revisionOf(name: string): Revision {
  const revision = findRevision(name);
  if (revision === undefined) throw new Error(name);
  return revision;
}

const everything = { elicitation: { form: {}, url: {} }, sampling: { tools: {} }, roots: {} };

function rounds(
  declared: object = everything,
  revision = "2025-11-25",
  method = "tools/call",
  maxRounds = 2,
): HandlerRounds {
  return new HandlerRounds({ method, revision: revisionOf(revision), declared, maxRounds });
}

describe("the rounds of one call", () => {
  it("are counted, and end after the last that is allowed", () => {
    const machine = rounds();
    const types = [1, 2, 3].map(() => machine.next(needInput({ a: form })).type);
    expect(types).toEqual(["ask", "ask", "fail"]);
  });

  it("without a question count as well", () => {
    const machine = rounds();
    const steps = [1, 2, 3].map((n) => machine.next(needInput(undefined, `state ${n}`)));
    expect(steps).toMatchObject([
      { type: "ask", input: { questions: [], requestState: "state 1" } },
      { type: "ask", input: { questions: [], requestState: "state 2" } },
      { type: "fail", error: { rpcCode: -32603, data: { limit: "maxRounds", max: 2 } } },
    ]);
  });

  it("may be none at all", () => {
    expect(rounds(everything, "2025-11-25", "tools/call", 0).next(needInput({ a: form })).type).toBe("fail");
  });

  it.each<[string, InputRequired, string]>([
    ["neither questions nor state", needInput(), "tools/call"],
    ["a question that cannot be asked", needInput({ a: { method: "ping" } }), "tools/call"],
    ["a method that may not ask", needInput({ a: form }), "tools/list"],
  ])("are the handler's fault with %s", (_what, outcome, method) => {
    expect(rounds(everything, "2025-11-25", method).next(outcome).type).toBe("fault");
  });

  it.each<[string, string, object, InputRequired, object]>([
    ["elicitation", "2025-11-25", {}, needInput({ a: form }), { elicitation: { form: {} } }],
    ["elicitation by URL", "2025-11-25", { elicitation: {} }, needInput({ a: url }), { elicitation: { url: {} } }],
    ["sampling", "2025-11-25", {}, needInput({ a: sampling }), { sampling: {} }],
    ["roots", "2025-06-18", { elicitation: {} }, needInput({ a: roots, b: form }), { roots: {} }],
    [
      "elicitation by URL, which the revision does not have",
      "2025-06-18",
      everything,
      needInput({ a: url }),
      { elicitation: { url: {} } },
    ],
    [
      "elicitation, which the revision does not have",
      "2025-03-26",
      everything,
      needInput({ a: form }),
      { elicitation: { form: {} } },
    ],
    [
      "tools in sampling, which the revision does not have",
      "2025-06-18",
      everything,
      needInput({ a: { ...sampling, params: { ...sampling.params, tools: [] } } }),
      { sampling: { tools: {} } },
    ],
  ])(
    "ask nothing that the client lacks: %s [2025-11-25/basic/lifecycle#operation/1]",
    (_what, revision, declared, outcome, required) => {
      expect(rounds(declared, revision).next(outcome)).toMatchObject({
        type: "fail",
        error: { rpcCode: -32602, data: { requiredCapabilities: required } },
      });
    },
  );

  it("are the modern ones in a modern revision's words, but for the code", () => {
    expect(missingOnLegacy({ roots: {} })).toMatchObject({
      rpcCode: -32602,
      message: expect.stringContaining("roots"),
    });
    expect(latest.methods.get("tools/call")?.asksInput).toBe(true);
  });
});

describe("questions to a legacy client", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  interface Open {
    readonly q: JSONRPCRequest;
    readonly reply: Reply;
    notice?: JSONRPCNotification | undefined;
    abandoned?: true;
  }
  const questions = [
    ["first", form],
    ["second", roots],
  ] as const;

  function ask(which: Parameters<typeof askAll>[0] = questions, more: Partial<AskPorts> = {}) {
    const open: Open[] = [];
    let id = 0;
    const asking = askAll(which, {
      ask: (q, reply) => {
        const one: Open = { q, reply };
        open.push(one);
        return { abandon: (notice) => void Object.assign(one, { abandoned: true, notice }) };
      },
      revision: revisionOf("2025-11-25"),
      timeoutMs: 1000,
      nextId: () => (id += 1),
      newElicitationId: () => `page-${id}`,
      ...more,
    });
    const settled: { value?: unknown; error?: unknown } = {};
    asking.answers.then(
      (value) => void (settled.value = value),
      (error: unknown) => void (settled.error = error),
    );
    return { asking, open, settled };
  }
  const result = (one: Open | undefined, value: object) =>
    one?.reply({ jsonrpc: "2.0", id: one.q.id, result: { ...value } });

  it("go out at once, each under its own id, in the words of the revision", () => {
    const { open } = ask();
    expect(open.map(({ q }) => [q.id, q.method])).toEqual([
      [1, "elicitation/create"],
      [2, "roots/list"],
    ]);
    const [, second] = questions;
    expect(second[1]).toBe(roots);
  });

  it("name each interaction at a URL by an id of its own, or by the handler's (2025-11-25/client/elicitation#url-mode-elicitation-requests/1)", () => {
    const own = { ...url, params: { ...url.params, elicitationId: "mine" } };
    const both = [
      ["a", url],
      ["b", url],
      ["c", own],
      ["d", form],
    ] as const;
    expect(ask(both).open.map(({ q }) => q.params?.elicitationId)).toEqual(["page-1", "page-2", "mine", undefined]);
  });

  it("are answered under their keys, in their order, whichever comes first", async () => {
    const { open, settled } = ask();
    result(open[1], { roots: [] });
    await turn();
    expect(settled).toEqual({});
    result(open[0], { action: "decline" });
    await turn();
    expect(settled.value).toEqual({ first: { action: "decline" }, second: { roots: [] } });
    expect(Object.keys(settled.value as object)).toEqual(["first", "second"]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("may be none", async () => {
    const { settled } = ask([]);
    await turn();
    expect(settled.value).toEqual({});
    expect(vi.getTimerCount()).toBe(0);
  });

  it("of which one is refused fail together, and the others are withdrawn [2025-11-25/basic/utilities/cancellation#behavior-requirements/1]", async () => {
    const { open, settled } = ask();
    open[0]?.reply({ jsonrpc: "2.0", id: 1, error: { code: -1, message: "User rejected" } });
    await turn();
    expect(settled.error).toMatchObject({
      rpcCode: -32603,
      message: "The client refused elicitation/create: User rejected (-1)",
      data: { inputRequest: "first", error: { code: -1 } },
    });
    expect(open[1]).toMatchObject({
      abandoned: true,
      notice: { method: "notifications/cancelled", params: { requestId: 2 } },
    });
    expect(open[0]?.abandoned).toBeUndefined();
    expect(vi.getTimerCount()).toBe(0);
  });

  it("whose answer comes late change nothing", async () => {
    const { open, settled } = ask();
    open[0]?.reply({ jsonrpc: "2.0", id: 1, error: { code: -1, message: "no" } });
    await turn();
    const { error } = settled;
    result(open[1], { roots: [] });
    result(open[0], {});
    await turn();
    expect(settled).toEqual({ error });
  });

  it("that cannot be carried fail with the pipe's reason", async () => {
    const { open, settled } = ask();
    open[1]?.reply(new TransportError("closed", "the link is closed"));
    await turn();
    expect(settled.error).toMatchObject({ rpcCode: -32603, message: expect.stringContaining("the link is closed") });
    expect(open[0]?.notice?.params).toEqual({ requestId: 1, reason: "The call has ended" });
  });

  it("are never asked where there is no channel", async () => {
    const { settled } = ask(questions, { ask: undefined });
    await turn();
    expect(settled.error).toMatchObject({
      rpcCode: -32603,
      message: expect.stringContaining("elicitation/create, roots/list"),
    });
    expect(vi.getTimerCount()).toBe(0);
  });

  it("are given up after a while, each with a notice [2025-11-25/basic/lifecycle#timeouts/1] [2025-11-25/basic/lifecycle#timeouts/2]", async () => {
    const { open, settled } = ask();
    result(open[0], { action: "accept" });
    vi.advanceTimersByTime(999);
    await turn();
    expect(settled).toEqual({});
    vi.advanceTimersByTime(1);
    await turn();
    expect(settled.error).toMatchObject({ rpcCode: -32603, message: expect.stringContaining("1000 ms") });
    expect(open.map(({ abandoned, notice }) => [abandoned, notice?.params?.requestId])).toEqual([
      [undefined, undefined],
      [true, 2],
    ]);
  });

  it("are withdrawn when the call is, with its reason", async () => {
    const { asking, open, settled } = ask();
    asking.withdraw("user");
    result(open[0], {});
    await turn();
    expect(open.map(({ notice }) => notice?.params)).toEqual([
      { requestId: 1, reason: "user" },
      { requestId: 2, reason: "user" },
    ]);
    expect(settled).toEqual({});
    expect(vi.getTimerCount()).toBe(0);
  });
});
