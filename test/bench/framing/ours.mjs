import { parseMessage } from "@mcpwire/jsonrpc";
import { LineDecoder } from "@mcpwire/stdio";

export function create(onMessage) {
  const output = {
    receiveText(text) {
      const parsed = parseMessage(text);
      if (parsed.type === "request") onMessage(parsed);
    },
    receiveUnreadable(reason) {
      throw new Error(reason);
    },
  };
  return new LineDecoder(output, { maxMessageBytes: 32 * 1024 * 1024 });
}
