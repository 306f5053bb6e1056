import type { RequestListener } from "node:http";
import { json } from "node:stream/consumers";

import type { Call } from "../../open-server.js";

/** Answers a JSON-RPC request with 1, under its id. */
export const good: RequestListener = (request, response) => {
  void json(request).then((call) => {
    const { id } = call as Call;
    response.end(JSON.stringify({ jsonrpc: "2.0", id, result: "0x1" }));
  });
};
