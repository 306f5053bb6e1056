import { expect } from "chai";

import type { ChainIdentity } from "../../../src/chain/identity.js";
import { Target } from "../../../src/chain/target.js";
import { IdleMiner } from "../../../src/execution/sending/idle-miner.js";

/** Returns the methods that a node is sent if it has mined no transaction since second 0. */
async function askedOf(
  automine: unknown,
  network: string,
  seconds: readonly number[],
): Promise<readonly string[]> {
  const asked: string[] = [];
  const provider = {
    request: async ({ method }: { method: string }) => {
      asked.push(method);
      if (automine instanceof Error) throw automine;
      return await Promise.resolve(method === "hardhat_getAutomine" ? automine : "0x0");
    },
  };
  let now = 0;
  const clock = { now: () => now, sleep: async () => await Promise.resolve() };
  const target = new Target(provider, { name: network } as ChainIdentity, clock);
  const miner = new IdleMiner({ target, clock });
  for (const second of seconds) {
    now = second * 1_000;
    await miner.mineIfIdle(0);
  }
  return asked;
}

describe("IdleMiner", () => {
  it("asks a private node with automine to mine after every two seconds in which it mined nothing", async () => {
    expect(await askedOf(true, "private", [0.5, 1.9, 2, 3.9, 4])).to.deep.equal([
      "hardhat_getAutomine",
      "evm_mine",
      "evm_mine",
    ]);
  });

  it("leaves alone a node that mines on its own, or does not say", async () => {
    for (const automine of [false, null, new Error("no such method")]) {
      const asked = await askedOf(automine, "private", [2, 4, 6]);
      expect(asked).to.deep.equal(["hardhat_getAutomine"]);
    }
  });

  it("requests nothing from a public chain", async () => {
    expect(await askedOf(true, "mainnet", [2, 60])).to.deep.equal([]);
  });
});
