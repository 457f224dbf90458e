/** Conformance suites of this package's ports, free of any test framework: run their cases in yours. */
export { eventLogCompliance } from "./event-log.js";
export type { LogUnderTest } from "./event-log.js";
export { sessionRegistryCompliance } from "./session-registry.js";
export type { RegistryUnderTest } from "./session-registry.js";
export type { ComplianceCase } from "./case.js";
