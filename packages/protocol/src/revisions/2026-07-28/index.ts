/** The modern revision 2026-07-28; README.md beside this file says what is new in it. */
import type { Revision } from "../../revision.js";
import { methods } from "./methods.js";

export const revision: Revision = {
  name: "2026-07-28",
  era: "modern",
  traits: {
    batches: false,
    nullIds: false,
    versionHeader: true,
    primingEvent: false,
    sessions: false,
    resumableStreams: false,
    disconnectCancels: true,
    ping: false,
    serverRequests: false,
    structuredContent: "any",
    resourceNotFound: -32602,
    elicitation: "form-and-url",
    samplingTools: true,
    acceptedOnly: false,
  },
  methods,
};
