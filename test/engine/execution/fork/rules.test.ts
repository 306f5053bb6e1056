import { expect } from "chai";

import type { Eip1193Provider } from "../../../../src/foundation/chain/provider.js";
import type { RpcBlock } from "../../../../src/foundation/chain/rpc-types.js";
import { rulesOf } from "../../../../src/engine/execution/fork/rules.js";
import { openConnection } from "../../../../src/test-chain/connection.js";
import { closing } from "../../../closing.js";

const ASKED = { method: "eth_getBlockByNumber", params: ["latest", false] };

/** Returns the rules that are detected on a chain, and the number of calls for that. */
async function found(hardfork: string) {
  await using connection = closing(await openConnection({ hardfork }));
  let calls = 0;
  const provider: Eip1193Provider = {
    request: async (request): Promise<unknown> => {
      if (request.method === "eth_call") calls++;
      return await connection.provider.request(request);
    },
  };
  const block = (await provider.request(ASKED)) as RpcBlock;
  return [await rulesOf(provider, block), calls];
}

describe("rulesOf", () => {
  for (const [hardfork, rules, calls] of [
    ["byzantium", "byzantium", 3],
    ["constantinople", "petersburg", 3],
    ["petersburg", "petersburg", 3],
    ["istanbul", "prague", 1],
    ["berlin", "prague", 1],
    ["london", "prague", 0],
    ["osaka", "prague", 0],
  ] as const) {
    it(`are those of ${rules} on a chain of ${hardfork}, found with ${calls} calls`, async () => {
      expect(await found(hardfork)).to.deep.equal([rules, calls]);
    });
  }

  it("are today's if a node does not run code without an address, or does not answer", async () => {
    const block = { number: "0x1" } as RpcBlock;
    for (const answer of [() => Promise.resolve("0x"), () => Promise.reject(new Error("no"))]) {
      expect(await rulesOf({ request: answer }, block)).to.equal("prague");
    }
  });
});
