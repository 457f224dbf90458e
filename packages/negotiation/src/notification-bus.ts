/**
 * The notification bus of one process: the default behind the `NotificationBus` port. `@mcpwire/negotiation/compliance` holds
 * the suite that any other bus must pass.
 */
import type { ReportSink } from "@mcpwire/jsonrpc";
import type { ChangeNotice, NotificationBus } from "./era.js";

/**
 * A bus within this process: `publish` calls every subscriber before it returns, in the order of subscription. A subscriber that
 * throws disturbs neither the publisher nor the others; it is reported as `handler-error`.
 */
export function createNotificationBus(report?: ReportSink): NotificationBus {
  const subscriptions = new Set<{ readonly listener: (notice: ChangeNotice) => void }>();
  return {
    publish(notice) {
      for (const subscription of subscriptions) {
        try {
          subscription.listener(notice);
        } catch (error) {
          report?.({ code: "handler-error", message: "A subscriber of the notification bus failed", data: error });
        }
      }
    },
    subscribe(listener) {
      // An entry of its own, so that one function subscribed twice is two subscriptions.
      const subscription = { listener };
      subscriptions.add(subscription);
      return () => {
        subscriptions.delete(subscription);
      };
    },
  };
}
