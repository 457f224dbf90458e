// AWS Lambda without AWS: the runtime interface client as it runs there, a Runtime API that hands it one event after the other, and
// in front a function URL that makes events of requests. Between invocations the process is stopped, as Lambda freezes it.
import { createServer } from "node:http";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { spawn } from "node:child_process";
import { binaries } from "./install.mjs";
import { checkServed } from "./runs.mjs";
import { report } from "./processes.mjs";

/** What Lambda takes and gives at most. */
const maxPayload = 6 * 1024 * 1024;

export async function checkLambda(rig) {
  const client = rig.lambdaClient;
  if (!client.isNative)
    console.log("runtimes: AWS Lambda's client runs over Node's HTTP, its native part is not built");
  const smoke = await startFunction(rig, client, "hosts/lambda.handler");
  const example = await startFunction(rig, client, "examples/lambda.handler");
  const doors = await Promise.all([
    openFunctionUrl(smoke),
    openFunctionUrl(example),
    openFunctionUrl(example, { encodesAll: true }),
  ]);
  const [smokeUrl, url, base64Url] = doors.map((door) => door.url);
  try {
    const args = [join("hosts", "lambda-check.mjs"), url, base64Url, smokeUrl];
    const results = [
      ...(await checkServed(rig, smokeUrl, { jsonOnly: true })),
      ...(await report(rig, binaries.node24, args)),
    ];
    return [...results, ...(await failsAloud(example))];
  } finally {
    for (const door of doors) door.close();
    smoke.stop();
    example.stop();
  }
}

/** An event that the example cannot read: the client must report it as an error of that invocation, and take the next one. */
async function failsAloud(lambda) {
  const { error } = await lambda.invoke({});
  const told = error?.errorType === "TypeError";
  return told ? [] : [{ feature: "its example", error: `a bad event ended as ${JSON.stringify(error)}` }];
}

/** Starts a function behind a Runtime API of its own. `invoke` resolves with `{ response }` or `{ error }`. */
async function startFunction(rig, client, handler) {
  const events = [];
  const running = new Map();
  let waiting;
  let ended;
  let child;

  function proceed() {
    if (waiting === undefined) return;
    const next = events.shift();
    if (next === undefined) return void (running.size === 0 && child.kill("SIGSTOP"));
    child.kill("SIGCONT");
    const res = waiting;
    waiting = undefined;
    running.set(next.id, next);
    res.writeHead(200, {
      "content-type": "application/json",
      "lambda-runtime-aws-request-id": next.id,
      "lambda-runtime-deadline-ms": Date.now() + 30_000,
      "lambda-runtime-invoked-function-arn": "arn:aws:lambda:eu-central-1:000000000000:function:greeter",
      "lambda-runtime-trace-id": "Root=1-5bef4de7-ad49b0e87f6ef6c87fc2e700;Parent=9a9197af755a6419;Sampled=0",
    });
    res.end(JSON.stringify(next.event));
  }

  function fail(why) {
    ended ??= new Error(`${handler}: ${why}`);
    for (const { reject } of [...events.splice(0), ...running.values()]) reject(ended);
  }

  const api = createServer(async (req, res) => {
    const [, id, what] = /^\/2018-06-01\/runtime\/(?:invocation\/([^/]+)\/)?(.+)$/.exec(req.url) ?? [];
    if (req.method === "GET" && what === "invocation/next") {
      waiting = res;
      return proceed();
    }
    const body = JSON.parse((await bytesOf(req)).toString("utf8"));
    res.writeHead(202, { "content-type": "application/json" }).end('{"status":"OK"}');
    if (what === "init/error") return fail(`it could not be loaded: ${JSON.stringify(body)}`);
    const { resolve } = running.get(id);
    running.delete(id);
    resolve(what === "error" ? { error: body } : { response: body });
    proceed();
  });
  const port = await listen(api);
  child = spawn(
    binaries.node24,
    [...(client.isNative ? [] : ["--require", join(rig.folder, "hosts", "lambda-http.cjs")]), client.entry],
    {
      cwd: rig.folder,
      stdio: ["ignore", "ignore", "pipe"],
      env: {
        PATH: process.env.PATH,
        AWS_LAMBDA_RUNTIME_API: `127.0.0.1:${port}`,
        AWS_LAMBDA_FUNCTION_NAME: "greeter",
        AWS_LAMBDA_FUNCTION_VERSION: "$LATEST",
        AWS_LAMBDA_FUNCTION_MEMORY_SIZE: "512",
        AWS_LAMBDA_LOG_GROUP_NAME: "/aws/lambda/greeter",
        AWS_LAMBDA_LOG_STREAM_NAME: "2026/01/01/[$LATEST]0",
        LAMBDA_TASK_ROOT: rig.folder,
        _HANDLER: handler,
      },
    },
  );
  let said = "";
  child.stderr.on("data", (chunk) => (said = (said + chunk).slice(-2000)));
  child.once("error", (error) => fail(error.message));
  child.once("close", (code) => fail(`exit code ${code}\n${said}`));
  return {
    invoke: (event) =>
      new Promise((resolve, reject) => {
        if (ended !== undefined) return reject(ended);
        events.push({ id: randomUUID(), event, resolve, reject });
        proceed();
      }),
    stop() {
      child.kill("SIGKILL");
      api.closeAllConnections();
      api.close();
    },
  };
}

/** A function URL: events of payload format 2.0 for requests. Texts are left as they are, unless it `encodesAll` bodies. */
async function openFunctionUrl(lambda, { encodesAll = false } = {}) {
  const listener = createServer(async (req, res) => {
    try {
      const bytes = await bytesOf(req);
      if (bytes.length > maxPayload) return void res.writeHead(413).end();
      const outcome = await lambda.invoke(eventOf(req, bytes, encodesAll));
      const { statusCode, headers, body } = outcome.response ?? { statusCode: 502, headers: {}, body: "" };
      if (!(headers["content-type"] ?? "application/json").startsWith("application/json")) {
        throw new Error(`an answer of type ${headers["content-type"]}`);
      }
      res.writeHead(statusCode, headers).end(body);
    } catch (error) {
      res.writeHead(502, { "content-type": "text/plain" }).end(error.message);
    }
  });
  const port = await listen(listener);
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    close() {
      listener.closeAllConnections();
      listener.close();
    },
  };
}

function eventOf(req, bytes, encodesAll) {
  const [rawPath, rawQueryString = ""] = req.url.split("?");
  const domainName = "greeter.lambda-url.eu-central-1.on.aws";
  const { host: _host, connection: _connection, ...headers } = req.headers;
  const isText = !encodesAll && /^(text\/|application\/json|$)/.test(headers["content-type"] ?? "");
  return {
    version: "2.0",
    routeKey: "$default",
    rawPath,
    rawQueryString,
    headers: { ...headers, host: domainName, "x-forwarded-proto": "https", "x-forwarded-port": "443" },
    requestContext: {
      accountId: "anonymous",
      apiId: "greeter",
      domainName,
      domainPrefix: "greeter",
      http: {
        method: req.method,
        path: rawPath,
        protocol: "HTTP/1.1",
        sourceIp: "127.0.0.1",
        userAgent: headers["user-agent"],
      },
      requestId: randomUUID(),
      routeKey: "$default",
      stage: "$default",
      time: new Date().toUTCString(),
      timeEpoch: Date.now(),
    },
    ...(bytes.length > 0 && { body: bytes.toString(isText ? "utf8" : "base64") }),
    isBase64Encoded: bytes.length > 0 && !isText,
  };
}

async function bytesOf(stream) {
  const chunks = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function listen(server) {
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server.address().port)));
}
