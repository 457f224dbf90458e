/** nginx as its package brings it, in front of servers of a test: default buffering, and a read timeout of 10 s. */
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { freePort } from "../support/listening-process.js";

/** What nginx waits for the next byte of a server behind it. */
export const proxyTimeoutMs = 10_000;

export class Nginx {
  readonly version: string;
  readonly #folder = mkdtempSync(join(tmpdir(), "mcpwire-nginx-"));
  readonly #port: number;
  #process: ChildProcess | undefined = undefined;

  private constructor(port: number, version: string) {
    this.#port = port;
    this.version = version;
  }

  /** `upstreams`: the URLs of servers by the path under which nginx shows them. `directives`: of one path alone. */
  static async before(
    upstreams: Readonly<Record<string, { readonly url: string; readonly directives?: string }>>,
  ): Promise<Nginx> {
    const { error, stderr } = spawnSync("nginx", ["-v"], { encoding: "utf8" });
    if (error !== undefined) {
      throw new Error("nginx is not installed; on Debian and Ubuntu: apt-get install nginx", { cause: error });
    }
    const nginx = new Nginx(await freePort(), stderr.trim().replace(/^.*: /, ""));
    const locations = Object.entries(upstreams).map(
      ([path, { url, directives = "" }]) => `location = ${path} { proxy_pass ${url}; ${directives} }`,
    );
    writeFileSync(join(nginx.#folder, "nginx.conf"), nginx.#configuration(locations));
    await nginx.start();
    return nginx;
  }

  at(path: string): string {
    return `http://127.0.0.1:${this.#port}${path}`;
  }

  async start(): Promise<void> {
    const child = spawn("nginx", ["-p", this.#folder, "-c", join(this.#folder, "nginx.conf")], {
      stdio: ["ignore", "ignore", "pipe"],
    });
    this.#process = child;
    let said = "";
    child.stderr.on("data", (chunk: Buffer) => (said = (said + chunk.toString()).slice(-2000)));
    for (let tries = 0; tries < 200; tries++) {
      if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}: ${said}`);
      if (await isListening(this.#port)) return;
      await setTimeout(25);
    }
    throw new Error(`nginx does not listen: ${said}`);
  }

  /** Fast: connections are cut, not drained. */
  async stop(): Promise<void> {
    const child = this.#process;
    if (child === undefined) return;
    this.#process = undefined;
    const exited = new Promise<void>((resolve) => child.once("close", () => resolve()));
    child.kill("SIGTERM");
    await exited;
  }

  async close(): Promise<void> {
    await this.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #configuration(locations: readonly string[]): string {
    const folders = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
      (name) => `${name}_temp_path ${join(this.#folder, name)};`,
    );
    return `
daemon off;
worker_processes 1;
${process.getuid?.() === 0 ? "user root;" : ""}
pid ${join(this.#folder, "nginx.pid")};
error_log ${join(this.#folder, "error.log")};
events { worker_connections 256; }
http {
  access_log off;
  ${folders.join(" ")}
  proxy_read_timeout ${proxyTimeoutMs / 1000}s;
  server {
    listen 127.0.0.1:${this.#port};
    ${locations.join("\n    ")}
  }
}
`;
  }
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket
      .once("error", () => resolve(false))
      .once("connect", () => {
        socket.destroy();
        resolve(true);
      });
  });
}
