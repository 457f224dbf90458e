/** One client at a time, driven by commands. Each command gets one answer; commands run at once, not in turn. */
import { connect } from "@mcpwire/client";
import type { CallOptions, Client, Subscription } from "@mcpwire/client";
import { UsageError } from "@mcpwire/jsonrpc";
import { Answers } from "./answers.js";
import type { Command, Of } from "./commands.js";
import { describeError } from "./output.js";
import type { Emit } from "./output.js";
import { clientOptionsOf, transportOf } from "./target.js";
import { untouched, watched } from "./untouched.js";

export class Driver {
  readonly #emit: Emit;
  readonly #answers: Answers;
  readonly #running = new Map<number, AbortController>();
  readonly #subscriptions = new Map<number, Subscription>();
  #client: Client | undefined;
  #isConnecting = false;

  constructor(emit: Emit) {
    this.#emit = emit;
    this.#answers = new Answers(emit);
  }

  /** Runs a command and writes its answer. Never rejects. */
  async run(id: number, command: Command): Promise<void> {
    const controller = new AbortController();
    this.#running.set(id, controller);
    try {
      const result = await this.#do(id, command, controller.signal);
      this.#emit({ id, ok: result ?? {} });
    } catch (error) {
      this.#emit({ id, error: describeError(error) });
    }
    this.#running.delete(id);
    const subscription = this.#subscriptions.get(id);
    if (subscription !== undefined) void this.#follow(id, subscription);
  }

  /** Closes the client, if there is one. */
  async close(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    await client?.close();
  }

  async #do(id: number, command: Command, signal: AbortSignal): Promise<unknown> {
    switch (command.do) {
      case "connect":
        return this.#connect(command);
      case "tools":
        return this.#connected().tools({ signal }).all();
      case "prompts":
        return this.#connected().prompts({ signal }).all();
      case "resources":
        return this.#connected().resources({ signal }).all();
      case "templates":
        return this.#connected().resourceTemplates({ signal }).all();
      case "call":
        return this.#call(id, command, signal);
      case "prompt":
        return this.#connected().getPrompt(command.name, command.arguments, { signal });
      case "read":
        return this.#connected().readResource(command.uri, { signal });
      case "complete": {
        const { ref, argument, context } = command;
        const params = { ref, argument, ...(context && { context }) };
        return this.#connected().request("completion/complete", params, { signal });
      }
      case "ping":
        return this.#connected().ping({ signal });
      case "logLevel":
        return this.#connected().setLogLevel(command.level ?? undefined);
      case "subscribe": {
        const { tools, prompts, resourcesList, resources } = command;
        const subscription = await this.#connected().subscribe({ tools, prompts, resourcesList, resources });
        this.#subscriptions.set(id, subscription);
        return subscription.honored;
      }
      case "unsubscribe":
        return this.#subscriptions.get(command.of)?.close();
      case "abort":
        return this.#running.get(command.of)?.abort();
      case "request":
        return this.#connected().request(command.method, command.params, { signal });
      case "notify":
        return this.#connected().notify(command.method, command.params);
      case "answer":
        return this.#answers.set(command);
      case "close":
      case "quit":
        return this.close();
      default:
        return command satisfies never;
    }
  }

  async #connect(command: Of<"connect">): Promise<unknown> {
    if (this.#client !== undefined || this.#isConnecting) {
      throw new UsageError("connected", "the driver holds one client at a time; close it first");
    }
    this.#isConnecting = true;
    try {
      const client = await connect(
        watched(transportOf(command, this.#emit)),
        clientOptionsOf(command, this.#answers, this.#emit),
      );
      this.#client = client;
      client.on("notification", ({ method, params }) => this.#emit({ event: "notification", method, params }));
      client.on("closed", ({ error }) => {
        this.#emit({ event: "closed", ...(error && { error: describeError(error) }) });
      });
      const { revision, verdict, serverInfo, serverCapabilities: capabilities, instructions } = client;
      return { revision, era: verdict.era, serverInfo, capabilities, instructions, verdict };
    } finally {
      this.#isConnecting = false;
    }
  }

  #call(id: number, command: Of<"call">, signal: AbortSignal): Promise<unknown> {
    const client = this.#connected();
    const { timeoutMs, maxTotalMs, repeatable } = command;
    const options: CallOptions = {
      signal,
      ...(timeoutMs !== undefined && { timeoutMs }),
      ...(maxTotalMs !== undefined && { maxTotalMs }),
      ...(repeatable !== undefined && { repeatable }),
      ...(command.progress && { onProgress: (progress) => this.#emit({ event: "progress", of: id, ...progress }) }),
      onLog: (params) => this.#emit({ event: "notification", method: "notifications/message", params }),
    };
    return untouched(() => client.callTool(command.name, command.arguments, options));
  }

  /** Shows the changes that a subscription hears of as the notifications that announce them. */
  async #follow(id: number, subscription: Subscription): Promise<void> {
    try {
      for await (const change of subscription) {
        const isList = change.type !== "resource";
        const method = isList ? `notifications/${change.type}/list_changed` : "notifications/resources/updated";
        this.#emit({ event: "notification", method, ...(isList ? {} : { params: { uri: change.uri } }) });
      }
    } catch (error) {
      this.#emit({ event: "lost", of: id, error: describeError(error) });
    }
    this.#subscriptions.delete(id);
  }

  #connected(): Client {
    if (this.#client !== undefined) return this.#client;
    throw new UsageError("not-connected", "connect first");
  }
}
