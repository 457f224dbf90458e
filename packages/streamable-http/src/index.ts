// The client's end.
export { http } from "./client/http.js";
export type { ChallengeHead, FetchFunction, HttpOptions, RequestPurpose } from "./client/options.js";
