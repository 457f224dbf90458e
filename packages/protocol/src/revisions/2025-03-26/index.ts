/** The legacy revision 2025-03-26; README.md beside this file says what is new in it. */
import type { Revision } from "../../revision.js";
import { methods } from "./methods.js";

export const revision: Revision = {
  name: "2025-03-26",
  era: "legacy",
  traits: {
    batches: true,
    nullIds: true,
    versionHeader: false,
    primingEvent: false,
    sessions: true,
    resumableStreams: true,
    disconnectCancels: false,
    ping: true,
    serverRequests: true,
    structuredContent: "none",
    resourceNotFound: -32002,
    elicitation: "none",
    samplingTools: false,
    acceptedOnly: false,
  },
  methods,
};
