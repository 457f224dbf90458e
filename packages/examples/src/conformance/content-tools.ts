/** Tools that answer: with every kind of content, with a failure, and with news on the way. */
import { setTimeout as after } from "node:timers/promises";
import type { Server } from "@mcpwire/server";
import { png, wav } from "./media.js";

export function addContentTools(server: Server): void {
  server.tool("test_simple_text", { description: "Answers with a text" }, () => {
    return "This is a simple text response for testing.";
  });

  server.tool("test_image_content", { description: "Answers with an image" }, () => {
    return { type: "image", data: png, mimeType: "image/png" };
  });

  server.tool("test_audio_content", { description: "Answers with a sound" }, () => {
    return { type: "audio", data: wav, mimeType: "audio/wav" };
  });

  server.tool("test_embedded_resource", { description: "Answers with a resource" }, () => {
    return {
      type: "resource",
      resource: { uri: "test://embedded-resource", mimeType: "text/plain", text: "The text of an embedded resource." },
    };
  });

  server.tool("test_multiple_content_types", { description: "Answers with three kinds of content" }, () => [
    { type: "text", text: "A text, an image and a resource." },
    { type: "image", data: png, mimeType: "image/png" },
    {
      type: "resource",
      resource: { uri: "test://mixed-content-resource", mimeType: "application/json", text: '{"mixed":true}' },
    },
  ]);

  server.tool("test_error_handling", { description: "Fails, and says so to the model" }, (_, ctx) => {
    return ctx.fail("This tool fails on purpose.");
  });

  server.tool("test_tool_with_logging", { description: "Logs three steps" }, async (_, ctx) => {
    for (const step of ["started", "at work", "done"]) {
      await ctx.log("info", step);
      await after(50);
    }
    return "Logged three steps.";
  });

  server.tool("test_logging_tool", { description: "Logs, where the client wants to hear it" }, async (_, ctx) => {
    await ctx.log("info", "Nobody hears this unless the request sets a level.");
    return "Done.";
  });

  server.tool("test_tool_with_progress", { description: "Reports progress three times" }, async (_, ctx) => {
    for (const percent of [0, 50, 100]) {
      await ctx.progress(percent, 100, `${percent} of 100`);
      await after(20);
    }
    return "Complete.";
  });

  server.tool(
    "test_reconnection",
    { description: "Hangs up, works on, and answers the client's return" },
    async (_, ctx) => {
      ctx.detach?.(500);
      await after(100);
      return "The answer that waited for you.";
    },
  );
}
