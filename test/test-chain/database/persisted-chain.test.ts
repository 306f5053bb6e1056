import { expect } from "chai";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";

import { rejected, rejection } from "../../rejection.js";
import { itInFolder as it } from "../../temporary-folder.js";
import { CONTRACT, STRANGERS } from "./any-change.js";
import { changesOf, copied, editChanges, editMeta } from "./files.js";
import { stateOf } from "./state-of.js";
import { withChain, type Ask } from "./with-chain.js";
import { until } from "../../until.js";

interface Block {
  readonly number: string;
  readonly hash: string;
  readonly timestamp: string;
}

/** How many seconds the clock of a closed chain is ahead of the machine's. */
function clockIn(db: string): number {
  let clock = NaN;
  editMeta(db, "standing", (standing: { clock: number }) => {
    ({ clock } = standing);
    return standing;
  });
  return clock;
}

describe("a persisted test chain", () => {
  it("resumes with the same blocks, logs, balances and clock, after everything a client can do to it", async (folder) => {
    const db = join(folder, "a/db");
    const [stranger] = STRANGERS;
    const { state, clock, result } = await withChain({ db }, async (ask, chain) => {
      const result = await chain.result();
      const [a, b] = (await ask("eth_accounts")) as [string, string];
      const send = (transaction: object) => ask("eth_sendTransaction", transaction);
      const avatar = result.dao!.Avatar;

      // The chain fills in gas, fees and sender.
      await send({ from: a, to: b, value: "0x5" });
      await send({ to: b, value: "0x6" });
      // A revert is mined, a refused transaction changes nothing.
      await rejection(send({ from: a, data: "0x60006000fd", gas: "0x186a0" }));
      await rejection(send({ from: a, to: b, value: `0x${"f".repeat(30)}`, gas: "0x5208" }));
      await ask("hardhat_impersonateAccount", avatar);
      await ask("hardhat_setBalance", avatar, "0xde0b6b3a7640000");
      await send({ from: avatar, to: stranger, value: "0x7" });
      await ask("hardhat_stopImpersonatingAccount", avatar);
      await ask("hardhat_setCode", CONTRACT, "0x600160005260206000f3");
      await ask("hardhat_setStorageAt", CONTRACT, "0x0", `0x${"0".repeat(62)}2a`);
      await ask("hardhat_setNonce", b, "0x10");
      const snapshot = await ask("evm_snapshot");
      await ask("evm_increaseTime", 1_000_000);
      await ask("evm_mine");
      await ask("evm_revert", snapshot);
      await ask("hardhat_setCoinbase", stranger);
      await ask("hardhat_setPrevRandao", `0x${"77".repeat(32)}`);
      await ask("hardhat_setNextBlockBaseFeePerGas", "0x9502f900");
      await send({ from: a, to: b, value: "0x8" });
      await ask("evm_setBlockGasLimit", "0x2faf080");
      await ask("evm_setAutomine", false);
      const dropped = await send({ from: b, to: a, value: "0x1", gas: "0x5208" });
      await ask("hardhat_dropTransaction", dropped);
      for (let index = 0; index < 5; index++) await send({ from: a, to: b, value: "0x9" });
      await ask("hardhat_mine", "0x20", "0xf");
      const { timestamp } = (await ask("eth_getBlockByNumber", "latest", false)) as Block;
      await ask("evm_mine", Number(timestamp) + 100);
      await ask("evm_setNextBlockTimestamp", Number(timestamp) + 5_000);
      await ask("evm_setAutomine", true);
      await send({ from: a, to: b, value: "0xa" });
      await ask("evm_increaseTime", 3_600);
      return { ...(await stateOf(ask)), result };
    });

    for (let start = 0; start < 2; start++) {
      await withChain({ db }, async (ask, chain) => {
        const now = await stateOf(ask);
        expect(now.state).to.deep.equal(state);
        expect(now.clock).to.be.closeTo(clock, 60);
        expect(await chain.result()).to.deep.equal(result);
      });
    }
    expect(clockIn(db)).to.be.closeTo(clock, 60);
    // The chain continues with its own clock, and the next block is persisted, too.
    const later = 50_000;
    editMeta(db, "standing", (standing: object) => ({
      ...standing,
      clock: Math.round(clock) + later,
    }));
    const head = await withChain({ db }, async (ask) => {
      expect((await stateOf(ask)).clock).to.be.closeTo(clock + later, 60);
      const { timestamp } = (await ask("eth_getBlockByNumber", "latest", false)) as Block;
      await ask("evm_mine", Number(timestamp) + 100_000);
      return (await ask("eth_getBlockByNumber", "latest", false)) as Block;
    });
    expect(clockIn(db)).to.be.closeTo(Number(head.timestamp) - Date.now() / 1000, 60);
    await withChain({ db }, async (ask) => {
      expect(await ask("eth_getBlockByNumber", "latest", false)).to.deep.equal(head);
    });
  });

  it("keeps snapshots and interval mining after a restart", async (folder) => {
    const db = join(folder, "db");
    const { snapshot, last, at } = await withChain({ db }, async (ask) => {
      const at = await ask("eth_blockNumber");
      const snapshot = await ask("evm_snapshot");
      await ask("hardhat_mine", "0x5");
      return { snapshot, last: await ask("evm_snapshot"), at };
    });
    await withChain({ db }, async (ask) => {
      expect(await ask("evm_revert", last)).to.equal(true);
      expect(await ask("evm_revert", snapshot)).to.equal(true);
      expect(await ask("eth_blockNumber")).to.equal(at);
      expect(await ask("evm_setIntervalMining", 50)).to.equal(true);
    });
    await withChain({ db }, async (ask) => {
      const number = async () => Number(await ask("eth_blockNumber"));
      const start = await number();
      await until("three blocks are mined", async () => (await number()) >= start + 3);
      await ask("evm_setIntervalMining", 0);
    });
    await withChain({ db }, async (ask) => {
      const number = await ask("eth_blockNumber");
      await new Promise((resolve) => setTimeout(resolve, 200));
      expect(await ask("eth_blockNumber")).to.equal(number);
    });
  });

  it("answers only what its file contains, one by one and with many requests at once", async (folder) => {
    const db = join(folder, "db");
    await withChain({ db }, async (ask) => {
      const [from, to] = (await ask("eth_accounts")) as string[];
      const send = async (index: number): Promise<void> => {
        const value = `0x${(index + 1).toString(16)}`;
        await ask("eth_sendTransaction", { from, to, value, gas: "0x5208" });
        const now = changesOf(copied(db, join(folder, `copy-${index}`)));
        expect(now.some(({ change }) => change.includes(`"value":"${value}"`))).to.equal(true);
      };
      for (let index = 0; index < 4; index++) await send(index);
      await Promise.all(Array.from({ length: 12 }, (_, index) => send(10 + index)));
      // The first of very many need not wait for the last.
      const plain = () => ask("eth_sendTransaction", { from, to, gas: "0x5208" });
      const [first, ...others] = Array.from({ length: 100 }, plain);
      await first;
      const height = Number(await ask("eth_blockNumber"));
      await Promise.all(others);
      expect(Number(await ask("eth_blockNumber"))).to.be.above(height);
    });
  });

  it("says once that its file can no longer be written, also to whoever started it, and when it ends", async (folder) => {
    const db = join(folder, "db");
    const notes: string[] = [];
    const onNote = (note: string) => notes.push(note);
    const ending = withChain({ db, onNote }, async (ask, chain) => {
      await ask("eth_subscribe", "newHeads");
      let blocks = 0;
      chain.on("message", () => blocks++);
      const execute = Object.getOwnPropertyDescriptor(DatabaseSync.prototype, "exec")!;
      const exec = () => {
        throw new Error("database or disk is full");
      };
      Object.defineProperty(DatabaseSync.prototype, "exec", { ...execute, value: exec });
      const asked = rejection(ask("evm_mine"));
      const { message } = await asked.finally(() =>
        Object.defineProperty(DatabaseSync.prototype, "exec", execute),
      );
      expect(message).to.match(/chain\.sqlite cannot be written: .* The chain has stopped/);
      expect((await rejection(ask("evm_mine"))).message).to.equal(message);
      expect(notes).to.deep.equal([message]);
      await sleep(100);
      expect(blocks, "as it was when writing failed").to.be.below(2);
    });
    expect((await rejection(ending)).message).to.equal(notes[0]);
  });

  it("starts again after blocks that were requested with the time of the last one", async (folder) => {
    const db = join(folder, "db");
    const head = async (ask: Ask) => (await ask("eth_getBlockByNumber", "latest", false)) as Block;
    let last = await withChain({ db }, async (ask) => {
      await ask("hardhat_mine", "0x2", "0x0");
      await ask("evm_mine");
      return await head(ask);
    });
    last = await withChain({ db }, async (ask) => {
      expect(await head(ask)).to.deep.equal(last);
      await ask("evm_increaseTime", 1_000);
      await ask("evm_mine", Number(last.timestamp));
      await ask("hardhat_mine", "0x2bc");
      await ask("hardhat_mine", "0x14", "0x0");
      await ask("evm_mine");
      const end = await head(ask);
      for (let number = Number(last.number); number < Number(end.number); number += 1) {
        const times = await Promise.all(
          [number, number + 1].map(async (own) => {
            const block = await ask("eth_getBlockByNumber", `0x${own.toString(16)}`, false);
            return Number((block as Block).timestamp);
          }),
        );
        expect(times[1], `of block ${number + 1}`).to.be.least(times[0]!);
      }
      return end;
    });
    await withChain({ db }, async (ask) => expect(await head(ask)).to.deep.equal(last));
  });

  it("starts again after a transaction that took several blocks, each with its time", async (folder) => {
    const db = join(folder, "db");
    const blocks = async (ask: Ask) => {
      const head = Number(await ask("eth_blockNumber"));
      return await Promise.all(
        [0, 1, 2, 3].map((back) =>
          ask("eth_getBlockByNumber", `0x${(head - back).toString(16)}`, false),
        ),
      );
    };
    const before = await withChain({ db }, async (ask) => {
      const [from, to] = (await ask("eth_accounts")) as string[];
      const send = { from, to, gas: "0x5208", value: "0x1" };
      await ask("evm_setBlockGasLimit", "0xea60");
      await ask("evm_setAutomine", false);
      for (let index = 0; index < 6; index++) await ask("eth_sendTransaction", send);
      await ask("evm_setAutomine", true);
      // Nothing sets the time of these blocks, so it depends on when they are mined.
      await ask("eth_sendTransaction", send);
      return await blocks(ask);
    });
    editChanges(db, (change: { mined?: { times?: number[] } }) => {
      expect(change.mined?.times?.length ?? 1).to.be.oneOf([1, 4]);
      return change;
    });
    await withChain({ db }, async (ask) => {
      expect(await blocks(ask)).to.deep.equal(before);
      expect(await ask("hardhat_getAutomine")).to.equal(true);
    });
  });

  it("forgets what was reverted, except for what no snapshot restores", async (folder) => {
    const db = join(folder, "db");
    const stranger = `0x${"12".repeat(20)}`;
    const head = await withChain({ db }, async (ask) => {
      const [from, to] = (await ask("eth_accounts")) as string[];
      await ask("hardhat_setBalance", stranger, "0xde0b6b3a7640000");
      const head = await ask("eth_getBlockByNumber", "latest", false);
      const outer = await ask("evm_snapshot");
      for (let round = 0; round < 30; round++) {
        const snapshot = await ask("evm_snapshot");
        await ask("eth_sendTransaction", { from, to, value: "0x1", gas: "0x5208" });
        await ask("hardhat_impersonateAccount", stranger);
        await ask("evm_setAutomine", false);
        await ask("evm_setAutomine", true);
        expect(await ask("evm_revert", snapshot)).to.equal(true);
        expect(await ask("evm_revert", snapshot)).to.equal(false);
      }
      await ask("evm_increaseTime", 100);
      expect(await ask("evm_revert", outer)).to.equal(true);
      return head;
    });
    const kept = changesOf(db)
      .slice(-3)
      .map(({ change }) => change);
    expect(kept[0]).to.contain("hardhat_setBalance");
    expect(kept[1]).to.contain("hardhat_impersonateAccount");
    expect(kept[2]).to.contain("evm_setAutomine").and.contain("true");
    await withChain({ db }, async (ask) => {
      expect(await ask("eth_getBlockByNumber", "latest", false)).to.deep.equal(head);
      await ask("eth_sendTransaction", { from: stranger, to: stranger, value: "0x1" });
      expect(await ask("evm_snapshot")).to.equal("0x20");
    });
  });

  it("refuses requests that it cannot replay, and invalid intervals, and continues", async (folder) => {
    const db = join(folder, "db");
    await withChain({ db }, async (ask) => {
      const [from, to] = (await ask("eth_accounts")) as string[];
      const changes = changesOf(copied(db, join(folder, "before"))).length;
      await rejection(ask("eth_sendTransaction", { from, to, value: `0x${"f".repeat(30)}` }));
      expect(changesOf(copied(db, join(folder, "after")))).to.have.lengthOf(changes);
      const unknown = await rejection(ask("anvil_setBalance", `0x${"1".repeat(40)}`, "0x1"));
      expect(unknown.message).to.match(/^Method anvil_setBalance is not supported$/);
      await rejected(ask("evm_setIntervalMining", "soon"), /needs a number of milliseconds/);
      expect(await ask("eth_chainId")).to.equal("0x7a69");
    });
  });
});
