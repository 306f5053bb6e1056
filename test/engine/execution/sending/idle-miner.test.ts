import { expect } from "chai";

import type { ChainIdentity } from "../../../../src/foundation/chain/identity.js";
import { Target } from "../../../../src/foundation/chain/target.js";
import type { MigrationEvent } from "../../../../src/engine/execution/steps/event.js";
import { IdleMiner } from "../../../../src/engine/execution/sending/idle-miner.js";

/** Returns the methods that a node is sent, and events, if there was no new transaction or block since second 0. */
async function askedOf(
  automine: unknown,
  network: string,
  seconds: readonly number[],
  confirming = false,
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
  const onEvent = ({ type }: MigrationEvent) => asked.push(type);
  const miner = new IdleMiner({ target, clock, onEvent, confirmations: 3 });
  for (const second of seconds) {
    now = second * 1_000;
    await (confirming ? miner.confirmIfIdle(0) : miner.mineIfIdle(0, [], new Map()));
    miner.tellOfSilence(0, 2);
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
    expect(await askedOf(true, "mainnet", [2, 29])).to.deep.equal([]);
  });

  it("makes the blocks for confirmations, unless the node makes them by itself", async () => {
    for (const automine of [true, null, new Error("no such method")]) {
      const asked = await askedOf(automine, "private", [1, 2, 4], true);
      expect(asked).to.deep.equal(["hardhat_getAutomine", "evm_mine", "evm_mine"]);
    }
    expect(await askedOf(false, "private", [2, 4], true)).to.deep.equal(["hardhat_getAutomine"]);
  });

  it("says once that there are no blocks, on any chain", async () => {
    for (const confirming of [true, false]) {
      const told = await askedOf(true, "mainnet", [2, 29, 30, 60], confirming);
      expect(told).to.deep.equal(["noBlocks"]);
    }
  });
});
