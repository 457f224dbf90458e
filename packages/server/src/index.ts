/* what a server author uses */
export { createServer } from "./create-server.js";
export type { Server, ServerOptions } from "./server.js";
export { elicitation, roots, sampling } from "./input/questions.js";
export { inputRequired } from "./input/rounds.js";
export { toolResult } from "./results.js";
export { ToolError, isToolError } from "./tool-error.js";

/* the words of registrations and handlers */
export type { Auth, AuthTypes } from "./auth.js";
export type { CacheOptions } from "./cache-hints.js";
export type { CapabilityOptions } from "./capabilities.js";
export type { Notify } from "./change-notices.js";
export type { Completer, Completers, CompletionReturn, CompletionValues } from "./completion.js";
export type { HandlerContext, InputContext } from "./context.js";
export type { MethodHandler, MethodParams, MethodSchemas, NotificationHandler } from "./custom-methods.js";
export { InputPending } from "./input/chain.js";
export type { AnswerTo, ElicitAnswer, FormQuestion, URLQuestion } from "./input/questions.js";
export type { InputAsk, InputAsked } from "./input/rounds.js";
export type { CheckedExchange, CheckedParams, Exchange, MethodMiddleware, Middleware } from "./middleware.js";
export type { ArgumentList, PromptArguments, PromptHandler, PromptOptions } from "./prompts.js";
export type { Handle, Visible } from "./registry.js";
export type { ListedResource, ResourceHandler, ResourceOptions } from "./resources.js";
export type {
  FullResult,
  PromptMessageInput,
  PromptReturn,
  ResourceContent,
  ResourceReturn,
  ToolResult,
  ToolReturn,
} from "./results.js";
export type {
  FromJSONSchema,
  PairedSchema,
  Schema,
  SchemaInput,
  SchemaIssue,
  SchemaOutput,
  SchemaResult,
  StandardJSONSchema,
  StandardSchema,
} from "./standard-schema.js";
export type { ToolArguments, ToolHandler, ToolOptions, ToolReturnFor } from "./tools.js";

/* ports */
export { webCryptoSealer } from "./input/sealer.js";
export type { Sealer, SealingKey } from "./input/sealer.js";
export type { RequestStateOptions, RequestStateStore } from "./input/rounds.js";
