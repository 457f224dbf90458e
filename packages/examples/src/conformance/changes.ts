/**
 * What changes while the server runs. A tool, a prompt or a resource that appears or goes is announced by itself, to every client
 * that asked for it and to no other. [2026-07-28 basic/patterns/subscriptions#receiving-notifications]
 */
import type { Server } from "@mcpwire/server";
import { watchedURI } from "./resources.js";

type What = "tools" | "prompts" | "resources" | "watched";

export interface Changes {
  /** Changes one thing. */
  change(what: What): void;
  /** The text of the watched resource. */
  watched(): string;
}

/** Adds one tool, one prompt and one resource that come and go. */
export function addChanges(server: Server): Changes {
  const passing = {
    tools: server.tool("passing_tool", { description: "Comes and goes" }, () => "here for now"),
    prompts: server.prompt("passing_prompt", { description: "Comes and goes" }, () => "Here for now."),
    resources: server.resource("test://passing", { description: "Comes and goes" }, () => "here for now"),
  };
  const isShown = { tools: false, prompts: false, resources: false };
  for (const handle of Object.values(passing)) handle.disable();
  let updates = 0;

  const change = (what: What): void => {
    if (what === "watched") {
      updates += 1;
      server.notify.resourceUpdated(watchedURI);
      return;
    }
    if (isShown[what]) passing[what].disable();
    else passing[what].enable();
    isShown[what] = !isShown[what];
  };

  server.tool("test_trigger_tool_change", { description: "Changes the list of tools" }, () => {
    change("tools");
    return "The list of tools has changed.";
  });

  server.tool("test_trigger_prompt_change", { description: "Changes the list of prompts" }, () => {
    change("prompts");
    return "The list of prompts has changed.";
  });

  return { change, watched: () => `This resource was updated ${updates} times.` };
}
