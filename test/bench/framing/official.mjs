// What the transports of the official SDKs read, without a process around them.
import { PassThrough } from "node:stream";

export async function reader(Transport, onMessage) {
  const stdin = new PassThrough();
  const transport = new Transport(stdin, new PassThrough(), { maxBufferSize: 64 * 1024 * 1024 });
  transport.onmessage = onMessage;
  transport.onerror = (error) => {
    throw error;
  };
  await transport.start();
  return { push: (chunk) => stdin.emit("data", chunk) };
}
