/** What is expected of the suite's scenarios beside success, each with its reason. */

/** Scenarios that are left out: features that these packages do not have. */
export const leftOut: readonly { readonly names: RegExp; readonly reason: string }[] = [
  { names: /^tasks-/, reason: "the tasks extension is not implemented" },
  { names: /^sep-2640-/, reason: "the skills extension is not implemented" },
];

/** Scenarios that fail, by list and name. One that passes all the same fails the run, so that the entry goes. */
export const knownFailures: ReadonlyMap<string, string> = new Map<string, string>([]);

/** Scenarios in which a client is told to give up: an error exit is right there. */
export const mayExit: ReadonlySet<string> = new Set([
  "http-invalid-tool-headers",
  "auth/iss-normalized",
  "auth/iss-supported-missing",
  "auth/iss-unexpected",
  "auth/iss-wrong-issuer",
  "auth/metadata-issuer-mismatch",
  "auth/resource-mismatch",
  "auth/scope-retry-limit",
]);
