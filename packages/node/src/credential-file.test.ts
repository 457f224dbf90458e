import { spawn } from "node:child_process";
import { chmod, mkdtemp, readFile, readdir, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { credentialFile } from "./credential-file.js";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "credentials-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe("the credential file", () => {
  // 2025-06-18/basic/authorization#token-theft/1 2025-11-25/basic/authorization#token-theft/1
  // 2026-07-28/basic/authorization/security-considerations#token-theft/1
  // 2025-03-26/basic/authorization#security-considerations/2
  it("is for its owner alone, and its folder too", async () => {
    const path = join(folder, "new", "tokens.json");
    await credentialFile(path).set("a", { secret: 1 });
    expect(((await stat(path)).mode & 0o777).toString(8)).toBe("600");
    expect(((await stat(join(folder, "new"))).mode & 0o777).toString(8)).toBe("700");
  });

  it("keeps values between stores, and forgets what is deleted", async () => {
    const path = join(folder, "tokens.json");
    await credentialFile(path).set("__proto__", { a: 1 });
    await credentialFile(path).set("b", 2);
    await credentialFile(path).delete("b");
    expect([await credentialFile(path).get("__proto__"), await credentialFile(path).get("b")]).toEqual([
      { a: 1 },
      undefined,
    ]);
    expect(await readdir(folder)).toEqual(["tokens.json"]);
  });

  it.each([
    ["that others may read", "{}", 0o644, "may be read by others"],
    ["that is not JSON, without quoting it", '{"token": "canary', 0o600, "is no credential file"],
    ["that is a list", "[]", 0o600, "is no credential file"],
  ])("rejects a file %s", async (_title, text, mode, message) => {
    const path = join(folder, "tokens.json");
    await writeFile(path, text);
    await chmod(path, mode);
    const failed: unknown = await Promise.resolve(credentialFile(path).get("a")).catch((error: unknown) => error);
    expect(String(failed)).toContain(message);
    expect(String(failed)).not.toContain("canary");
    await expect(credentialFile(path).set("a", 1)).rejects.toThrow(message);
    expect(await readFile(path, "utf8")).toBe(text);
  });

  it("loses no write of many at once", async () => {
    const path = join(folder, "tokens.json");
    await Promise.all(Array.from({ length: 12 }, (_, at) => credentialFile(path).set(`k${at}`, at)));
    expect(Object.keys(JSON.parse(await readFile(path, "utf8")) as object)).toHaveLength(12);
  });

  it("runs one holder of a lock at a time, across processes", async () => {
    const path = join(folder, "tokens.json");
    const program = `
      import { appendFileSync } from "node:fs";
      import { credentialFile } from ${JSON.stringify(fileURLToPath(new URL("./credential-file.ts", import.meta.url)))};
      await credentialFile(${JSON.stringify(path)}).lock("k", async () => {
        appendFileSync(${JSON.stringify(join(folder, "log"))}, "in ");
        await new Promise((resolve) => setTimeout(resolve, 60));
        appendFileSync(${JSON.stringify(join(folder, "log"))}, "out ");
      });`;
    const run = (): Promise<number | null> =>
      new Promise((resolve) => {
        const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", program], {
          stdio: ["ignore", "ignore", "inherit"],
          cwd: fileURLToPath(new URL("..", import.meta.url)),
        });
        child.once("exit", resolve);
      });
    expect(await Promise.all([run(), run(), run()])).toEqual([0, 0, 0]);
    expect(await readFile(join(folder, "log"), "utf8")).toBe("in out in out in out ");
  });

  it("releases a lock whose task fails, and breaks one whose holder was killed", async () => {
    const path = join(folder, "tokens.json");
    const store = credentialFile(path, { staleMs: 300 });
    await expect(store.lock?.("k", () => Promise.reject(new Error("task")))).rejects.toThrow("task");
    let lock = "";
    await store.lock?.("k", async () => {
      lock = (await readdir(folder)).find((name) => name.endsWith(".lock")) ?? "";
    });
    await writeFile(join(folder, lock), "dead");
    const longAgo = new Date(Date.now() - 60_000);
    await utimes(join(folder, lock), longAgo, longAgo);
    expect(await store.lock?.("k", () => Promise.resolve("done"))).toBe("done");
  });

  it("breaks no lock whose holder wakes up with it, as after a sleep of the whole machine", async () => {
    const store = credentialFile(join(folder, "tokens.json"), { staleMs: 400 });
    let lock = "";
    await store.lock?.("k", async () => {
      lock = join(folder, (await readdir(folder)).find((name) => name.endsWith(".lock")) ?? "");
    });
    await writeFile(lock, "sleeper");
    const longAgo = new Date(Date.now() - 60_000);
    await utimes(lock, longAgo, longAgo);
    let isIn = false;
    const waiting = store.lock?.("k", async () => void (isIn = true));
    for (let beats = 0; beats < 5; beats++) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      await utimes(lock, new Date(), new Date());
    }
    expect(isIn).toBe(false);
    expect(await readFile(lock, "utf8")).toBe("sleeper");
    await rm(lock);
    await waiting;
    expect(isIn).toBe(true);
  });

  it("keeps a lock alive whose holder takes long", async () => {
    const store = credentialFile(join(folder, "tokens.json"), { staleMs: 120 });
    const order: string[] = [];
    const slow = store.lock?.("k", async () => {
      order.push("first in");
      await new Promise((resolve) => setTimeout(resolve, 500));
      order.push("first out");
    });
    await new Promise((resolve) => setTimeout(resolve, 30));
    await Promise.all([slow, store.lock?.("k", async () => void order.push("second"))]);
    expect(order).toEqual(["first in", "first out", "second"]);
  });
});
