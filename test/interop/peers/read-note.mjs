// The tutorial tool that every peer implements: one note exists, any other is a business failure.
import { z } from "zod";

export const readNote = {
  name: "read_note",
  description: "Read a teaching note",
  inputSchema: z.object({ source_id: z.string().min(1).max(64) }),
};

export function readNoteHandler({ source_id }) {
  return source_id === "control_flow"
    ? { content: [{ type: "text", text: "Control flow: if, while, for." }] }
    : { isError: true, content: [{ type: "text", text: `no note called ${source_id}` }] };
}
