import { ProtocolError, TransportError, type JSONObject } from "@mcpwire/jsonrpc";
import { latest } from "@mcpwire/protocol";
import { describe, expect, it } from "vitest";
import {
  Rounds,
  playRounds,
  type Question,
  type RoundsFacts,
  type RoundsInput,
  type RoundsOutput,
  type RoundsPorts,
  type RoundsState,
} from "./multi-round-trip.js";
import { timeLeft } from "../time-left.js";

const form = { method: "elicitation/create", params: { mode: "form", message: "Name?" } };
const params = { name: "book", arguments: { day: 1 } };

function facts(more: Partial<RoundsFacts> = {}): RoundsFacts {
  return {
    method: "tools/call",
    params,
    asksInput: true,
    maxRounds: 10,
    capabilities: { elicitation: {}, sampling: {}, roots: {} },
    revision: latest,
    resultTypes: [],
    ...more,
  };
}

function sent(more: Partial<RoundsFacts> = {}): Rounds {
  const rounds = new Rounds(facts(more));
  expect(rounds.handle({ type: "start" })).toEqual([{ type: "send", params: more.params ?? params }]);
  return rounds;
}

const result = (body: JSONObject): RoundsInput => ({ type: "result", result: body });
const required = (body: JSONObject): RoundsInput => result({ resultType: "input_required", ...body });
const answers = (all: Record<string, JSONObject>): RoundsInput => ({
  type: "answers",
  answers: new Map(Object.entries(all)),
});
const short = (outputs: readonly RoundsOutput[]): readonly string[] =>
  outputs.map((output) => (output.type === "fail" ? `fail ${output.error.code}` : output.type));

describe("the type of a result", () => {
  it.each<[string, JSONObject, string]>([
    ["complete", { resultType: "complete", content: [] }, "done"],
    ["absent, read as complete (2026-07-28/basic/index#resulttype/4)", { content: [] }, "done"],
    ["one that nobody knows (2026-07-28/basic/index#resulttype/3)", { resultType: "later" }, "fail malformed"],
    ["one that is no string", { resultType: 1 }, "fail malformed"],
    ["null", { resultType: null }, "fail malformed"],
    ["an extension's that was declared", { resultType: "task" }, "done"],
  ])("%s", (_title, body, expected) => {
    expect(short(sent({ resultTypes: ["task"] }).handle(result(body)))).toEqual([expected]);
  });
});

it("a result that rests on answers loses its freshness, since no cache may keep it (2026-07-28/server/utilities/caching#cache-key/2)", () => {
  const fresh = { resultType: "complete", contents: [], ttlMs: 60_000, cacheScope: "public" };
  expect(sent().handle(result(fresh))).toEqual([{ type: "done", result: fresh }]);
  const rounds = sent();
  rounds.handle(required({ requestState: "s" }));
  expect(rounds.handle(result(fresh))).toEqual([{ type: "done", result: { ...fresh, ttlMs: 0 } }]);
});

