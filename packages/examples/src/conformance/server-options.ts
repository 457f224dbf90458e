/** The command line of the fixture server. */
import { parseArgs } from "node:util";

export interface ServerProgramOptions {
  readonly isStdio: boolean;
  readonly legacy: boolean;
  readonly modern: boolean;
  readonly sessions: boolean;
  /** Answers are single JSON objects, never streams. */
  readonly json: boolean;
  readonly listChanged: boolean;
  readonly maxMessageBytes: number | undefined;
  /** Events kept of one stream for a client that comes back. */
  readonly maxEventsPerStream: number | undefined;
  /** Token → name; undefined: everybody may call. */
  readonly callers: ReadonlyMap<string, string> | undefined;
}

/** Throws an `Error` that says what is wrong with the command line. */
export function readOptions(args: readonly string[]): ServerProgramOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      stdio: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
      legacy: { type: "string", default: "on" },
      modern: { type: "string", default: "on" },
      sessions: { type: "string", default: "on" },
      "list-changed": { type: "string", default: "on" },
      "max-message-bytes": { type: "string" },
      "event-log": { type: "string" },
      callers: { type: "string" },
    },
  });
  return {
    isStdio: values.stdio,
    json: values.json,
    legacy: isOn("legacy", values.legacy),
    modern: isOn("modern", values.modern),
    sessions: isOn("sessions", values.sessions),
    listChanged: isOn("list-changed", values["list-changed"]),
    maxMessageBytes: wholeNumber("max-message-bytes", values["max-message-bytes"]),
    maxEventsPerStream: wholeNumber("event-log", values["event-log"]),
    callers: values.callers === undefined ? undefined : new Map(values.callers.split(",").map(callerOf)),
  };
}

function isOn(option: string, value: string): boolean {
  if (value === "on" || value === "off") return value === "on";
  throw new Error(`--${option} is on or off, not ${JSON.stringify(value)}`);
}

function wholeNumber(option: string, value: string | undefined): number | undefined {
  if (value === undefined || /^\d{1,15}$/.test(value)) return value === undefined ? undefined : Number(value);
  throw new Error(`--${option} is a whole number, not ${JSON.stringify(value)}`);
}

function callerOf(pair: string): [token: string, name: string] {
  const at = pair.indexOf("=");
  if (at > 0 && at < pair.length - 1) return [pair.slice(0, at), pair.slice(at + 1)];
  throw new Error(`--callers takes TOKEN=NAME,…, not ${JSON.stringify(pair)}`);
}
