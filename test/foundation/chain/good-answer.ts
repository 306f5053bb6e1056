import type { RequestListener } from "node:http";
import { json } from "node:stream/consumers";

import type { Call } from "../../open-server.js";

/** Answers a JSON-RPC request with 1, under its id; not one that was given up before it was read. */
export const good: RequestListener = (request, response) => {
  const answer = (call: unknown) => {
    const { id } = call as Call;
    response.end(JSON.stringify({ jsonrpc: "2.0", id, result: "0x1" }));
  };
  void json(request).then(answer, () => {});
};