describe("a request for input", () => {
  it("asks first, then sends the request again with answers and state (2026-07-28/basic/patterns/mrtr#client-requirements-basic-workflow/1)", () => {
    const rounds = sent();
    expect(rounds.handle(required({ inputRequests: { who: form }, requestState: "s1" }))).toEqual([
      { type: "ask", questions: [{ key: "who", ...form }] },
    ]);
    expect(rounds.handle(answers({ who: { action: "accept", content: { name: "Ada" } } }))).toEqual([
      {
        type: "send",
        params: {
          ...params,
          inputResponses: { who: { action: "accept", content: { name: "Ada" } } },
          requestState: "s1",
        },
      },
    ]);
    expect(short(rounds.handle(result({ resultType: "complete" })))).toEqual(["done"]);
  });

  // 2026-07-28/basic/patterns/mrtr#client-requirements-basic-workflow/4 2026-07-28/basic/patterns/mrtr#inputrequiredresult/1
  it("echoes the state to the byte and reads nothing into it (2026-07-28/basic/patterns/mrtr#client-requirements-basic-workflow/3, /4)", () => {
    for (const requestState of ["", " ", '{"a":1}', "\u0000\ud800\u2028", "ä€", "__proto__"]) {
      const [output] = sent().handle(required({ requestState }));
      expect(output).toEqual({ type: "send", params: { ...params, requestState } });
    }
  });

  it("retries at once where there is only a state (2026-07-28/basic/patterns/mrtr#client-requirements-basic-workflow/2)", () => {
    const [output] = sent().handle(required({ requestState: "s" }));
    expect(output).toEqual({ type: "send", params: { ...params, requestState: "s" } });
    expect(output).not.toHaveProperty("params.inputResponses");
  });

  it("carries nothing of an earlier round into the next (2026-07-28/basic/patterns/mrtr#client-requirements-basic-workflow/5)", () => {
    const rounds = sent();
    rounds.handle(required({ inputRequests: { a: form }, requestState: "s1" }));
    rounds.handle(answers({ a: { action: "decline" } }));
    rounds.handle(required({ inputRequests: { b: form } }));
    expect(rounds.handle(answers({ b: { action: "cancel" } }))).toEqual([
      { type: "send", params: { ...params, inputResponses: { b: { action: "cancel" } } } },
    ]);
  });

  it("leaves the caller's params as they were", () => {
    const own = Object.freeze({ name: "x", inputResponses: { old: {} }, requestState: "old" });
    const rounds = sent({ params: own });
    expect(rounds.handle(required({ inputRequests: {} }))).toEqual([
      { type: "send", params: { name: "x", inputResponses: {} } },
    ]);
  });

  it("works for a request without params", () => {
    const rounds = new Rounds({ ...facts(), params: undefined });
    rounds.handle({ type: "start" });
    expect(rounds.handle(required({ requestState: "s" }))).toEqual([{ type: "send", params: { requestState: "s" } }]);
  });

  it("takes any key, constructor and __proto__ among them", () => {
    const rounds = sent();
    const inputRequests = JSON.parse(
      `{"__proto__":${JSON.stringify(form)},"constructor":${JSON.stringify(form)}}`,
    ) as JSONObject;
    const [output] = rounds.handle(required({ inputRequests }));
    expect(output).toMatchObject({ questions: [{ key: "__proto__" }, { key: "constructor" }] });
    const again = rounds.handle({
      type: "answers",
      answers: new Map([
        ["__proto__", { action: "accept" }],
        ["constructor", {}],
      ]),
    });
    expect(JSON.stringify(again)).toContain('"inputResponses":{"__proto__":{"action":"accept"},"constructor":{}}');
  });

  it.each<[string, JSONObject, Partial<RoundsFacts>]>([
    ["neither questions nor state", {}, {}],
    ["a state that is no string", { requestState: 1 }, {}],
    ["questions that are a list", { inputRequests: [] }, {}],
    ["a question that is no request", { inputRequests: { a: "who?" } }, {}],
    ["a question whose params are a list", { inputRequests: { a: { method: "roots/list", params: [] } } }, {}],
    ["a question of an unknown kind", { inputRequests: { a: { method: "tools/list" } } }, {}],
    [
      "sampling that was not declared",
      { inputRequests: { a: { method: "sampling/createMessage" } } },
      { capabilities: {} },
    ],
    ["roots that were not declared", { inputRequests: { a: { method: "roots/list" } } }, { capabilities: {} }],
    ["elicitation that was not declared", { inputRequests: { a: form } }, { capabilities: { roots: {} } }],
    [
      "a URL where only forms were declared",
      { inputRequests: { a: { method: "elicitation/create", params: { mode: "url" } } } },
      {},
    ],
    [
      "a form where only URLs were declared",
      { inputRequests: { a: form } },
      { capabilities: { elicitation: { url: {} } } },
    ],
    [
      "tools in sampling that were not declared",
      { inputRequests: { a: { method: "sampling/createMessage", params: { tools: [] } } } },
      {},
    ],
    // 2026-07-28/basic/patterns/mrtr#supported-requests/2
    ["any, for a method that may not ask", { inputRequests: { a: form } }, { asksInput: false }],
  ])("fails the call, and asks nobody: %s", (_title, body, more) => {
    expect(short(sent(more).handle(required(body)))).toEqual(["fail malformed"]);
  });

  it("is capped: the round after the last allowed one is a budget error", () => {
    const rounds = sent({ maxRounds: 2 });
    expect(short(rounds.handle(required({ requestState: "1" })))).toEqual(["send"]);
    expect(short(rounds.handle(required({ requestState: "2" })))).toEqual(["send"]);
    expect(rounds.handle(required({ requestState: "3" }))).toMatchObject([
      { type: "fail", error: { code: "budget", data: { limit: "maxRounds", max: 2 } } },
    ]);
  });
});

