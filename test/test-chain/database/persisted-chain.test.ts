import { expect } from "chai";
import { once } from "node:events";
import { appendFile, mkdir, readdir, readFile, stat, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { TestChain } from "../../../fixtures/test-chain.js";
import { rejection } from "../../rejection.js";
import { IN_CONTAINER, withLockProcess, type LockProcess } from "../../support/lock-process.js";
import { inTemporaryFolder } from "../../temporary-folder.js";
import { withChain, type Ask, OPTIONS } from "./with-chain.js";

interface Block {
  readonly number: string;
  readonly hash: string;
  readonly timestamp: string;
}

describe("a persisted test chain", () => {
  /** Everything that a client can see of a chain. */
  async function stateOf(ask: Ask, addresses: readonly string[]): Promise<object> {
    const head = (await ask("eth_getBlockByNumber", "latest", true)) as Block;
    const blocks: unknown[] = [];
    for (let number = 0; number <= Number(head.number); number += 7) {
      blocks.push(await ask("eth_getBlockByNumber", `0x${number.toString(16)}`, false));
    }
    const accounts = await Promise.all(
      addresses.map(async (address) => ({
        balance: await ask("eth_getBalance", address, "latest"),
        nonce: await ask("eth_getTransactionCount", address, "latest"),
        code: await ask("eth_getCode", address, "latest"),
        slot: await ask("eth_getStorageAt", address, "0x0", "latest"),
      })),
    );
    const logs = await ask("eth_getLogs", { fromBlock: "0x0", toBlock: "latest" });
    return { head, blocks, accounts, logs, automine: await ask("hardhat_getAutomine") };
  }

  /** How many seconds the next block would be ahead of the machine's clock. */
  async function clockOf(ask: Ask): Promise<number> {
    const { timestamp } = (await ask("eth_getBlockByNumber", "pending", false)) as Block;
    return Number(timestamp) - Date.now() / 1000;
  }

  it("resumes with the same blocks, logs, balances and clock, after everything a client can do to it", async () => {
    await inTemporaryFolder(async (folder) => {
      const db = join(folder, "a/db");
      const stranger = `0x${"12".repeat(20)}`;
      let addresses: string[] = [];
      const { state, clock, result } = await withChain({ db }, async (ask, chain) => {
        const result = await chain.result();
        const [a, b] = (await ask("eth_accounts")) as [string, string];
        const send = (transaction: object) => ask("eth_sendTransaction", transaction);
        const avatar = result.dao!.Avatar;
        addresses = [a, b, avatar, stranger, result.dao!.NativeToken];

        // The chain fills in gas, fees and sender.
        await send({ from: a, to: b, value: "0x5" });
        await send({ to: b, value: "0x6" });
        // A revert is mined; a refused transaction changes nothing.
        await rejection(send({ from: a, data: "0x60006000fd", gas: "0x186a0" }));
        await rejection(send({ from: a, to: b, value: `0x${"f".repeat(30)}`, gas: "0x5208" }));
        await ask("hardhat_impersonateAccount", avatar);
        await ask("hardhat_setBalance", avatar, "0xde0b6b3a7640000");
        await send({ from: avatar, to: stranger, value: "0x7" });
        await ask("hardhat_stopImpersonatingAccount", avatar);
        await ask("hardhat_setCode", stranger, "0x600160005260206000f3");
        await ask("hardhat_setStorageAt", stranger, "0x0", `0x${"0".repeat(62)}2a`);
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
        return { state: await stateOf(ask, addresses), clock: await clockOf(ask), result };
      });

      for (let start = 0; start < 2; start++) {
        await withChain({ db }, async (ask, chain) => {
          expect(await stateOf(ask, addresses)).to.deep.equal(state);
          expect(await clockOf(ask)).to.be.closeTo(clock, 3);
          expect(await chain.result()).to.deep.equal(result);
        });
      }
      // The next block is persisted, too.
      const head = await withChain({ db }, async (ask) => {
        await ask("evm_mine");
        return await ask("eth_getBlockByNumber", "latest", false);
      });
      await withChain({ db }, async (ask) => {
        expect(await ask("eth_getBlockByNumber", "latest", false)).to.deep.equal(head);
      });
    });
  });

  it("keeps snapshots and interval mining after a restart", async () => {
    await inTemporaryFolder(async (folder) => {
      const db = join(folder, "db");
      const { snapshot, at } = await withChain({ db }, async (ask) => {
        const at = await ask("eth_blockNumber");
        const snapshot = await ask("evm_snapshot");
        await ask("hardhat_mine", "0x5");
        return { snapshot, at };
      });
      await withChain({ db }, async (ask) => {
        expect(await ask("evm_revert", snapshot)).to.equal(true);
        expect(await ask("eth_blockNumber")).to.equal(at);
        expect(await ask("evm_setIntervalMining", 50)).to.equal(true);
      });
      await withChain({ db }, async (ask) => {
        const number = async () => Number(await ask("eth_blockNumber"));
        const start = await number();
        for (const end = Date.now() + 10_000; (await number()) < start + 3;) {
          expect(Date.now()).to.be.lessThan(end);
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
        await ask("evm_setIntervalMining", 0);
      });
      await withChain({ db }, async (ask) => {
        const number = await ask("eth_blockNumber");
        await new Promise((resolve) => setTimeout(resolve, 200));
        expect(await ask("eth_blockNumber")).to.equal(number);
      });
    });
  });

  it("answers only what is in its file, with many requests at once", async () => {
    await inTemporaryFolder(async (folder) => {
      const db = join(folder, "db");
      await withChain({ db }, async (ask) => {
        const [from, to] = (await ask("eth_accounts")) as string[];
        await Promise.all(
          Array.from({ length: 100 }, async (_, index) => {
            const value = `0x${(index + 1).toString(16)}`;
            await ask("eth_sendTransaction", { from, to, value, gas: "0x5208" });
            const text = await readFile(join(db, "requests.log"), "utf8");
            expect(text).to.contain(`"value":"${value}"`);
          }),
        );
      });
    });
  });

  it("refuses requests that it cannot replay, and invalid intervals, and continues", async () => {
    await inTemporaryFolder(async (folder) => {
      await withChain({ db: join(folder, "db") }, async (ask) => {
        const unknown = await rejection(ask("anvil_setBalance", `0x${"1".repeat(40)}`, "0x1"));
        expect(unknown.message).to.match(/anvil_setBalance: the test chain has no such method/);
        const interval = await rejection(ask("evm_setIntervalMining", "soon"));
        expect(interval.message).to.match(/needs a number of milliseconds/);
        expect(await ask("eth_chainId")).to.equal("0x7a69");
      });
    });
  });

  it("refuses another configuration, says what differs, and stores no mnemonic", async () => {
    await inTemporaryFolder(async (folder) => {
      const db = join(folder, "db");
      const mnemonic = "test test test test test test test test test test test junk";
      await withChain({ db, accounts: { mnemonic } }, async () => {});
      const file = await readFile(join(db, "requests.log"), "utf8");
      expect(file).not.to.contain("test test");
      const other = TestChain.provider({ ...OPTIONS, db, chainId: 5, accounts: { mnemonic } });
      expect((await rejection(other.result())).message).to.match(
        /chainId was not set and is now 5\..*or remove .*db to start a new chain/,
      );
      const accounts = TestChain.provider({ ...OPTIONS, db });
      expect((await rejection(accounts.result())).message).to.match(/accounts was /);
    });
  });

  it("refuses the file of another version", async () => {
    await inTemporaryFolder(async (folder) => {
      const db = join(folder, "db");
      await withChain({ db }, async () => {});
      const { encodeEntry, decodeEntries } =
        await import("../../../src/test-chain/database/entries.js");
      const path = join(db, "requests.log");
      const [header, ...rest] = decodeEntries(await readFile(path), path).entries;
      if (header?.kind !== "header") throw new Error("The file has no header.");
      const versions = { ...header.versions, hardhat: "3.0.0" };
      await writeFile(path, [{ ...header, versions }, ...rest].map(encodeEntry).join(""));
      expect((await rejection(TestChain.provider({ ...OPTIONS, db }).result())).message).to.match(
        /hardhat was 3\.0\.0 and is now \d/,
      );
      await writeFile(path, [{ ...header, format: 99 }, ...rest].map(encodeEntry).join(""));
      expect((await rejection(TestChain.provider({ ...OPTIONS, db }).result())).message).to.match(
        /database of another version/,
      );
    });
  });

  it("drops an incomplete entry at the end with a warning, and reports a damaged one with its position", async () => {
    await inTemporaryFolder(async (folder) => {
      const db = join(folder, "db");
      const path = join(db, "requests.log");
      const head = await withChain({ db }, async (ask) => {
        await ask("evm_mine");
        return await ask("eth_getBlockByNumber", "latest", false);
      });
      const { size } = await stat(path);
      await appendFile(path, '0000 {"kind":"chan');
      const notes: string[] = [];
      await withChain({ db, onNote: (message) => notes.push(message) }, async (ask) => {
        expect(await ask("eth_getBlockByNumber", "latest", false)).to.deep.equal(head);
      });
      expect(notes.join()).to.match(/incomplete \(18 bytes from byte \d+ on\).*dropped/);
      expect((await stat(path)).size).to.equal(size);

      const bytes = await readFile(path);
      bytes[Math.floor(size / 2)]! ^= 0x04;
      await writeFile(path, bytes);
      const error = await rejection(TestChain.provider({ ...OPTIONS, db }).result());
      expect(error.message).to.match(/requests\.log is damaged at entry \d+ \(byte \d+\)/);
    });
  });

  it("reports the position at which the chain turns out different", async () => {
    await inTemporaryFolder(async (folder) => {
      const db = join(folder, "db");
      const path = join(db, "requests.log");
      const { encodeEntry, decodeEntries } =
        await import("../../../src/test-chain/database/entries.js");
      await withChain({ db }, async (ask) => void (await ask("evm_mine")));
      const entries = decodeEntries(await readFile(path), path).entries.map((entry) =>
        entry.kind === "change" && entry.method === "evm_mine" && entry.time !== undefined
          ? { ...entry, time: entry.time + 1 }
          : entry,
      );
      await writeFile(path, entries.map(encodeEntry).join(""));
      const error = await rejection(TestChain.provider({ ...OPTIONS, db }).result());
      expect(error.message).to.match(/after change \d+ \(evm_mine\) its last block is \d+ 0x/);
    });
  });

  it("starts again after a kill during the migration", async () => {
    await inTemporaryFolder(async (folder) => {
      const db = join(folder, "db");
      const path = join(db, "requests.log");
      await withChain({ db }, async () => {});
      const text = await readFile(path, "utf8");
      await truncate(path, text.split("\n").slice(0, 12).join("\n").length);
      await withChain({ db }, async (ask, chain) => {
        const { dao } = await chain.result();
        expect(await ask("eth_getCode", dao!.Avatar, "latest")).to.have.length.above(100);
      });
    });
  });

  it("refuses a folder that another container uses, until that is killed", async () => {
    await inTemporaryFolder(async (folder) => {
      const db = join(folder, "db");
      await withChain({ db }, async () => {});
      const before = await readFile(join(db, "requests.log"));
      const args = [join(db, "lock"), "hold"];
      const container = async ({ child, next }: LockProcess): Promise<void> => {
        expect(await next()).to.equal("locked");
        const error = await rejection(TestChain.provider({ ...OPTIONS, db }).result());
        expect(error.message).to.include(`The database folder ${db} is in use`);
        child.kill("SIGKILL");
        await once(child, "exit");
      };
      await withLockProcess(args, container, IN_CONTAINER);
      expect(await readFile(join(db, "requests.log"))).to.deep.equal(before);
      await withChain({ db }, async (ask) => {
        expect(await ask("eth_chainId")).to.equal("0x7a69");
      });
      expect(await readdir(db)).to.deep.equal(["requests.log"]);
    });
  });

  it("refuses a folder that is in use, or that is not a database folder", async () => {
    await inTemporaryFolder(async (folder) => {
      const db = join(folder, "db");
      await withChain({ db }, async (ask) => {
        const error = await rejection(TestChain.provider({ ...OPTIONS, db }).result());
        expect(error.message).to.equal(
          `The database folder ${db} is in use by another test chain, which holds the lock ${join(db, "lock")}. ` +
            "Wait until it ends, or pass another folder with --db.",
        );
        expect(await ask("eth_chainId")).to.equal("0x7a69");
      });
      const other = join(folder, "other");
      await mkdir(other);
      await writeFile(join(other, "thesis.txt"), "important");
      const error = await rejection(TestChain.provider({ ...OPTIONS, db: other }).result());
      expect(error.message).to.match(/not a database folder: it contains thesis\.txt/);
      expect(await readFile(join(other, "thesis.txt"), "utf8")).to.equal("important");
      const file = TestChain.provider({ ...OPTIONS, db: join(other, "thesis.txt") });
      expect((await rejection(file.result())).message).to.match(
        /cannot be used: .*Pass another folder/s,
      );
    });
  });
});
