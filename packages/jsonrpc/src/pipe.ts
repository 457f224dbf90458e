/**
 * A pipe carries whole messages both ways on one channel: a child process, a socket, two ends in memory. `duplex-client.ts` and
 * `duplex-server.ts` turn one into the links of the transport contract; what frames the messages stays outside.
 */
import type { JSONRPCMessage } from "./message.js";
import type { ReportSink, Sent } from "./transport.js";

/** The outgoing half, given by whoever frames messages. */
export interface Pipe {
  /** Sends one message, or several as one batch. A closed pipe swallows it. A promise means backpressure, as in `Sent`. */
  send(message: JSONRPCMessage | readonly JSONRPCMessage[]): Sent;
  /** Ends the channel; resolves when it is released. Called once. */
  close(): void | Promise<void>;
}

/** The incoming half, given by the duplex ends; calls are synchronous and never throw. */
export interface PipeReader {
  /** A framed message as text; parsed here, once. */
  receiveText(text: string): void;
  /** A framed message that is a value already (memory). */
  receiveValue(value: unknown): void;
  /**
   * A message that was framed but could not be taken (too long, not UTF-8); reported, and answered by a server. `start` is how one that
   * is too long begins, where that is known: enough of it may tell whose answer it was.
   */
  receiveUnreadable(reason: "too-long" | "not-utf8", start?: string): void;
  /**
   * The channel ended, by the peer or by `Pipe.close`. `cleanly`: the peer closed its sending half, answers may still be sent.
   * An `error` that is a `TransportError` is what the client's exchanges are told; any other becomes the cause of `lost`.
   */
  ended(how: { readonly cleanly: boolean; readonly error?: unknown }): void;
}

/** Closes a pipe whose trouble in closing can help nobody any more: it is reported. */
export async function closePipe(pipe: Pipe, report: ReportSink): Promise<void> {
  try {
    await pipe.close();
  } catch (error) {
    report({ code: "close-failed", message: "the pipe could not be closed in order", data: error });
  }
}
