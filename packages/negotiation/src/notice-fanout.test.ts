import { describe, expect, it } from "vitest";
import { turn } from "../test/fake-server.js";
import type { ChangeNotice } from "./era.js";
import { NoticeFanout, Outlet, announcedBy, noticeOf, resourceTopic, topicOf, type Topic } from "./notice-fanout.js";

class Recording extends Outlet {
  readonly sent: Topic[] = [];
  slow = false;
  #release: (() => void) | undefined;

  protected override send(topic: Topic): Promise<void> | undefined {
    this.sent.push(topic);
    return this.slow ? new Promise((resolve) => (this.#release = resolve)) : undefined;
  }

  release(): void {
    this.#release?.();
  }
}

describe("a notice", () => {
  it.each<[ChangeNotice, Topic, object]>([
    [{ type: "tools" }, "tools", { jsonrpc: "2.0", method: "notifications/tools/list_changed" }],
    [{ type: "prompts" }, "prompts", { jsonrpc: "2.0", method: "notifications/prompts/list_changed" }],
    [{ type: "resources" }, "resources", { jsonrpc: "2.0", method: "notifications/resources/list_changed" }],
    [
      { type: "resource", uri: "a:b:c" },
      "resource:a:b:c",
      { jsonrpc: "2.0", method: "notifications/resources/updated", params: { uri: "a:b:c" } },
    ],
    [
      { type: "resource", uri: "" },
      "resource:",
      { jsonrpc: "2.0", method: "notifications/resources/updated", params: { uri: "" } },
    ],
  ])("%j is one topic and one notification", (notice, topic, sent) => {
    expect(topicOf(notice)).toBe(topic);
    expect(noticeOf(topic)).toEqual(sent);
  });

  it("of a resource named like a list is not that list's", () => {
    expect(topicOf({ type: "resource", uri: "tools" })).not.toBe(topicOf({ type: "tools" }));
  });
});

describe("the fan-out", () => {
  it("delivers to those who watch, and to no other", () => {
    const fanout = new NoticeFanout();
    const [a, b, c] = [new Recording(), new Recording(), new Recording()];
    fanout.watch("tools", a);
    fanout.watch(resourceTopic("x"), a);
    fanout.watch("tools", b);
    fanout.watch("prompts", c);
    fanout.publish({ type: "tools" });
    fanout.publish({ type: "resource", uri: "x" });
    fanout.publish({ type: "resource", uri: "y" });
    fanout.publish({ type: "resources" });
    expect([a.sent, b.sent, c.sent]).toEqual([["tools", "resource:x"], ["tools"], []]);
  });

  it("holds nothing once nobody watches", () => {
    const fanout = new NoticeFanout();
    const a = new Recording();
    for (let n = 0; n < 1000; n += 1) fanout.watch(resourceTopic(String(n)), a);
    expect(fanout.size).toBe(1000);
    for (let n = 0; n < 1000; n += 1) fanout.unwatch(resourceTopic(String(n)), a);
    fanout.unwatch("tools", a);
    expect(fanout.size).toBe(0);
    fanout.publish({ type: "resource", uri: "5" });
    expect(a.sent).toEqual([]);
  });

  it("asks only the watchers of a topic, however much else is watched", () => {
    const fanout = new NoticeFanout();
    let asked = 0;
    class Counting extends Recording {
      override deliver(topic: Topic): void {
        asked += 1;
        super.deliver(topic);
      }
    }
    for (let n = 0; n < 10_000; n += 1) fanout.watch(resourceTopic(String(n)), new Counting());
    fanout.publish({ type: "resource", uri: "77" });
    expect(asked).toBe(1);
  });

  it("goes on when a watcher leaves while it is told", () => {
    const fanout = new NoticeFanout();
    const leaving = new (class extends Recording {
      override deliver(topic: Topic): void {
        super.deliver(topic);
        fanout.unwatch(topic, this);
      }
    })();
    const staying = new Recording();
    fanout.watch("tools", leaving);
    fanout.watch("tools", staying);
    fanout.publish({ type: "tools" });
    fanout.publish({ type: "tools" });
    expect([leaving.sent, staying.sent]).toEqual([["tools"], ["tools", "tools"]]);
  });
});

describe("an outlet whose reader is slow", () => {
  it("lets the same notice wait once, and loses none", async () => {
    const outlet = new Recording();
    outlet.slow = true;
    outlet.deliver("tools");
    for (let n = 0; n < 100; n += 1) {
      outlet.deliver("tools");
      outlet.deliver("prompts");
    }
    expect(outlet.sent).toEqual(["tools"]);
    outlet.slow = false;
    outlet.release();
    await turn();
    expect(outlet.sent).toEqual(["tools", "tools", "prompts"]);
    outlet.deliver("resources");
    expect(outlet.sent.at(-1)).toBe("resources");
  });

  it("sends nothing more once it is closed", async () => {
    const outlet = new Recording();
    outlet.slow = true;
    outlet.deliver("tools");
    outlet.deliver("prompts");
    outlet.closeOutlet();
    outlet.release();
    await turn();
    outlet.deliver("resources");
    expect(outlet.sent).toEqual(["tools"]);
    expect(outlet.isClosed).toBe(true);
  });
});

it("a server announces only what it declared", () => {
  expect(announcedBy({ tools: { listChanged: true }, prompts: {}, resources: { subscribe: true } })).toEqual({
    tools: true,
    prompts: false,
    resources: false,
    subscribe: true,
  });
  expect(announcedBy({})).toEqual({ tools: false, prompts: false, resources: false, subscribe: false });
});
