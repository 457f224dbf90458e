// Preloaded into every measured server: answers questions about its own CPU time and memory over the IPC channel.
process.on("message", async (question) => {
  if (question === "collect" && globalThis.gc) {
    for (let i = 0; i < 3; i++) {
      globalThis.gc();
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  if (question === "usage" || question === "collect") {
    const { rss, heapUsed, external } = process.memoryUsage();
    const peakRss = process.resourceUsage().maxRSS * 1024;
    process.send?.({ cpu: process.cpuUsage(), rss, heap: heapUsed + external, peakRss });
  }
});
process.channel?.unref();
process.on("disconnect", () => process.exit(0));
