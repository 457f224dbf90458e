/**
 * A client that is driven from outside: commands on stdin, answers and events on stdout, one JSON object a line. It lets a harness
 * in any language use the library without linking to it. Ends with exit code 0 at the end of its input, or after `quit`.
 */
import { emit } from "./driver/output.js";
import { parseLine } from "./driver/commands.js";
import { Driver } from "./driver/session.js";

/** A client that cannot close, such as one that still connects, does not keep the process. */
const closeMs = 5000;

const driver = new Driver(emit);
let rest = "";
// A line ends at a line feed and nowhere else: JSON may hold any other separator.
process.stdin.setEncoding("utf8").on("data", (chunk) => {
  const lines = `${rest}${String(chunk)}`.split("\n");
  rest = lines.pop() ?? "";
  for (const line of lines) take(line);
});
process.stdin.on("end", () => {
  take(rest);
  void end(driver.close());
});

function take(line: string): void {
  if (line.trim() === "") return;
  const parsed = parseLine(line);
  if ("problem" in parsed) {
    const error = { family: "usage", code: "bad-command", message: parsed.problem };
    return emit({ id: parsed.id ?? null, error });
  }
  const answered = driver.run(parsed.id, parsed.command);
  if (parsed.command.do === "quit") void end(answered);
}

async function end(closed: Promise<void>): Promise<void> {
  const late = new Promise<void>((resolve) => setTimeout(resolve, closeMs));
  await Promise.race([closed, late]);
  // What was written to a pipe may still be on its way.
  process.stdout.write("", () => process.exit(0));
}
