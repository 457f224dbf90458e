/** What 2026-07-28 changed in the shapes of 2025-11-25. [2026-07-28 changelog#major-changes] */
import { isObject } from "@mcpwire/jsonrpc";
import { meta, requestMeta, someObject, strings, text } from "../../schemas/building-blocks.js";
import { anything, branch, object, string, stringOrNumber, type Check, type Checks } from "../../schemas/check.js";
import { Schemas as Predecessor } from "../2025-11-25/schemas.js";
import { changeFilter } from "./client-requests.js";
import { methods } from "./methods.js";

export class Schemas extends Predecessor {
  /** An output schema is any schema now, and structured content any value. [2026-07-28 server/tools#structured-content] */
  override tool(): Checks {
    const { execution: _gone, ...tool } = super.tool();
    return { ...tool, outputSchema: someObject };
  }

  override callResult(): Checks {
    return { ...super.callResult(), structuredContent: anything };
  }

  /** Tasks became an extension. [2026-07-28 basic/versioning#extension-negotiation] */
  override serverCapabilities(): Checks {
    const { tasks: _gone, ...capabilities } = super.serverCapabilities();
    return { ...capabilities, extensions: someObject };
  }

  override form(): Checks {
    const { task: _gone, ...form } = super.form();
    return form;
  }

  override page(): Checks {
    return { message: string, url: string, _meta: requestMeta };
  }

  override params(): Checks {
    return {
      ...super.params(),
      "sampling/createMessage": object(this.samplingParams()),
      "notifications/cancelled": object({ requestId: stringOrNumber, reason: text, _meta: meta }),
      "notifications/subscriptions/acknowledged": object({ notifications: changeFilter, _meta: meta }),
    };
  }

  override results(): Checks {
    return {
      ...super.results(),
      // [2026-07-28 server/discover#data-types]
      "server/discover": object({
        supportedVersions: strings,
        capabilities: object(this.serverCapabilities()),
        instructions: text,
        _meta: meta,
      }),
      "subscriptions/listen": object({ _meta: meta }),
    };
  }

  /** A complete result, or a request for input. [2026-07-28 basic/patterns/mrtr#inputrequiredresult] */
  override answerTo(method: string, result: Check): Check {
    if (methods.get(method)?.asksInput !== true) return result;
    const inputRequired = object({ inputRequests: someObject, requestState: text, _meta: meta });
    return branch((value) => (isObject(value) && value.resultType === "input_required" ? inputRequired : result));
  }
}
