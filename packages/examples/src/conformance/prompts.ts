/** Prompts of every kind. */
import type { Server } from "@mcpwire/server";
import { png } from "./media.js";

const suggestions = ["test", "testing", "tomorrow"];

export function addPrompts(server: Server): void {
  server.prompt("test_simple_prompt", { description: "A prompt without arguments" }, () => {
    return "This is a simple prompt for testing.";
  });

  server.prompt(
    "test_prompt_with_arguments",
    {
      description: "A prompt with two arguments",
      args: [
        { name: "arg1", description: "The first", required: true },
        { name: "arg2", description: "The second", required: true },
      ],
      complete: { arg1: (typed) => suggestions.filter((word) => word.startsWith(typed)) },
    },
    ({ arg1, arg2 }) => `Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`,
  );

  server.prompt(
    "test_prompt_with_embedded_resource",
    {
      description: "A prompt that carries a resource",
      args: [{ name: "resourceUri", description: "The resource's URI", required: true }],
    },
    ({ resourceUri }) => [
      {
        role: "user",
        content: {
          type: "resource",
          resource: { uri: resourceUri, mimeType: "text/plain", text: "The text of the resource." },
        },
      },
      { role: "user", content: "Please look at the resource above." },
    ],
  );

  server.prompt("test_prompt_with_image", { description: "A prompt that carries an image" }, () => [
    { role: "user", content: { type: "image", data: png, mimeType: "image/png" } },
    { role: "user", content: "Please look at the image above." },
  ]);
}
