/** The legacy revision 2025-06-18; README.md beside this file says what is new in it. */
import type { Revision } from "../../revision.js";
import { methods } from "./methods.js";

export const revision: Revision = {
  name: "2025-06-18",
  era: "legacy",
  traits: {
    batches: false,
    nullIds: true,
    versionHeader: true,
    primingEvent: false,
    sessions: true,
    resumableStreams: true,
    disconnectCancels: false,
    ping: true,
    serverRequests: true,
    structuredContent: "object",
    resourceNotFound: -32002,
    elicitation: "form",
    samplingTools: false,
    acceptedOnly: false,
  },
  methods,
};