describe("every input in every state", () => {
  const reach: Record<RoundsState, () => Rounds> = {
    idle: () => new Rounds(facts()),
    sent: () => sent(),
    asking: () => {
      const rounds = sent();
      rounds.handle(required({ inputRequests: { a: form } }));
      return rounds;
    },
    over: () => {
      const rounds = sent();
      rounds.handle(result({}));
      return rounds;
    },
  };
  const inputs: Record<RoundsInput["type"], RoundsInput> = {
    start: { type: "start" },
    result: result({}),
    answers: answers({}),
  };
  const table: Record<RoundsState, Record<RoundsInput["type"], readonly string[]>> = {
    idle: { start: ["send"], result: [], answers: [] },
    sent: { start: [], result: ["done"], answers: [] },
    asking: { start: [], result: [], answers: ["send"] },
    over: { start: [], result: [], answers: [] },
  };
  for (const [state, row] of Object.entries(table)) {
    for (const [type, expected] of Object.entries(row)) {
      it(`${type} in ${state} gives ${expected.join(", ") || "nothing"}`, () => {
        const rounds = reach[state as RoundsState]();
        expect(rounds.state).toBe(state);
        expect(short(rounds.handle(inputs[type as RoundsInput["type"]]))).toEqual(expected);
      });
    }
  }
});

describe("playing the rounds", () => {
  function ports(replies: JSONObject[], answer: RoundsPorts["answer"]): RoundsPorts & { readonly sent: unknown[] } {
    const log: unknown[] = [];
    return {
      sent: log,
      send: (body) => {
        log.push(body);
        return Promise.resolve(replies.shift() ?? {});
      },
      answer,
      now: () => 0,
    };
  }
  const two = { resultType: "input_required", inputRequests: { a: form, b: { method: "roots/list" } } };
  const never = (_question: Question, signal: AbortSignal) =>
    new Promise<JSONObject>((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)));

  it("asks everything at once, and answers in the order of the questions", async () => {
    const open: string[] = [];
    const port = ports([two, { ok: true }], async ({ key }) => {
      open.push(key);
      // The first is answered last.
      await (key === "a" ? new Promise((resolve) => setTimeout(resolve, 5)) : undefined);
      expect(open).toEqual(["a", "b"]);
      return { key };
    });
    await expect(playRounds(facts(), { maxTotalMs: 1000 }, port)).resolves.toEqual({ ok: true });
    expect(JSON.stringify(port.sent[1])).toContain('"inputResponses":{"a":{"key":"a"},"b":{"key":"b"}}');
  });

  it("a refusal fails the call as it is, and withdraws the other questions", async () => {
    const refusal = new ProtocolError(-1, "not now");
    const withdrawn: unknown[] = [];
    const port = ports([two], (question, signal) => {
      if (question.key === "b") throw refusal;
      signal.addEventListener("abort", () => withdrawn.push(signal.reason));
      return never(question, signal);
    });
    await expect(playRounds(facts(), { maxTotalMs: 1000 }, port)).rejects.toBe(refusal);
    expect(withdrawn).toEqual([refusal]);
    expect(port.sent).toHaveLength(1);
  });

  it("a refusal with undefined still ends the call once", async () => {
    const port = ports([two], () => Promise.reject(undefined));
    await expect(playRounds(facts(), { maxTotalMs: 1000 }, port)).rejects.toBeUndefined();
  });

  it("the caller's signal withdraws the questions", async () => {
    const controller = new AbortController();
    const play = playRounds(facts(), { maxTotalMs: 1000, signal: controller.signal }, ports([two], never));
    setTimeout(() => controller.abort("enough"), 1);
    await expect(play).rejects.toMatchObject({ code: "aborted", cause: "enough" });
  });

  it("people may take longer than a request, but not longer than the whole call may", async () => {
    const play = playRounds(facts(), { maxTotalMs: 10 }, ports([two], never));
    await expect(play).rejects.toMatchObject({ code: "timeout", data: { limit: "maxTotalMs", ms: 10 } });
  });

  it("what a round leaves of the time is all that the next may take", async () => {
    let now = 0;
    const left: number[] = [];
    const port: RoundsPorts = {
      send: (_body, startedAt) => {
        left.push(timeLeft(700, startedAt, now));
        now += 300;
        return Promise.resolve(left.length < 4 ? { resultType: "input_required", requestState: "s" } : {});
      },
      answer: () => ({}),
      now: () => now,
    };
    await playRounds(facts(), { maxTotalMs: 700 }, port);
    expect(left).toEqual([700, 400, 100, 1]);
  });

  it("a lost round is the caller's error, unchanged", async () => {
    const lost = new TransportError("lost", "gone");
    const port: RoundsPorts = { send: () => Promise.reject(lost), answer: () => ({}), now: () => 0 };
    await expect(playRounds(facts(), { maxTotalMs: 1000 }, port)).rejects.toBe(lost);
  });
});
