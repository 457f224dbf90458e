import { ProtocolError, type JSONObject, type Report } from "@mcpwire/jsonrpc";
import { describe, expect, it } from "vitest";
import { ScriptedTransport, legacyServer, recordingHost, turn, type Script } from "../../test/scripted-transport.js";
import type { ConnectOptions } from "../era.js";
import { openClient } from "../open-client.js";

const complete = "notifications/elicitation/complete";
const page = (id: string): JSONObject => ({
  mode: "url",
  elicitationId: id,
  url: `https://a.example/${id}`,
  message: "Log in",
});

/** A server that refuses the first `refusals` calls. */
function refusing(elicitations: unknown, refusals = 1): Script {
  let calls = 0;
  return (x) => (++calls <= refusals ? x.error(-32042, { elicitations }) : x.result({ content: [], call: calls }));
}

interface Setup {
  readonly script: Script;
  readonly action?: string;
  readonly capabilities?: object;
  readonly options?: ConnectOptions;
  readonly onAnswer?: () => Promise<void>;
}

async function open({ script, action = "accept", capabilities, options, onAnswer }: Setup) {
  const shown: unknown[] = [];
  const heard: unknown[] = [];
  const reports: Report[] = [];
  const transport = new ScriptedTransport("process", legacyServer(script));
  const host = recordingHost({
    capabilities: capabilities ?? { elicitation: { url: {} } },
    answer: async (method, params) => {
      shown.push([method, params?.url]);
      await onAnswer?.();
      return { action };
    },
    notified: (method, params) => heard.push([method, params]),
    report: (report) => reports.push(report),
  });
  const era = await openClient(transport, host, { revisions: ["2025-11-25"], ...options });
  const calls = () => transport.methods.filter((method) => method === "tools/call").length;
  const call = (more = {}) => era.request("tools/call", { name: "t" }, more);
  const say = (elicitationId: unknown) =>
    transport.link.on.notified({ jsonrpc: "2.0", method: complete, params: { elicitationId } });
  return { era, transport, shown, heard, reports, calls, call, say };
}

describe("a request that is refused until a person has been at a URL", () => {
  it("is sent once more when every page was agreed to and the server says that all are over (2025-11-25/client/elicitation#completion-notifications-for-url-mode-elicitation/5)", async () => {
    const { call, calls, say, shown, heard } = await open({ script: refusing([page("a"), page("b")]) });
    const pending = call();
    await turn();
    expect(shown).toEqual([
      ["elicitation/create", "https://a.example/a"],
      ["elicitation/create", "https://a.example/b"],
    ]);
    say("b");
    await turn();
    expect(calls()).toBe(1);
    say("a");
    await expect(pending).resolves.toMatchObject({ call: 2 });
    expect(heard).toEqual([
      [complete, { elicitationId: "b" }],
      [complete, { elicitationId: "a" }],
    ]);
  });

  it("does not miss a notice that comes before the person's answer", async () => {
    let answer = (): void => {};
    const { call, say } = await open({
      script: refusing([page("a")]),
      onAnswer: () => new Promise<void>((resolve) => (answer = resolve)),
    });
    const pending = call();
    await turn();
    say("a");
    answer();
    await expect(pending).resolves.toMatchObject({ call: 2 });
  });

  it("is sent once more without a notice when the wait is over (2025-11-25/client/elicitation#completion-notifications-for-url-mode-elicitation/6)", async () => {
    const { call, calls } = await open({ script: refusing([page("a")]), options: { elicitationWaitMs: 5 } });
    await expect(call()).resolves.toMatchObject({ call: 2 });
    expect(calls()).toBe(2);
  });

  it("is not sent a third time", async () => {
    const { call, calls } = await open({ script: refusing([page("a")], 9), options: { elicitationWaitMs: 0 } });
    await expect(call()).rejects.toMatchObject({ rpcCode: -32042, code: "url-elicitation-required" });
    expect(calls()).toBe(2);
  });

  it.each(["decline", "cancel"])(
    "fails as it did when the person answers %s, and shows no further page",
    async (action) => {
      const { call, calls, shown } = await open({ script: refusing([page("a"), page("b")]), action });
      await expect(call()).rejects.toBeInstanceOf(ProtocolError);
      expect([calls(), shown.length]).toEqual([1, 1]);
    },
  );

  it.each<[string, unknown, object?]>([
    ["a client that did not declare URLs", [page("a")], { elicitation: { form: {} } }],
    ["an empty list", []],
    ["no list", undefined],
    [
      "a form in the list (2025-11-25/client/elicitation#url-elicitation-required-error/4)",
      [{ mode: "form", message: "?", elicitationId: "a" }],
    ],
    ["an interaction without id", [{ mode: "url", url: "https://a.example/", message: "?" }]],
  ])("fails as it did with %s, and shows nothing", async (_title, elicitations, capabilities) => {
    const { call, calls, shown } = await open({
      script: refusing(elicitations),
      ...(capabilities === undefined ? {} : { capabilities }),
    });
    await expect(call()).rejects.toMatchObject({ rpcCode: -32042 });
    expect([calls(), shown]).toEqual([1, []]);
  });

  it("ends its wait with the caller's signal, and then knows the interaction no longer", async () => {
    const { call, say, reports } = await open({ script: refusing([page("a")]) });
    const abort = new AbortController();
    const pending = call({ signal: abort.signal });
    await turn();
    abort.abort();
    await expect(pending).rejects.toMatchObject({ code: "aborted" });
    say("a");
    expect(reports).toMatchObject([{ code: "unknown-notification" }]);
  });

  it("ends its wait with the connection", async () => {
    const { era, call } = await open({ script: refusing([page("a")]) });
    const pending = call();
    await turn();
    await Promise.all([era.close(), expect(pending).rejects.toMatchObject({ code: "closed" })]);
  });
});

describe("the notice that an interaction is over", () => {
  it("is ignored where nobody knows the interaction, or it is over already (2025-11-25/client/elicitation#completion-notifications-for-url-mode-elicitation/4)", async () => {
    const { transport, heard, reports, say } = await open({ script: (x) => x.result({}) });
    for (const id of ["nobody", 7, undefined]) say(id);
    transport.link.ask("elicitation/create", page("a"));
    await turn();
    say("a");
    say("a");
    expect(heard).toEqual([[complete, { elicitationId: "a" }]]);
    expect(reports.map(({ code }) => code)).toEqual(Array(4).fill("unknown-notification"));
  });

  it("reaches the host also from within a call that takes notifications itself", async () => {
    const { call, heard } = await open({
      script: (x) => {
        x.ask("elicitation/create", page("a"));
        x.notify(complete, { elicitationId: "a" });
        x.result({});
      },
    });
    const taken: string[] = [];
    await call({ onNotification: (method: string) => taken.push(method) });
    expect([taken, heard]).toEqual([[], [[complete, { elicitationId: "a" }]]]);
  });
});
