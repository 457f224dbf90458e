import { TransportError, errorResponse, notification, resultResponse } from "@mcpwire/jsonrpc";
import { describe, expect, it } from "vitest";
import { ListenStream, readFilter, type ListenInput, type ListenOutput, type ListenState } from "./watch.js";

const ack: ListenInput = {
  type: "notice",
  notification: notification("notifications/subscriptions/acknowledged", {
    _meta: { "io.modelcontextprotocol/subscriptionId": 1 },
    notifications: { toolsListChanged: true, later: true },
  }),
};
const news: ListenInput = { type: "notice", notification: notification("notifications/tools/list_changed") };
const cancelled: ListenInput = {
  type: "notice",
  notification: notification("notifications/cancelled", { requestId: 1 }),
};
const inputs: Record<string, ListenInput> = {
  ack,
  news,
  cancelled,
  result: { type: "answer", response: resultResponse(1, { resultType: "complete" }) },
  error: { type: "answer", response: errorResponse(1, -32603, "full") },
  lost: { type: "lost", error: new TransportError("lost", "gone") },
  close: { type: "close" },
};

function short(output: ListenOutput): string {
  if (output.type === "refused") return `refused ${(output.error as TransportError).code}`;
  if (output.type === "ended")
    return output.error === undefined ? "ended" : `ended ${(output.error as TransportError).code}`;
  return output.type;
}

const reach: Record<ListenState, () => ListenStream> = {
  opening: () => new ListenStream(),
  open: () => {
    const stream = new ListenStream();
    stream.handle(ack);
    return stream;
  },
  ended: () => {
    const stream = new ListenStream();
    stream.handle({ type: "close" });
    return stream;
  },
};

describe("every input in every state", () => {
  const table: Record<ListenState, Record<string, readonly string[]>> = {
    // Nothing counts before the acknowledgement. 2026-07-28/basic/patterns/subscriptions#acknowledgment/1, /2
    opening: {
      ack: ["acknowledged"],
      news: ["ignored"],
      cancelled: ["refused malformed"],
      result: ["refused malformed"],
      error: ["refused internal-error"],
      lost: ["refused lost"],
      close: ["abandon"],
    },
    open: {
      ack: ["ignored"],
      news: ["deliver"],
      cancelled: ["ended"],
      // 2026-07-28/basic/patterns/subscriptions#graceful-closure/1
      result: ["ended"],
      error: ["ended internal-error"],
      // 2026-07-28/basic/patterns/subscriptions#graceful-closure/2
      lost: ["ended lost"],
      close: ["abandon"],
    },
    ended: { ack: ["ignored"], news: ["ignored"], cancelled: ["ignored"], result: [], error: [], lost: [], close: [] },
  };
  for (const [state, row] of Object.entries(table)) {
    for (const [name, expected] of Object.entries(row)) {
      it(`${name} in ${state} gives ${expected.join(", ") || "nothing"}`, () => {
        const stream = reach[state as ListenState]();
        expect(stream.state).toBe(state);
        expect(stream.handle(inputs[name] ?? ack).map(short)).toEqual(expected);
      });
    }
  }

  it("a cancelled notice and the result that follows it are one end", () => {
    const stream = reach.open();
    expect(stream.handle(cancelled).map(short)).toEqual(["ended"]);
    expect(stream.handle(inputs.result ?? ack)).toEqual([]);
  });
});

describe("readFilter", () => {
  it.each<[unknown, object]>([
    [undefined, {}],
    [[], {}],
    [{ toolsListChanged: false, promptsListChanged: 1, resourceSubscriptions: "x" }, {}],
    [
      { resourcesListChanged: true, resourceSubscriptions: ["a", 1] },
      { resourcesListChanged: true, resourceSubscriptions: ["a"] },
    ],
  ])("reads %j leniently", (value, filter) => {
    expect(readFilter(value)).toEqual(filter);
  });
});
