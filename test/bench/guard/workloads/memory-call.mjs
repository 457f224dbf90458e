// A call through client and server, in memory.
import { connect } from "../../clients/ours-memory.mjs";

const client = await connect("", "legacy");
const text = "The quick brown fox jumps over the lazy dog.";

export const call = () => client.call(text);
