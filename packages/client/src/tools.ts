/**
 * Tools as a client sees them: which listed tools it accepts, what it remembers of them, and how a call's result is checked.
 */
import { TransportError } from "@mcpwire/jsonrpc";
import type { HeaderParameter, JSONObject, ReportSink } from "@mcpwire/jsonrpc";
import type { JsonSchemaValidator } from "@mcpwire/json-schema";
import { headerParametersOf } from "@mcpwire/protocol";
import type { CallToolResult, Tool } from "@mcpwire/protocol";
import { isObject } from "./guards.js";
import { objectsIn, readItem, toolShape } from "./items.js";

/** What the last listing said of one tool. */
interface Known {
  readonly headerParameters: readonly HeaderParameter[] | undefined;
  readonly outputSchema: unknown;
}

export interface ToolRules {
  /** Where parameters are mirrored in headers, a tool that asks for it wrongly is left out. [2026-07-28 basic/transports/streamable-http#schema-extension] */
  readonly mirrors: boolean;
  readonly validator: JsonSchemaValidator;
  readonly report: ReportSink;
  /** Tools remembered at once; the oldest go first. */
  readonly maxTools: number;
}

/** Remembers what a client must know of a server's tools between listing and calling them. */
export class ToolBook {
  readonly #known = new Map<string, Known>();
  readonly #rules: ToolRules;

  constructor(rules: ToolRules) {
    this.#rules = rules;
  }

  /** Takes one item of a listing; undefined leaves it out, with a report that names the tool and the reason. */
  take(listed: unknown): Tool | undefined {
    const item =
      isObject(listed) && typeof listed["name"] === "string" ? readItem(listed, toolShape, this.#rules.report) : listed;
    const problem = this.#problemWith(item);
    if (problem !== undefined) {
      const name = isObject(item) && typeof item["name"] === "string" ? item["name"] : undefined;
      this.#rules.report({
        code: "dropped-tool",
        message: `left out tool ${name === undefined ? "without a name" : JSON.stringify(name)}: ${problem}`,
        data: { tool: name, problem },
      });
      return undefined;
    }
    // #problemWith checked the name and that inputSchema is an object, readItem the rest.
    const tool = item as Tool;
    this.#remember(tool);
    return tool;
  }

  /** Undefined for a tool that was not listed, or mirrors nothing. */
  headerParameters(name: string): readonly HeaderParameter[] | undefined {
    return this.#known.get(name)?.headerParameters;
  }

  /**
   * Checks a call's structured content against the tool's output schema, as last listed. Errors are not checked.
   * [2025-11-25 server/tools#output-schema] Throws a `TransportError` (`malformed`).
   */
  checkResult(name: string, result: CallToolResult): void {
    const known = this.#known.get(name);
    if (known === undefined || known.outputSchema === undefined || result.isError === true) return;
    if (result.structuredContent === undefined) {
      throw new TransportError(
        "malformed",
        `tool ${JSON.stringify(name)} has an output schema but returned no structuredContent`,
      );
    }
    // take() compiled it before, so it compiles; the validator remembers it.
    const compiled = this.#rules.validator.compile(known.outputSchema);
    const verdict = compiled.validate(result.structuredContent);
    if (!verdict.valid) {
      const first = verdict.errors[0];
      throw new TransportError(
        "malformed",
        `tool ${JSON.stringify(name)} returned structuredContent that does not match its output schema` +
          (first === undefined ? "" : `: ${first.path} ${first.message}`),
        { data: { errors: verdict.errors } },
      );
    }
  }

  #problemWith(item: unknown): string | undefined {
    if (!isObject(item)) return "it is not an object";
    if (typeof item["name"] !== "string") return "it has no name";
    const { inputSchema, outputSchema } = item;
    if (!isObject(inputSchema)) return "it has no inputSchema object";
    try {
      this.#rules.validator.compile(inputSchema);
      if (outputSchema !== undefined) this.#rules.validator.compile(outputSchema);
    } catch (error) {
      return `its schema cannot be used: ${error instanceof Error ? error.message : String(error)}`;
    }
    if (!this.#rules.mirrors) return undefined;
    const mirrored = headerParametersOf(inputSchema);
    return "problem" in mirrored ? mirrored.problem : undefined;
  }

  #remember(tool: Tool): void {
    const mirrored = this.#rules.mirrors ? headerParametersOf(tool.inputSchema) : undefined;
    this.#known.delete(tool.name);
    this.#known.set(tool.name, {
      headerParameters: mirrored !== undefined && "parameters" in mirrored ? mirrored.parameters : undefined,
      outputSchema: tool.outputSchema,
    });
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= this.#rules.maxTools) break;
      this.#known.delete(oldest);
    }
  }
}

/** A result as the caller gets it: `content` is always there. A block of an unknown kind is the caller's to skip. */
export function toCallToolResult(result: JSONObject, report: ReportSink): CallToolResult {
  const { content } = result;
  if (content === undefined || content === null) return { ...result, content: [] };
  const blocks = objectsIn(result, "content", "tools/call", report);
  const whole = Array.isArray(content) && blocks.length === content.length ? result : { ...result, content: blocks };
  return whole as unknown as CallToolResult; // content is a list of objects, as just checked
}
