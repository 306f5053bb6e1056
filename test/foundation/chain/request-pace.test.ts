import { expect } from "chai";

import { RpcClient } from "../../../src/foundation/chain/rpc-client.js";
import { openServer } from "../../open-server.js";
import { good } from "./good-answer.js";

describe("RequestPace", () => {
  it("keeps to what a node takes, instead of being refused again and again", async () => {
    let [refused, credit, last] = [0, 3, performance.now()];
    // Fifty a second, and three at once.
    await using server = await openServer((request, response) => {
      const now = performance.now();
      credit = Math.min(3, credit + (now - last) / 20);
      last = now;
      if (credit >= 1) {
        credit--;
        good(request, response);
      } else {
        refused++;
        response.writeHead(429).end("slow down");
      }
    });
    const client = new RpcClient(server.url, { attempts: 30, backoff: 5 });
    for (let count = 0; count < 80; count++) await client.request({ method: "eth_chainId" });
    expect(refused).to.be.lessThan(30);
  });
});
