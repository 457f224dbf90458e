/** The legacy revision 2025-11-25; README.md beside this file says what is new in it. */
import type { Revision } from "../../revision.js";
import { methods } from "./methods.js";

export const revision: Revision = {
  name: "2025-11-25",
  era: "legacy",
  traits: {
    batches: false,
    nullIds: false,
    versionHeader: true,
    primingEvent: true,
    sessions: true,
    resumableStreams: true,
    disconnectCancels: false,
    ping: true,
    serverRequests: true,
    structuredContent: "object",
    resourceNotFound: -32002,
    elicitation: "form-and-url",
    samplingTools: true,
    acceptedOnly: false,
  },
  methods,
};
