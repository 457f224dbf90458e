export { serveStreams, streamClient } from "./web/stream-transport.js";
export type { ByteStreams, ServeStreamsOptions, ServedStreams, StreamClientOptions } from "./web/stream-transport.js";
export { LineDecoder } from "./core/line-decoder.js";
export type { LineDecoderOptions, LineSink } from "./core/line-decoder.js";
export { encodeLine } from "./core/line-encoder.js";
export { Shutdown, defaultShutdownWaits } from "./core/shutdown.js";
export type { ShutdownInput, ShutdownOutput, ShutdownPhase, ShutdownWaits } from "./core/shutdown.js";
