import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect } from "chai";

import type { RpcBlock } from "../../../src/foundation/chain/rpc-types.js";
import type { MigrationResult } from "../../../src/foundation/result/result.js";
import { openConnection } from "../../../src/test-chain/connection.js";
import { withRequest } from "../../../src/test-chain/options.js";
import { dumpingState } from "../../../src/test-chain/state/dump-state.js";
import { rejection } from "../../rejection.js";
import { itInFolder as it } from "../../temporary-folder.js";
import { withChain } from "../database/with-chain.js";

const CONTRACT = `0x${"c0de".repeat(10)}`;
const SLOT = `0x${"00".repeat(31)}05`;
const NAME = "0x1386dc2d";

describe("a test chain's state in a file", () => {
  it("starts the next chain, which has the same DAO, accounts, storage and height", async (folder) => {
    const file = join(folder, "state.json");
    const before = await withChain({ dumpState: file }, async (ask, chain) => {
      await ask("hardhat_setCode", CONTRACT, "0x00");
      await ask("hardhat_setStorageAt", CONTRACT, "0x5", SLOT);
      // Most of a million blocks are empty, and need not be read.
      await ask("hardhat_mine", "0xf4240");
      return {
        ...(await seen(ask, (await chain.result()).dao!.Avatar)),
        result: await chain.result(),
      };
    });
    const again = join(folder, "again.json");
    const loading = { loadState: file, dumpState: again };
    const after = await withChain(loading, async (ask, chain) => {
      return { ...(await seen(ask, before.result.dao!.Avatar)), result: await chain.result() };
    });
    const { genesis, ...others } = before.result;
    expect(after.time - before.time, "seconds").to.be.within(0, 60);
    expect({ ...after, time: before.time, result: { ...after.result, genesis } }).to.deep.equal({
      ...before,
      result: { genesis, ...others },
    });
    const [one, two] = await Promise.all([file, again].map((path) => readFile(path, "utf8")));
    const [first, second] = [one!, two!].map((text) => JSON.parse(text) as { accounts: object });
    expect(second!.accounts).to.deep.equal(first!.accounts);
  });

  it("is not written if a slot is not known", async (folder) => {
    const file = join(folder, "state.json");
    const connection = await openConnection({});
    const { provider } = connection;
    const set = { method: "hardhat_setStorageAt", params: [CONTRACT, "0x5", SLOT] };
    await provider.request(set);
    const result = { network: "private" } as MigrationResult;
    const close = () => connection.close();
    const logging: unknown[] = [];
    const chain = await dumpingState(file, {
      provider: withRequest(provider, async (request) => {
        if (request.method === "hardhat_setLoggingEnabled") logging.push(request.params);
        return await provider.request(request);
      }),
      close,
      result,
      accounts: async () => [],
      params: async () => "",
    });
    const none = rejection(dumpingState(join(folder, "none", "state.json"), chain));
    expect((await none).message).to.match(/the folder does not exist\. .* --dump-state\.$/);
    await chain.provider.request({ method: "hardhat_setBalance", params: [CONTRACT, "0x1"] });
    expect((await rejection(chain.close())).message).to.contain(`Not all storage of ${CONTRACT}`);
    expect(logging, "its reading is not what the user did").to.deep.equal([[false]]);
    expect(await readdir(folder)).to.deep.equal([]);
  });

  it("keeps a state without a DAO, which gets one", async (folder) => {
    const loadState = join(folder, "state.json");
    const own = { nonce: "0x3", balance: "0x5", code: "0x00", storage: { "0x5": SLOT } };
    const state = { block: { number: "0x10", timestamp: "0x1" }, accounts: { [CONTRACT]: own } };
    await writeFile(loadState, JSON.stringify(state));
    await withChain({ loadState }, async (ask, chain) => {
      expect(await chain.result()).to.have.property("dao");
      expect(Number(await ask("eth_blockNumber"))).to.be.above(16);
      const read = async (what: string) => await ask(`eth_get${what}`, CONTRACT, "latest");
      expect(await Promise.all(["TransactionCount", "Balance", "Code"].map(read))).to.deep.equal([
        ...[own.nonce, own.balance, own.code],
      ]);
      expect(await ask("eth_getStorageAt", CONTRACT, "0x5", "latest")).to.equal(SLOT);
    });
  });

  const empty = { block: { number: "0x0", timestamp: "0x1" }, accounts: {} };
  for (const [what, text, told] of [
    ["not there", undefined, /state\.json cannot be read: there is no such file\. Pass a file/],
    ["no JSON", "{", /is not a state in anvil's format/],
    [
      "another format",
      "{}",
      /is not a state in anvil's format \(block: Invalid input: expected object, received undefined\)/,
    ],
    [
      "later than any chain",
      JSON.stringify({ ...empty, block: { number: 0, timestamp: 2 ** 41 } }),
      /block\.timestamp: too large/,
    ],
    [
      "a state with a nonce that no account can have",
      JSON.stringify({
        ...empty,
        accounts: { [CONTRACT]: { nonce: `0x1${"0".repeat(16)}`, balance: 0 } },
      }),
      /\.nonce: too large/,
    ],
    ["a list", "[]", /format \(Invalid input: expected object, received array\)/],
    [
      "a state with a wrong account",
      JSON.stringify({ ...empty, accounts: { "0x00": {} } }),
      /accounts/,
    ],
    [
      "higher than any chain",
      JSON.stringify({ ...empty, best_block_number: 2 ** 40 }),
      /best_block_number: too large/,
    ],
    [
      "a state with a DAO of another version",
      JSON.stringify({
        ...empty,
        "dao-test-chain": { sections: { base: {}, dao: {} }, params: "{}" },
      }),
      /\(dao-test-chain\.sections\.base\.arcVersion: is missing\)/,
    ],
  ] as const) {
    it(`is refused if it is ${what}`, async (folder) => {
      const loadState = join(folder, "state.json");
      if (text !== undefined) await writeFile(loadState, text);
      const { message } = await rejection(withChain({ loadState }, async () => {}));
      expect(message).to.match(told).and.to.contain(loadState);
    });
  }
});

type Ask = Parameters<Parameters<typeof withChain>[1]>[0];

async function seen(ask: Ask, avatar: string) {
  const [account] = (await ask("eth_accounts")) as string[];
  const { timestamp } = (await ask("eth_getBlockByNumber", "latest", false)) as RpcBlock;
  return {
    time: Number(timestamp),
    height: await ask("eth_blockNumber"),
    name: await ask("eth_call", { to: avatar, data: NAME }, "latest"),
    code: await ask("eth_getCode", avatar, "latest"),
    slot: await ask("eth_getStorageAt", CONTRACT, "0x5", "latest"),
    balance: await ask("eth_getBalance", account, "latest"),
    nonce: await ask("eth_getTransactionCount", account, "latest"),
  };
}
