import { get } from "node:http";
import { describe, expect, it } from "vitest";
import { loopbackRedirect, type LoopbackRedirectOptions } from "./loopback-redirect.js";

const quiet = new AbortController().signal;

async function visiting(options: Partial<LoopbackRedirectOptions> = {}, signal = quiet) {
  const opened: string[] = [];
  const visit = await loopbackRedirect({ open: (url) => void opened.push(url), ...options }).start();
  const returned = visit.visit("https://as.example.com/authorize?client_id=c&state=s1", signal);
  returned.catch(() => {});
  return { visit, opened, returned };
}

function status(url: string, host?: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const headers = host === undefined ? {} : { host };
    get(url, { headers, agent: false }, (response) => {
      response.resume();
      response.once("end", () => resolve(response.statusCode));
    }).once("error", reject);
  });
}

describe("the loopback redirect", () => {
  // 2025-06-18/basic/authorization#communication-security/3 2025-11-25/basic/authorization#communication-security/3
  // 2026-07-28/basic/authorization/security-considerations#communication-security/3
  // 2025-03-26/basic/authorization#security-considerations/6
  it("listens on 127.0.0.1, hands the URL over and opens nothing itself", async () => {
    const { visit, opened } = await visiting();
    expect(visit.uri).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/);
    expect(opened).toEqual(["https://as.example.com/authorize?client_id=c&state=s1"]);
    await visit.stop?.();
  });

  it("resolves with the whole URL that the user came back with, and frees its port", async () => {
    const { visit, returned } = await visiting({ path: "/back" });
    const back = `${visit.uri}?code=c1&state=s1&iss=https%3A%2F%2Fas.example.com`;
    expect(await status(back)).toBe(200);
    expect(await returned).toBe(back);
    await visit.stop?.();
    await expect(status(back)).rejects.toMatchObject({ code: "ECONNREFUSED" });
  });

  it.each<[string, (uri: string) => string, string | undefined]>([
    ["another state", (uri) => `${uri}?code=evil&state=other`, undefined],
    ["no state", (uri) => `${uri}?code=evil`, undefined],
    ["another path", (uri) => `${uri}/x?code=evil&state=s1`, undefined],
    ["a rebound name", (uri) => `${uri}?code=evil&state=s1`, "evil.example.com"],
  ])("ignores what any page can send: %s", async (_title, url, host) => {
    const { visit, returned } = await visiting();
    expect(await status(url(visit.uri), host)).toBe(404);
    expect(await status(`${visit.uri}?code=good&state=s1`)).toBe(200);
    expect(await returned).toContain("code=good");
    await visit.stop?.();
  });

  it.each(["//", "http://[", "http://:", "*"])("goes on after a target that is no URL: %s", async (path) => {
    const { visit, returned } = await visiting();
    const { hostname, port } = new URL(visit.uri);
    const refused = await new Promise((resolve, reject) => {
      get({ hostname, port, path, agent: false }, (response) => {
        response.resume();
        resolve(response.statusCode);
      }).once("error", reject);
    });
    expect(refused).toBe(404);
    expect(await status(`${visit.uri}?code=good&state=s1`)).toBe(200);
    expect(await returned).toContain("code=good");
    await visit.stop?.();
  });

  it("does not wait for an `open` that lasts as long as the browser, once the user is back", async () => {
    const { visit, returned } = await visiting({ open: () => new Promise(() => {}) });
    expect(await status(`${visit.uri}?code=good&state=s1`)).toBe(200);
    expect(await returned).toContain("code=good");
    await visit.stop?.();
  });

  it("rejects when the caller cannot show the URL, and when the login is given up", async () => {
    const broken = await visiting({ open: () => Promise.reject(new Error("no browser")) });
    await expect(broken.returned).rejects.toThrow("no browser");
    await broken.visit.stop?.();
    const giveUp = new AbortController();
    const slow = await visiting({}, giveUp.signal);
    giveUp.abort();
    await expect(slow.returned).rejects.toThrow("given up");
    await slow.visit.stop?.();
  });
});
