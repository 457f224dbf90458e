/** The examples as a newcomer runs them: an issuer, a protected server, a client in a terminal, and a browser with a user in it. */
import { spawn, type ChildProcess } from "node:child_process";
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { chromiumPath, openPage, type Page } from "./chromium.js";

const built = fileURLToPath(new URL("../../packages/examples/dist/", import.meta.url));
const cleanups: (() => unknown)[] = [];
afterAll(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup();
});

function start(program: string, args: readonly string[], env: Readonly<Record<string, string>>) {
  const child: ChildProcess = spawn(process.execPath, [join(built, `${program}.js`), ...args], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  cleanups.push(() => child.kill("SIGKILL"));
  const shown = { text: "", code: undefined as number | null | undefined };
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => (shown.text += chunk.toString()));
  child.once("exit", (code) => (shown.code = code));
  return shown;
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}

async function until<T>(look: () => T | undefined | Promise<T | undefined>, what: string): Promise<T> {
  for (let waited = 0; waited < 15_000; waited += 50) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`Waited in vain for ${what}`);
}

/** Fills in whatever the issuer shows until the program's own page comes. */
async function walkThrough(page: Page, url: string): Promise<void> {
  await page.goTo(url);
  await until(async () => {
    const seen = await page.evaluate(`(() => {
      if (location.pathname === "/callback") return document.body?.innerText ?? "";
      const form = document.querySelector("form");
      if (form === null || form.dataset.sent === "yes") return "";
      for (const [name, value] of [["login", "ann"], ["password", "secret"]]) {
        const field = form.querySelector('[name="' + name + '"]');
        if (field !== null) field.value = value;
      }
      form.dataset.sent = "yes";
      form.querySelector("[type=submit]").click();
      return "";
    })()`);
    return typeof seen === "string" && seen.includes("You may close this page") ? true : undefined;
  }, "the page that says that all is done");
}

if (chromiumPath === undefined) {
  console.warn("The login in a browser is skipped: there is no Chromium here. CHROMIUM=/path/to/it names one.");
}

describe.skipIf(chromiumPath === undefined)("with a browser (needs Chromium on this machine)", () => {
  it("a user logs in, consents, consents to more, and the program goes on by itself the next time", async () => {
    const folder = await mkdtemp(join(tmpdir(), "auth-example-"));
    cleanups.push(() => rm(folder, { recursive: true, force: true }));
    const [issuerPort, serverPort] = [await freePort(), await freePort()];
    const url = `http://127.0.0.1:${serverPort}/mcp`;
    const issuer = start("auth-issuer", [], { PORT: String(issuerPort), RESOURCE: url });
    const server = start("auth-server", [], { PORT: String(serverPort), ISSUER: `http://127.0.0.1:${issuerPort}` });
    await until(() => issuer.text.includes(`http://127.0.0.1:${issuerPort}\n`) || undefined, "the issuer");
    await until(() => server.text.includes(url) || undefined, "the server");
    const credentials = join(folder, "credentials.json");
    const page = await openPage();
    cleanups.push(() => page.close());

    const client = start("auth-client", [url], { CREDENTIALS: credentials });
    for (const consent of [1, 2]) {
      const place = await until(
        () => [...client.text.matchAll(/Log in at (\S+)/g)][consent - 1]?.[1],
        `login ${consent}`,
      );
      await walkThrough(page, place);
    }
    await until(() => (client.code === undefined ? undefined : true), "the client's end");
    expect(client.code).toBe(0);
    expect(client.text).toContain("Buy milk");
    expect(client.text).toContain("added");
    expect((await stat(credentials)).mode & 0o777).toBe(0o600);

    const again = start("auth-client", [url], { CREDENTIALS: credentials });
    await until(() => (again.code === undefined ? undefined : true), "the client's second end");
    expect(again.code).toBe(0);
    expect(again.text).not.toContain("Log in at");
    expect(again.text).toContain("Call Ada");

    // What is secret is in the file, and was printed by nobody.
    const secrets = [
      ...(await readFile(credentials, "utf8")).matchAll(/"(?:accessToken|refreshToken|secret)": "([^"]+)"/g),
    ].map(([, secret]) => secret ?? "");
    expect(secrets.length).toBeGreaterThan(1);
    for (const secret of secrets) expect(client.text + again.text + server.text).not.toContain(secret);
  }, 60_000);
});
