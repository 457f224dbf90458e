/**
 * Types of 2026-07-28. Requests for input: what a server asks inside a result.
 * [2026-07-28 basic/patterns/mrtr#core-types]
 */
import type { ElicitRequest, ElicitResult } from "./elicitation.js";
import type { RequestParams, Result } from "./messages.js";
import type { ListRootsRequest, ListRootsResult } from "./roots.js";
import type { CreateMessageRequest, CreateMessageResult } from "./sampling.js";

/** One question to the client. [2026-07-28 basic/patterns/mrtr#inputrequests] */
export type InputRequest = CreateMessageRequest | ListRootsRequest | ElicitRequest;

/** One answer of the client. [2026-07-28 basic/patterns/mrtr#inputresponses] */
export type InputResponse = CreateMessageResult | ListRootsResult | ElicitResult;

/** Questions by key. [2026-07-28 basic/patterns/mrtr#inputrequests] */
export interface InputRequests {
  readonly [key: string]: InputRequest;
}

/** Answers by the keys of the questions. [2026-07-28 basic/patterns/mrtr#inputresponses] */
export interface InputResponses {
  readonly [key: string]: InputResponse;
}

/** A result that asks for input first. [2026-07-28 basic/patterns/mrtr#inputrequiredresult] */
export interface InputRequiredResult extends Result {
  readonly inputRequests?: InputRequests;
  readonly requestState?: string;
}

/** Params of a request that may be sent again with answers. [2026-07-28 basic/patterns/mrtr#inputresponses] */
export interface InputResponseRequestParams extends RequestParams {
  readonly inputResponses?: InputResponses;
  readonly requestState?: string;
}
