export { isObject } from "@mcpwire/jsonrpc";
