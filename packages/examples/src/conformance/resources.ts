/** Resources and templates of every kind. */
import type { Server } from "@mcpwire/server";
import { png } from "./media.js";

/** The URI of the resource that changes. */
export const watchedURI = "test://watched-resource";

/** `watched` gives the text of the resource that changes. */
export function addResources(server: Server, watched: () => string): void {
  server.resource("test://static-text", { name: "Static text", description: "A text", mimeType: "text/plain" }, () => {
    return "This is the content of the static text resource.";
  });

  server.resource(
    "test://static-binary",
    { name: "Static binary", description: "An image", mimeType: "image/png" },
    () => Buffer.from(png, "base64"),
  );

  server.resource(watchedURI, { name: "Watched", description: "A text that changes", mimeType: "text/plain" }, watched);

  server.resource(
    "test://template/{id}/data",
    {
      name: "Template",
      description: "Data by identifier",
      mimeType: "application/json",
      complete: { id: (typed) => ["123", "124", "200"].filter((id) => id.startsWith(typed)) },
    },
    ({ id }) => JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }),
  );

  server.resource("test://query{?x,y}", { name: "Query", description: "Shows its variables" }, (variables) => {
    return JSON.stringify(variables);
  });

  server.resource("test://files/{+path}", { name: "Files", description: "Shows its variables" }, (variables) => {
    return JSON.stringify(variables);
  });

  // An exact URI goes before any template that matches it too.
  server.resource("test://files/exact", { name: "Exact", description: "One file" }, () => "the exact one");
}
