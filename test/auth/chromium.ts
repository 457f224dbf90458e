/** A headless Chromium, over the pipe of its DevTools protocol: no more of it than a login needs. */
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";

/** Where it is; `CHROMIUM` names another place. */
export const chromiumPath = [
  process.env["CHROMIUM"] ?? "",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
].find((path) => existsSync(path));

export interface Page {
  goTo(url: string): Promise<void>;
  /** The value of an expression in the page, as JSON; undefined while the page is changing. */
  evaluate(expression: string): Promise<unknown>;
  close(): Promise<void>;
}

export async function openPage(): Promise<Page> {
  const folder = mkdtempSync(join(tmpdir(), "chromium-"));
  const flags = ["--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--remote-debugging-pipe"];
  const browser = spawn(chromiumPath ?? "chromium", [...flags, `--user-data-dir=${folder}`, "about:blank"], {
    stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"],
  });
  // The list above makes both pipes.
  const [, , , input, output] = browser.stdio as unknown as [null, null, null, Writable, Readable];
  const waiting = new Map<number, (result: Record<string, unknown> | undefined) => void>();
  let count = 0;
  let text = "";
  output.setEncoding("utf8").on("data", (chunk: string) => {
    const parts = (text + chunk).split("\0");
    text = parts.pop() ?? "";
    for (const part of parts) {
      // The protocol's own words.
      const message = JSON.parse(part) as { id?: number; result?: Record<string, unknown> };
      if (message.id !== undefined) waiting.get(message.id)?.(message.result);
    }
  });
  const ask = (method: string, params: object = {}, sessionId?: string): Promise<Record<string, unknown> | undefined> =>
    new Promise((resolve) => {
      const id = ++count;
      waiting.set(id, resolve);
      input.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    });
  const { targetId } = (await ask("Target.createTarget", { url: "about:blank" })) ?? {};
  const { sessionId } = (await ask("Target.attachToTarget", { targetId, flatten: true })) ?? {};
  const session = String(sessionId);
  return {
    goTo: async (url) => void (await ask("Page.navigate", { url }, session)),
    async evaluate(expression) {
      const answer = await ask("Runtime.evaluate", { expression, returnByValue: true }, session);
      const { result } = (answer ?? {}) as { result?: { value?: unknown } };
      return result?.value;
    },
    close: () =>
      new Promise((resolve) => {
        browser.once("exit", () => {
          rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
          resolve();
        });
        browser.kill("SIGKILL");
      }),
  };
}
