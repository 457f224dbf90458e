// The examples of hosts, each on its host: servers are called in both generations, the page is used as a person would.
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { binaries } from "./install.mjs";
import { report, start, whileRunning } from "./processes.mjs";
import { expectEqual } from "./smoke/checks.mjs";

const examples = fileURLToPath(new URL("../../packages/examples", import.meta.url));
const screenshot = fileURLToPath(new URL("../../.cache/runtimes/browser-page.png", import.meta.url));

/** Puts the examples, as they are built, beside the packages that they import. */
export function copyExamples(folder) {
  cpSync(join(examples, "dist"), join(folder, "examples"), { recursive: true });
  cpSync(join(examples, "src", "browser-page.html"), join(folder, "src", "browser-page.html"));
}

/** The greeter at this URL, from Node. */
export function checkGreeter(rig, url) {
  return report(rig, binaries.node24, [join("hosts", "greeting.mjs"), url]);
}

/** An example that is a program and prints its URL. */
export async function checkExampleProgram(rig, command, args) {
  try {
    const server = await start(command, args, { cwd: rig.folder, env: { PORT: "0" } });
    return await whileRunning(server, () => checkGreeter(rig, server.line));
  } catch (error) {
    return [{ feature: "its example", error: error.message }];
  }
}

/** The page, in a browser: connects, lists, calls a tool through its form, sees a failure, connects again. Leaves a screenshot. */
export async function checkPage(rig, browser) {
  const feature = "its example";
  const program = join("examples", "browser-page-server.js");
  const server = await start(binaries.node24, [program], { cwd: rig.folder, env: { PORT: "0" } });
  return whileRunning(server, async () => {
    try {
      const page = await browser.newPage({ viewport: { width: 800, height: 1000 } });
      const faults = [];
      page.on("pageerror", (error) => faults.push(error.message));
      page.setDefaultTimeout(8000);
      await page.goto(server.line);
      await expectText(page, "#status", "kitchen speaks 2026-07-28 and has 2 tools.");
      await page.fill("[name=dish]", "Dal");
      await page.fill("[name=guests]", "4");
      await page.selectOption("[name=spice]", "hot");
      await page.check("[name=vegan]");
      await page.fill("[name=allergies]", '["nuts"]');
      await page.click("article:nth-child(1) button");
      await expectText(page, "article:nth-child(1) output", "Dal for 4, hot, vegan, without nuts");
      await page.click("article:nth-child(2) button");
      await expectText(page, "article:nth-child(2) output.failed", "the oven is broken");
      await page.screenshot({ path: screenshot, fullPage: true });
      await page.fill("[name=url]", rig.servers.legacyUrl);
      await page.click("#server button");
      await expectText(page, "#status", "smoke speaks 2025-11-25");
      expectEqual(faults, [], "errors of the page");
      return [{ feature }];
    } catch (error) {
      return [{ feature, error: error.message }];
    }
  });
}

async function expectText(page, selector, text) {
  await page.locator(selector, { hasText: text }).waitFor();
}

/** A configuration of workerd for one script; without the Durable Object where the script has none. */
export function workerConfig(rig, folder, port, { hasObject }) {
  mkdirSync(folder, { recursive: true });
  const config = readFileSync(join(rig.folder, "hosts", "worker.capnp"), "utf8").replace("PORT", String(port));
  const lines = config.split("\n").filter((line) => hasObject || !/durableObject/.test(line));
  writeFileSync(join(folder, "config.capnp"), lines.join("\n"));
  return join(folder, "config.capnp");
}
