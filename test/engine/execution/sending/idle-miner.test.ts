import { expect } from "chai";

import type { SignedStep } from "../../../../src/engine/execution/journal/lines.js";
import type { ChainIdentity } from "../../../../src/foundation/chain/identity.js";
import { Target } from "../../../../src/foundation/chain/target.js";
import type { MigrationEvent } from "../../../../src/engine/execution/steps/event.js";
import { IdleMiner } from "../../../../src/engine/execution/sending/idle-miner.js";
import { expectRecorded } from "../../../recorded.js";
import { rejection } from "../../../rejection.js";

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
    expectRecorded(await askedOf(true, "private", [0.5, 1.9, 2, 3.9, 4]));
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

  it("sends again, once, what the node did not mine when it was asked, but not to another chain", async () => {
    const chain = { name: "private", chainId: 1337, genesis: "0xa1" } as ChainIdentity;
    const step = { step: "base/Avatar", from: "0xacc0", nonce: 7, hash: "0x07", raw: "0x02" };
    for (const hash of ["0xa1", "0xa2"]) {
      const asked: string[] = [];
      const answers: Readonly<Record<string, unknown>> = {
        hardhat_getAutomine: true,
        eth_chainId: "0x539",
        eth_getBlockByNumber: { hash },
      };
      const provider = {
        request: async ({ method, params = [] }: { method: string; params?: unknown[] }) => {
          asked.push([method, ...params].join(" "));
          return await Promise.resolve(answers[method] ?? null);
        },
      };
      let now = 0;
      const clock = { now: () => now, sleep: async () => await Promise.resolve() };
      const target = new Target(provider, chain, clock);
      const miner = new IdleMiner({ target, clock, onEvent: () => {}, confirmations: 1 });
      const counts = new Map([[step.from, step.nonce]]);
      const next = async () => {
        now += 2_000;
        await miner.mineIfIdle(0, [step as SignedStep], counts);
      };
      await next();
      if (hash === chain.genesis) for (let times = 0; times < 3; times++) await next();
      else expect(await rejection(next())).to.have.property("name", "WrongChainError");
      const again = ["anvil_removePoolTransactions 0xacc0", "eth_sendRawTransaction 0x02"];
      const mines = ["evm_mine", "evm_mine", "evm_mine"];
      expect(asked).to.deep.equal([
        ...["hardhat_getAutomine", "evm_mine", "eth_chainId", "eth_getBlockByNumber 0x0 false"],
        ...(hash === chain.genesis ? [...again, ...mines] : []),
      ]);
    }
  });
});
