/**
 * The conformance suite of `NotificationBus`, free of any test framework: hand it a way to make buses, and run its cases in yours.
 */
import type { ChangeNotice, NotificationBus } from "../era.js";

export interface ComplianceCase {
  /** What holds, as a sentence. */
  readonly title: string;
  /** Rejects where it does not. */
  run(): Promise<void>;
}

/** One channel under test, fresh for every case. */
export interface BusUnderTest {
  /** The bus of one more process on the channel; a bus within one process returns itself every time. */
  connect(): NotificationBus | Promise<NotificationBus>;
  /** Resolves when everything that was published has arrived everywhere. A bus that delivers at once leaves it out. */
  settle?(): Promise<void>;
  /** Releases what the case used. */
  release?(): void | Promise<void>;
}

/** The cases for one kind of bus. Each makes a channel of its own and releases it. */
export function notificationBusCompliance(make: () => BusUnderTest | Promise<BusUnderTest>): readonly ComplianceCase[] {
  return cases.map(([title, body]) => ({
    title,
    async run() {
      const channel = await make();
      try {
        await body(channel);
      } finally {
        await channel.release?.();
      }
    },
  }));
}

const tools: ChangeNotice = { type: "tools" };

const cases: readonly (readonly [title: string, body: (channel: BusUnderTest) => Promise<void>])[] = [
  [
    "a notice reaches the process that published it",
    async (channel) => {
      const bus = await channel.connect();
      const seen = listen(bus);
      await publish(channel, bus, tools);
      same(seen, [tools], "the publisher's own subscriber");
    },
  ],
  [
    "a notice reaches every subscriber of every process once",
    async (channel) => {
      const [one, two] = [await channel.connect(), await channel.connect()];
      const all = [listen(one), listen(one), listen(two)];
      await publish(channel, one, tools);
      for (const seen of all) same(seen, [tools], "each subscriber");
    },
  ],
  [
    "notices of one publisher arrive in order",
    async (channel) => {
      const [one, two] = [await channel.connect(), await channel.connect()];
      const seen = listen(two);
      const sent = Array.from({ length: 50 }, (_, n): ChangeNotice => ({ type: "resource", uri: `memo:///${n}` }));
      await publish(channel, one, ...sent);
      same(seen, sent, "fifty notices");
    },
  ],
  [
    "every kind of notice arrives as it was",
    async (channel) => {
      const [one, two] = [await channel.connect(), await channel.connect()];
      const seen = listen(two);
      const uris = ["", "file:///a b?c=d#e", "note://ü/日本\u{1F600}", "a\nb:c\u0000d", `x:${"y".repeat(8192)}`];
      const sent: ChangeNotice[] = [
        { type: "tools" },
        { type: "prompts" },
        { type: "resources" },
        ...uris.map((uri): ChangeNotice => ({ type: "resource", uri })),
      ];
      await publish(channel, one, ...sent);
      same(seen, sent, "the notices");
    },
  ],
  [
    "nothing arrives before a subscription or after its end",
    async (channel) => {
      const [one, two] = [await channel.connect(), await channel.connect()];
      await publish(channel, one, { type: "prompts" });
      const seen: ChangeNotice[] = [];
      const end = two.subscribe((notice) => seen.push(notice));
      await publish(channel, one, tools);
      end();
      end();
      await publish(channel, one, { type: "resources" });
      same(seen, [tools], "the subscriber");
    },
  ],
  [
    "one function subscribed twice is two subscriptions",
    async (channel) => {
      const bus = await channel.connect();
      const seen: ChangeNotice[] = [];
      const listener = (notice: ChangeNotice) => void seen.push(notice);
      const end = bus.subscribe(listener);
      bus.subscribe(listener);
      await publish(channel, bus, tools);
      same(seen, [tools, tools], "both");
      end();
      await publish(channel, bus, tools);
      same(seen, [tools, tools, tools], "the one that is left");
    },
  ],
  [
    "a subscriber that throws disturbs neither the publisher nor the others",
    async (channel) => {
      const bus = await channel.connect();
      bus.subscribe(() => {
        throw new Error("a subscriber failed on purpose");
      });
      const seen = listen(bus);
      await publish(channel, bus, tools, tools);
      same(seen, [tools, tools], "the other subscriber");
    },
  ],
  [
    "a subscriber may end itself while it is called",
    async (channel) => {
      const bus = await channel.connect();
      const seen: ChangeNotice[] = [];
      const end = bus.subscribe((notice) => {
        seen.push(notice);
        end();
      });
      const other = listen(bus);
      await publish(channel, bus, tools, tools);
      same(seen, [tools], "the one that ended itself");
      same(other, [tools, tools], "the other");
    },
  ],
];

function listen(bus: NotificationBus): ChangeNotice[] {
  const seen: ChangeNotice[] = [];
  bus.subscribe((notice) => void seen.push(notice));
  return seen;
}

async function publish(
  channel: BusUnderTest,
  bus: NotificationBus,
  ...notices: readonly ChangeNotice[]
): Promise<void> {
  for (const notice of notices) await bus.publish(notice);
  await channel.settle?.();
}

function same(seen: readonly ChangeNotice[], expected: readonly ChangeNotice[], who: string): void {
  const [got, wanted] = [seen, expected].map((notices) => JSON.stringify(notices.map(inOrder)));
  if (got !== wanted) throw new Error(`${who} saw ${got}, expected ${wanted}`);
}

/** Members in one order, whatever a channel made of them. */
function inOrder(notice: ChangeNotice): readonly string[] {
  return notice.type === "resource" ? [notice.type, notice.uri] : [notice.type];
}
