/**
 * An AWS Lambda function behind a function URL or an HTTP API, with buffered answers: `responses: "json"` says all in one body, and
 * progress, which would come before it, is left out. Nothing outlives a call, so there are no sessions.
 */
import { createServer } from "@mcpwire/server";
import { createFetchHandler, type FetchHandler } from "@mcpwire/streamable-http";
import { z } from "zod";

/** An event of payload format 2.0, as far as it is used. */
export interface HttpEvent {
  readonly rawPath: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body?: string;
  readonly isBase64Encoded?: boolean;
  readonly requestContext: { readonly domainName: string; readonly http: { readonly method: string } };
}

export interface HttpResult {
  readonly statusCode: number;
  readonly headers: Record<string, string>;
  readonly body: string;
}

const server = createServer({ name: "greeter", version: "1.0.0" });

server.tool("greet", { description: "Greets somebody", input: z.object({ name: z.string() }) }, ({ name }) => {
  return `Hello, ${name}!`;
});

export const handler = toLambdaHandler(createFetchHandler(server, { sessions: false, responses: "json" }));

/** A function of Lambda from one of `Request` and `Response`. A declaration, so that it is there for the line above. */
export function toLambdaHandler(mcp: FetchHandler): (event: HttpEvent) => Promise<HttpResult> {
  return async (event) => {
    const { method } = event.requestContext.http;
    const headers = Object.entries(event.headers).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, value]],
    );
    const body = event.isBase64Encoded === true ? Buffer.from(event.body ?? "", "base64") : event.body;
    const hasBody = method !== "GET" && method !== "HEAD" && body !== undefined;
    const response = await mcp(
      new Request(`https://${event.requestContext.domainName}${event.rawPath}`, {
        method,
        headers,
        ...(hasBody && { body }),
      }),
    );
    return {
      statusCode: response.status,
      headers: Object.fromEntries(response.headers),
      body: await response.text(),
    };
  };
}
