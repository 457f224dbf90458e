import { PassThrough } from "node:stream";
import { StringDecoder } from "node:string_decoder";
import { StdioTransport } from "@tmcp/transport-stdio";

export function create(onMessage) {
  const stdin = new PassThrough();
  const decoder = new StringDecoder("utf8");
  stdin.setEncoding = () => {};
  Object.defineProperty(process, "stdin", { value: stdin, configurable: true });
  new StdioTransport({ on: () => () => {}, receive: async (message) => onMessage(message) }).listen();
  return { push: (chunk) => stdin.emit("data", decoder.write(chunk)) };
}
