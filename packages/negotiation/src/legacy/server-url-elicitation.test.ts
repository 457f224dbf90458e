import { request } from "@mcpwire/jsonrpc";
import { urlElicitationRequired } from "@mcpwire/protocol";
import { describe, expect, it } from "vitest";
import { modern, type Handler } from "../../test/fake-server.js";
import { connect } from "../../test/served.js";
import type { RequestContext } from "../era.js";

const complete = "notifications/elicitation/complete";
const pages = [
  { mode: "url", url: "https://a.example/1", message: "Go" },
  { mode: "url", url: "https://a.example/2", message: "Go", elicitationId: "mine" },
];
const capabilities = { elicitation: { url: {} } };
const refusing: Record<string, Handler> = {
  "tools/call": () => {
    throw urlElicitationRequired(pages);
  },
};

describe("a handler that refuses a call until a person has been at a URL", () => {
  it("says so with an id on every interaction (2025-11-25/client/elicitation#url-elicitation-required-error/3, 2025-11-25/client/elicitation#url-elicitation-required-error/4, 2025-11-25/client/elicitation#error-handling/1)", () => {
    const { send } = connect({
      version: "2025-11-25",
      capabilities,
      handlers: refusing,
      options: { newElicitationId: () => "new" },
    });
    expect(send(request(1, "tools/call")).error).toMatchObject({
      code: -32042,
      data: { elicitations: [{ ...pages[0], elicitationId: "new" }, pages[1]] },
    });
  });

  it("gives two interactions two ids without a port", () => {
    const { send } = connect({ version: "2025-11-25", capabilities, handlers: refusing });
    const idOf = () =>
      (send(request(1, "tools/call")).error.data as { elicitations: { elicitationId: string }[] }).elicitations[0]
        ?.elicitationId;
    const [first, second] = [idOf(), idOf()];
    expect(first).toMatch(/^\w+-\w+-\d+$/);
    expect(second).not.toBe(first);
  });

  it.each([
    ["that did not declare URLs", "2025-11-25", { elicitation: { form: {} } }],
    ["of a revision without URLs", "2025-06-18", capabilities],
  ])("names the missing capability to a client %s", (_title, version, declared) => {
    const { send } = connect({ version, capabilities: declared, handlers: refusing });
    expect(send(request(1, "tools/call")).error).toMatchObject({
      code: -32602,
      data: { requiredCapabilities: { elicitation: { url: {} } } },
    });
  });

  it("is reported where the era asks for input instead, and its code does not go out", () => {
    const { send, host } = connect({ handlers: refusing });
    expect(send(modern(1, "tools/call", { name: "t" })).error.code).toBe(-32603);
    expect(host.reports).toMatchObject([{ code: "handler-error", message: expect.stringContaining("input") }]);
  });
});

describe("the end of an interaction", () => {
  const keeping = (): { handlers: Record<string, Handler>; context: () => RequestContext | undefined } => {
    let kept: RequestContext | undefined;
    return {
      handlers: { "tools/call": (_params, context) => ((kept = context), void context.elicitationCompleted("in"), {}) },
      context: () => kept,
    };
  };

  it("is told on the stream of the call while it runs, and later on the link of the same client (2025-11-25/client/elicitation#completion-notifications-for-url-mode-elicitation/2, 2025-11-25/client/elicitation#completion-notifications-for-url-mode-elicitation/3)", () => {
    const { handlers, context } = keeping();
    const { send, link } = connect({ version: "2025-11-25", capabilities, handlers });
    const exchange = send(request(1, "tools/call"));
    void context()?.elicitationCompleted("after");
    expect(exchange.notifications).toEqual([{ jsonrpc: "2.0", method: complete, params: { elicitationId: "in" } }]);
    expect(link.notifications).toEqual([{ jsonrpc: "2.0", method: complete, params: { elicitationId: "after" } }]);
  });

  it.each([
    ["a client that did not declare URLs", "2025-11-25", {}],
    ["a revision without URLs", "2025-06-18", capabilities],
  ])("is not told to %s", (_title, version, declared) => {
    const { handlers, context } = keeping();
    const { send, link } = connect({ version, capabilities: declared, handlers });
    const exchange = send(request(1, "tools/call"));
    void context()?.elicitationCompleted("after");
    expect([exchange.notifications, link.notifications]).toEqual([[], []]);
  });

  it("is not told in an era that has no such notice", () => {
    const { handlers } = keeping();
    const { send, link, host } = connect({ handlers });
    expect(send(modern(1, "tools/call", { name: "t" })).notifications).toEqual([]);
    expect([link.notifications, host.reports]).toEqual([[], []]);
  });
});
