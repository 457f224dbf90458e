export { transportCompliance } from "./transport-compliance.js";
export type { ComplianceCase, ComplianceFeatures, ComplianceOptions, Handshake } from "./transport-compliance.js";
