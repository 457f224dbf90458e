/** The params of what a client asks in 2025-03-26: as before. [2025-03-26 changelog#major-changes] */
export { clientRequests } from "../2024-11-05/client-requests.js";
