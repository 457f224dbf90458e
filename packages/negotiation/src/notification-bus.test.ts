import type { Report } from "@mcpwire/jsonrpc";
import { describe, expect, it } from "vitest";
import { notificationBusCompliance } from "./compliance/index.js";
import { createNotificationBus } from "./notification-bus.js";

describe("the in-process notification bus passes the suite that every bus must pass", () => {
  const cases = notificationBusCompliance(() => {
    const bus = createNotificationBus();
    return { connect: () => bus };
  });
  it.each(cases.map((one) => [one.title, one] as const))("%s", async (_title, one) => {
    await one.run();
  });
});

describe("the suite itself", () => {
  const failures = async (bus: () => ReturnType<typeof createNotificationBus>) => {
    const failed: string[] = [];
    for (const one of notificationBusCompliance(() => ({ connect: bus }))) {
      await one.run().catch(() => failed.push(one.title));
    }
    return failed;
  };

  it("finds a bus that delivers nothing", async () => {
    const silent = { publish: () => {}, subscribe: () => () => {} };
    expect((await failures(() => silent)).length).toBe(8);
  });

  it("finds a bus that forgets the other processes", async () => {
    expect(await failures(() => createNotificationBus())).toEqual([
      "a notice reaches every subscriber of every process once",
      "notices of one publisher arrive in order",
      "every kind of notice arrives as it was",
      "nothing arrives before a subscription or after its end",
    ]);
  });
});

it("a subscriber that throws is reported", () => {
  const reports: Report[] = [];
  const bus = createNotificationBus((report) => reports.push(report));
  bus.subscribe(() => {
    throw new Error("secret");
  });
  void bus.publish({ type: "tools" });
  expect(reports).toMatchObject([{ code: "handler-error", data: new Error("secret") }]);
});
