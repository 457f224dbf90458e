// Preloaded into every measured server: answers questions about its own CPU time and memory over the IPC channel.
process.on("message", (question) => {
  if (question === "usage") process.send?.({ cpu: process.cpuUsage(), rss: process.memoryUsage.rss() });
});
process.channel?.unref();
