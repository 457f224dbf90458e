import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isUsageError } from "@mcpwire/jsonrpc";
import { afterAll, describe, expect, it, vi } from "vitest";
import { readServersConfig, serversFrom, type ServersConfigOptions } from "./config.js";

// What a transport was made of is all that matters here; the transports have tests of their own.
vi.mock("./child-process.js", () => ({ stdio: (...made: unknown[]) => ({ kind: "stdio", made }) }));
vi.mock("@mcpwire/streamable-http", () => ({ http: (...made: unknown[]) => ({ kind: "http", made }) }));
vi.mock("@mcpwire/streamable-http/http-sse", () => ({ httpSse: (...made: unknown[]) => ({ kind: "http-sse", made }) }));

const folder = mkdtempSync(join(tmpdir(), "mcpwire-config-"));
afterAll(() => rmSync(folder, { recursive: true }));

function file(text: string): string {
  const path = join(folder, "servers.json");
  writeFileSync(path, text);
  return path;
}

function read(server: unknown, options?: ServersConfigOptions): unknown {
  return serversFrom({ mcpServers: { one: server } }, options).get("one");
}

/** The message of the error, with the code checked. */
function problem(config: unknown, options?: ServersConfigOptions): string {
  try {
    serversFrom(config, options);
  } catch (error) {
    if (isUsageError(error) && error.code === "config") return error.message;
    throw error;
  }
  throw new Error("it was taken");
}

describe("a server of the configuration", () => {
  it.each<[string, object, object]>([
    ["a command", { command: "npx" }, { kind: "stdio", made: ["npx", undefined, {}] }],
    [
      "a command with all that belongs to it",
      { type: "stdio", command: "npx", args: ["-y", "x"], env: { KEY: "v" }, cwd: "/srv" },
      { kind: "stdio", made: ["npx", ["-y", "x"], { env: { KEY: "v" }, cwd: "/srv" }] },
    ],
    [
      "members that only its host knows",
      { command: "x", autoApprove: ["t"], timeout: 9, disabled: false },
      { kind: "stdio", made: ["x", undefined, {}] },
    ],
    ["a URL", { url: "https://a.example/mcp" }, { kind: "http", made: ["https://a.example/mcp", {}] }],
    [
      "a URL with headers",
      { type: "http", url: "http://127.0.0.1:1/mcp", headers: { Authorization: "Bearer t" } },
      { kind: "http", made: ["http://127.0.0.1:1/mcp", { headers: { Authorization: "Bearer t" } }] },
    ],
    ["the type streamable-http", { type: "streamable-http", url: "https://a.example" }, { kind: "http" }],
    ["the type streamableHttp", { type: "streamableHttp", url: "https://a.example" }, { kind: "http" }],
    [
      "the type sse",
      { type: "sse", url: "https://a.example/sse" },
      { kind: "http-sse", made: ["https://a.example/sse", {}] },
    ],
    ["null for what is not there", { command: "x", args: null, url: null }, { kind: "stdio" }],
  ])("may have %s", (_title, server, transport) => {
    expect(read(server)).toMatchObject(transport);
  });

  it("is left out where it is disabled, whatever else it says", () => {
    expect(serversFrom({ mcpServers: { off: { disabled: true }, on: { command: "x" } } })).toHaveProperty("size", 1);
  });

  it("keeps its place, and may be called anything", () => {
    const config: unknown = JSON.parse(
      '{"servers":{"b":{"command":"x"},"__proto__":{"command":"y"},"a b":{"command":"z"}}}',
    );
    expect([...serversFrom(config).keys()]).toEqual(["b", "__proto__", "a b"]);
  });

  it("gets options of the program too; what the file says goes before them", async () => {
    const options: ServersConfigOptions = {
      stdio: (server) => ({ cwd: `/${server}`, env: { A: "program" }, stderrTail: 0 }),
      http: () => ({ headers: () => ({ authorization: "program", "X-Other": "1" }), maxReconnects: 1 }),
    };
    expect(read({ command: "x", env: { A: "file" } }, options)).toMatchObject({
      made: ["x", undefined, { cwd: "/one", env: { A: "file" }, stderrTail: 0 }],
    });
    const { made } = read({ url: "https://a.example", headers: { Authorization: "file" } }, options) as {
      made: [string, { headers: () => Promise<object>; maxReconnects: number }];
    };
    expect(await made[1].headers()).toEqual({ Authorization: "file", "X-Other": "1" });
    expect(made[1].maxReconnects).toBe(1);
  });
});

