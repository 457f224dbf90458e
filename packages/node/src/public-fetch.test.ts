import { createServer, type RequestListener } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { publicFetch, type ResolveName } from "./public-fetch.js";

const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup();
});

/** The port of a server on 127.0.0.1, and how often somebody connected. */
async function listen(answer: RequestListener): Promise<{ readonly port: number; connections: number }> {
  const seen = { port: 0, connections: 0 };
  const server = createServer(answer).on("connection", () => seen.connections++);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  cleanups.push(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  seen.port = typeof address === "object" && address !== null ? address.port : 0;
  return seen;
}

const says =
  (...addresses: readonly string[]): ResolveName =>
  (_hostname, done) =>
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
    );

const refusal = { name: "TransportError", code: "unreachable", message: expect.stringContaining("not on the public") };

describe("a fetch of the public internet", () => {
  it.each([
    "127.0.0.1",
    "2130706433",
    "0x7f.1",
    "0",
    "10.1.2.3",
    "100.64.0.1",
    "169.254.169.254",
    "172.31.255.255",
    "192.168.0.1",
    "224.0.0.1",
    "[::]",
    "[::1]",
    "[::ffff:127.0.0.1]",
    "[::ffff:a9fe:a9fe]",
    "[64:ff9b::10.0.0.1]",
    "[2002:7f00:1::]",
    "[fd00::1]",
    "[fe80::1]",
    "[ff02::1]",
  ])("refuses the address %s", async (host) => {
    await expect(publicFetch()(`http://${host}:9/`)).rejects.toMatchObject(refusal);
  });

  it.each<[string, readonly string[]]>([
    ["that is loopback", ["127.0.0.1"]],
    ["that is loopback at IPv6", ["::1"]],
    ["that is private", ["10.0.0.1"]],
    ["that is of the own link", ["fe80::1%eth0"]],
    ["that is unique local", ["fd12::1"]],
    ["that is IPv4 in disguise", ["::ffff:10.0.0.1"]],
    ["of a cloud's metadata", ["169.254.169.254"]],
    ["of which only the last is private", ["192.1.2.3", "2606:4700::1", "10.0.0.1"]],
    ["of which only the other family's is private", ["192.1.2.3", "::1"]],
    ["that is no address", ["elsewhere"]],
  ])("refuses a name with an address %s, and connects nowhere", async (_title, addresses) => {
    const server = await listen((_req, res) => res.end());
    const fetch = publicFetch({ resolve: says(...addresses) });
    await expect(fetch(`http://as.example.com:${server.port}/`)).rejects.toMatchObject(refusal);
    expect(server.connections).toBe(0);
  });

  it("refuses names of this host as the host resolves them, and says no address", async () => {
    const server = await listen((_req, res) => res.end());
    const failed: unknown = await publicFetch()(`http://localhost:${server.port}/`).catch((error: unknown) => error);
    expect(failed).toMatchObject(refusal);
    expect(String(failed)).not.toMatch(/127\.0|::1/);
    expect(server.connections).toBe(0);
  });

  it("reaches what is allowed by name or by address", async () => {
    const server = await listen((_req, res) => res.end("in"));
    const fetch = publicFetch({ allow: ["LocalHost", "127.0.0.1"] });
    for (const host of ["localhost", "127.0.0.1"]) {
      expect(await (await fetch(`http://${host}:${server.port}/`)).text()).toBe("in");
    }
    await expect(fetch(`http://127.0.0.2:${server.port}/`)).rejects.toMatchObject(refusal);
  });

  it("resolves a name once, and connects to that answer: one that changes its mind leads nowhere else", async () => {
    const server = await listen((req, res) => res.end(req.headers.host));
    let asked = 0;
    const resolve: ResolveName = (hostname, done) => says(asked++ === 0 ? "127.0.0.1" : "127.0.0.9")(hostname, done);
    const response = await publicFetch({ allow: ["rebinds.test"], resolve })(`http://rebinds.test:${server.port}/`);
    expect(await response.text()).toBe(`rebinds.test:${server.port}`);
    expect(asked).toBe(1);
  });

  it("says why where a name has no address, and where nobody listens, as others do", async () => {
    const resolve: ResolveName = (_hostname, done) => done(Object.assign(new Error("no"), { code: "ENOTFOUND" }), []);
    await expect(publicFetch({ resolve })("http://nowhere.test/")).rejects.toMatchObject({ code: "ENOTFOUND" });
    await expect(publicFetch({ resolve: says() })("http://nowhere.test/")).rejects.toMatchObject({ code: "ENOTFOUND" });
    const open = publicFetch({ allow: ["127.0.0.1"] });
    await expect(open("http://127.0.0.1:1/")).rejects.toMatchObject({ code: "ECONNREFUSED" });
  });

  it("follows no redirect, whatever it is told", async () => {
    const server = await listen((_req, res) => res.writeHead(302, { location: "http://10.0.0.1/" }).end());
    const fetch = publicFetch({ allow: ["127.0.0.1"] });
    const response = await fetch(`http://127.0.0.1:${server.port}/`, { redirect: "follow" });
    expect([response.status, response.headers.get("location")]).toEqual([302, "http://10.0.0.1/"]);
  });

  it("carries method, headers and body there, and status, headers and body back", async () => {
    const server = await listen((req, res) => {
      let body = "";
      req.on("data", (chunk: Buffer) => (body += chunk.toString()));
      req.on("end", () => {
        res.setHeader("set-cookie", ["a=1", "b=2"]).writeHead(201);
        res.end(`${req.method} ${req.headers["content-type"]} ${req.headers["x-own"]} ${body}`);
      });
    });
    const fetch = publicFetch({ allow: ["127.0.0.1"] });
    const response = await fetch(`http://127.0.0.1:${server.port}/`, {
      method: "POST",
      headers: { "x-own": "1", "content-type": "application/json" },
      body: '"ä"',
    });
    expect([response.status, response.headers.getSetCookie(), await response.text()]).toEqual([
      201,
      ["a=1", "b=2"],
      'POST application/json 1 "ä"',
    ]);
  });

  it.each([204, 304])("gives a response without a body its status %i", async (status) => {
    const server = await listen((_req, res) => res.writeHead(status).end());
    const response = await publicFetch({ allow: ["127.0.0.1"] })(`http://127.0.0.1:${server.port}/`);
    expect([response.status, response.body]).toEqual([status, null]);
  });

  it("gives up when it is told to: before it begins, while it waits, and in the middle of a body", async () => {
    const closed: Promise<unknown>[] = [];
    const server = await listen((req, res) => {
      closed.push(new Promise((resolve) => res.once("close", resolve)));
      if (req.url === "/stream") res.write("first");
    });
    const fetch = publicFetch({ allow: ["127.0.0.1"] });
    const place = `http://127.0.0.1:${server.port}`;
    const reason = new Error("enough");
    await expect(fetch(place, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(server.connections).toBe(0);
    const waiting = new AbortController();
    const waited = fetch(place, { signal: waiting.signal });
    setTimeout(() => waiting.abort(reason), 20);
    await expect(waited).rejects.toBe(reason);
    const reading = new AbortController();
    const reader = (await fetch(`${place}/stream`, { signal: reading.signal })).body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe("first");
    reading.abort(reason);
    await expect(reader?.read()).rejects.toThrow();
    const left = (await fetch(`${place}/stream`)).body?.getReader();
    await left?.read();
    await left?.cancel();
    await Promise.all(closed);
  });
});
