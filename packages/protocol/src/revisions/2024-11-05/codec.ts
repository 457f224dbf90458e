/** Projections of 2024-11-05. */
import type { Codec } from "../../revision.js";

export const codec: Codec = {
  encodeResult: (_method, result) => result,
  decodeResult: (_method, result) => result,
  encodeParams: (_method, params) => params,
  decodeParams: (_method, params) => params,
  encodeCapabilities: (_side, capabilities) => capabilities,
};
