/**
 * Typed structured results: the caller brings a schema, the result brings the value.
 */
import { TransportError } from "@mcpwire/jsonrpc";
import type { CallToolResult, Result } from "@mcpwire/protocol";

/** The part of Standard Schema that checks a value; zod, arktype, valibot and others implement it. */
export interface StandardSchema<Output = unknown> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>;
    readonly types?: { readonly input: unknown; readonly output: Output } | undefined;
  };
}

export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly { readonly message: string; readonly path?: readonly unknown[] | undefined }[] };

/** A tool's result whose structured content has a known type. Absent when the tool failed (`isError`). */
export interface ToolResult<Structured> extends Result {
  readonly content: CallToolResult["content"];
  readonly structuredContent?: Structured;
  readonly isError?: boolean;
}

/** Checks structured content against the caller's schema; errors pass unchecked. Rejects with a `TransportError` (`malformed`). */
export async function withStructured<Output>(
  name: string,
  schema: StandardSchema<Output>,
  result: CallToolResult,
): Promise<ToolResult<Output>> {
  const { structuredContent, ...rest } = result;
  if (result.isError === true) return rest;
  const checked = await schema["~standard"].validate(structuredContent);
  if (checked.issues === undefined) return { ...rest, structuredContent: checked.value };
  const [first] = checked.issues;
  throw new TransportError(
    "malformed",
    `tool ${JSON.stringify(name)} returned structuredContent that the given schema refuses: ${first?.message ?? "no reason"}`,
    {
      data: { issues: checked.issues },
    },
  );
}
