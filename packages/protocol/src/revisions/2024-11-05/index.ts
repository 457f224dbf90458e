/** The legacy revision 2024-11-05; README.md beside this file says what is new in it. */
import type { Revision } from "../../revision.js";
import { methods } from "./methods.js";

export const revision: Revision = {
  name: "2024-11-05",
  era: "legacy",
  traits: {
    batches: false,
    nullIds: true,
    versionHeader: false,
    primingEvent: false,
    sessions: false,
    resumableStreams: false,
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