describe("variables", () => {
  const server = {
    command: "${HOME}/bin/x",
    args: ["--key=${env:KEY}", "$HOME", "${MODE:-fast}", "${EMPTY:-x}", "${not a name}"],
    env: { PATHS: "${HOME}:${HOME}" },
  };

  it("are left as they stand unless they are asked for", () => {
    expect(read(server)).toMatchObject({ made: [server.command, server.args, { env: server.env }] });
  });

  it("are replaced in every text, once: a value that looks like a variable is none", () => {
    const variables = { HOME: "/home/ada", KEY: "${HOME}", EMPTY: "" };
    expect(read(server, { variables })).toMatchObject({
      made: [
        "/home/ada/bin/x",
        ["--key=${HOME}", "$HOME", "fast", "", "${not a name}"],
        { env: { PATHS: "/home/ada:/home/ada" } },
      ],
    });
    const remote = { url: "https://${HOST}/mcp", headers: { Authorization: "Bearer ${KEY}" } };
    expect(read(remote, { variables: { HOST: "a.example", KEY: "k" } })).toMatchObject({
      made: ["https://a.example/mcp", { headers: { Authorization: "Bearer k" } }],
    });
  });

  it("that are not set are an error that names them, not an empty text", () => {
    expect(problem({ mcpServers: { one: { command: "x", args: ["a", "${KEY}"] } } }, { variables: {} })).toBe(
      'the configuration: mcpServers["one"].args[1] names the variable KEY, which is not set',
    );
  });
});

describe("a faulty configuration", () => {
  it.each<[string, unknown, string]>([
    ["no object", [], "it must be an object"],
    ["no servers", {}, "mcpServers must be an object, but is missing"],
    ["a list of servers", { servers: [] }, "servers must be an object, but is an array"],
    ["a server that is a text", { mcpServers: { a: "npx" } }, 'mcpServers["a"] must be an object'],
    ["neither command nor url", { mcpServers: { a: {} } }, 'mcpServers["a"] needs a command or a url'],
    ["both", { mcpServers: { a: { command: "x", url: "https://a" } } }, "has both"],
    ["an unknown type", { mcpServers: { a: { type: "ws", url: "ws://a" } } }, ".type must be one of stdio, http"],
    ["a type against its fields", { mcpServers: { a: { type: "http", command: "x" } } }, ".type says"],
    ["stdio without a command", { mcpServers: { a: { type: "stdio", url: "https://a" } } }, "needs a command"],
    ["http without a url", { mcpServers: { a: { type: "http" } } }, "needs a url"],
    ["an empty command", { mcpServers: { a: { command: "" } } }, ".command must not be empty"],
    [
      "a command that is a list",
      { mcpServers: { a: { command: ["x"] } } },
      ".command must be a string, but is an array",
    ],
    [
      "arguments in one text",
      { mcpServers: { a: { command: "x", args: "-y" } } },
      ".args must be an array of strings, but is a string",
    ],
    [
      "an argument that is a number",
      { mcpServers: { a: { command: "x", args: ["-p", 80] } } },
      ".args[1] must be a string, but is a number",
    ],
    [
      "a variable that is a number",
      { mcpServers: { a: { command: "x", env: { PORT: 80 } } } },
      '.env["PORT"] must be a string',
    ],
    [
      "headers in a list",
      { mcpServers: { a: { url: "https://a", headers: ["x"] } } },
      ".headers must be an object of strings",
    ],
    ["a url that is none", { mcpServers: { a: { url: "a.example/mcp" } } }, ".url must be an http or https URL"],
    ["a url of another scheme", { mcpServers: { a: { url: "file:///x" } } }, ".url must be an http or https URL"],
  ])("with %s says where", (_title, config, message) => {
    expect(problem(config, { source: "hosts.json" })).toMatch(/^hosts\.json: /);
    expect(problem(config)).toContain(message);
  });

  it("says everything at once, and shows no value, which may be a secret", () => {
    const config = { mcpServers: { a: { command: 7 }, "b c": { url: "secret", headers: { K: 5 } } } };
    expect(problem(config).split("; ")).toEqual([
      'the configuration: mcpServers["a"].command must be a string, but is a number',
      'mcpServers["b c"].headers["K"] must be a string, but is a number',
      'mcpServers["b c"].url must be an http or https URL',
    ]);
    expect(problem(config)).not.toContain("secret");
  });
});

describe("a configuration file", () => {
  it("is read with or without a byte order mark", async () => {
    const path = file('\uFEFF{"mcpServers":{"one":{"command":"x"}}}');
    expect([...(await readServersConfig(path)).keys()]).toEqual(["one"]);
  });

  it("is named in its errors", async () => {
    await expect(readServersConfig(file("{}"))).rejects.toThrow(/servers\.json: mcpServers must be/);
    await expect(readServersConfig(file("{ // no"))).rejects.toMatchObject({
      code: "config-unreadable",
      message: expect.stringMatching(/servers\.json is not JSON/) as string,
    });
    await expect(readServersConfig(join(folder, "none.json"))).rejects.toMatchObject({
      code: "config-unreadable",
      message: expect.stringMatching(/none\.json cannot be read: ENOENT/) as string,
    });
  });
});
