/** Examples that are functions of their hosts: called here as those call them. */
import { connect } from "@mcpwire/client";
import { http, type FetchFunction } from "@mcpwire/streamable-http";
import { expect, it } from "vitest";
import { handler, type HttpEvent } from "./lambda.js";
import { DELETE, GET, OPTIONS, POST } from "./next-route.js";

const url = "https://greeter.example/mcp";

/** A route handler of Next.js is chosen by the method of the request. */
const next: FetchFunction = (target, init) => {
  const request = new Request(target, init);
  const route = { DELETE, GET, OPTIONS, POST }[request.method];
  return route === undefined ? Promise.resolve(new Response(null, { status: 405 })) : route(request);
};

/** API Gateway's view of a request, and Lambda's answer as a response. */
const lambda: FetchFunction = async (target, init) => {
  const request = new Request(target, init);
  const { host, pathname } = new URL(request.url);
  const body = await request.text();
  const event: HttpEvent = {
    rawPath: pathname,
    headers: Object.fromEntries([...request.headers, ["host", host]]),
    ...(body !== "" && { body: Buffer.from(body).toString("base64"), isBase64Encoded: true }),
    requestContext: { domainName: host, http: { method: request.method } },
  };
  const { statusCode, headers, body: answer } = await handler(event);
  expect(headers["content-type"] ?? "application/json").toMatch(/^application\/json/);
  return new Response(answer === "" ? null : answer, { status: statusCode, headers });
};

it.each([
  ["next-route", "2026-07-28", next],
  ["next-route", "2025-11-25", next],
  ["lambda", "2026-07-28", lambda],
  ["lambda", "2025-11-25", lambda],
] as const)("%s serves %s", async (_title, revision, fetch) => {
  const client = await connect(http(url, { fetch }), { revisions: [revision] });
  expect(client.revision).toBe(revision);
  expect((await client.tools().all()).map(({ name }) => name)).toEqual(["greet"]);
  expect((await client.callTool("greet", { name: "Ada" })).content).toEqual([{ type: "text", text: "Hello, Ada!" }]);
  await client.close();
});

it.each([
  ["next-route", next],
  ["lambda", lambda],
] as const)("%s offers no stream that would outlive a request", async (_title, fetch) => {
  expect((await fetch(url, { headers: { accept: "text/event-stream" } })).status).toBe(405);
});
