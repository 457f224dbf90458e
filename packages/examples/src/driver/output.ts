/** What the driver writes: one JSON object a line. */
import { isProtocolError, isTransportError, isUsageError } from "@mcpwire/jsonrpc";

export type Emit = (line: object) => void;

export const emit: Emit = (line) => {
  process.stdout.write(`${JSON.stringify(line)}\n`);
};

/** An error as a line shows it. */
export function describeError(error: unknown): object {
  if (isProtocolError(error)) return shown("protocol", error.rpcCode, error.message, error.data);
  if (isTransportError(error)) return shown("transport", error.code, error.message, error.data);
  if (isUsageError(error)) return shown("usage", error.code, error.message);
  return shown("usage", "unexpected", error instanceof Error ? error.message : String(error));
}

function shown(family: string, code: string | number, message: string, data?: unknown): object {
  return { family, code, message, ...(data === undefined ? {} : { data }) };
}
