// How every measured HTTP server says where it is.
import { createServer } from "node:http";

export const mode = process.env.BENCH_MODE;

export function listen(handler) {
  const server = createServer(handler).listen(0, "127.0.0.1", () => ready(server.address().port));
}

export function ready(port) {
  process.send?.({ port });
}
