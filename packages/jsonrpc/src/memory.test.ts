import { expect, it } from "vitest";
import { createCaller, request, resultResponse } from "./index.js";
import type { Acceptor } from "./index.js";
import { memory } from "./memory.js";
it("smoke", async () => {
  const acceptor: Acceptor = {
    facts: {
      revisions: [],
      correlation: { exchangeOf: () => undefined, cancelledBy: () => undefined, isHandshake: () => false },
      headerParameters: () => [],
    },
    attach() {},
    take() {},
    release() {},
    accept(x) {
      x.end(resultResponse(x.request.id, { ok: true }));
    },
  };
  const link = await memory(acceptor).open({
    correlation: acceptor.facts.correlation,
    notified() {},
    asked() {},
    closed() {},
    report() {},
  });
  const { response } = await createCaller(link, { cancelNotice: () => undefined }).call((id) => request(id, "x"));
  expect(response).toEqual({ jsonrpc: "2.0", id: 1, result: { ok: true } });
  await link.close();
});
