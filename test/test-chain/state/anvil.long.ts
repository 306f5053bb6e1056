import { join } from "node:path";

import { expect } from "chai";

import type { Eip1193Provider } from "../../../src/foundation/chain/provider.js";
import { startAnvil, withNode } from "../../live/nodes.js";
import { itInFolder as it } from "../../temporary-folder.js";
import { withChain, type Ask } from "../database/with-chain.js";

const CONTRACT = `0x${"c0de".repeat(10)}`;
/** Stores 1 in slot 5 and becomes a contract of one byte. */
const CREATION = "0x6001600555600060005360016000f3";
const NAME = "0x1386dc2d";

describe("a chain's state in anvil's format", () => {
  it("is loaded by anvil, which goes on from there", async (folder) => {
    const file = join(folder, "state.json");
    const [addresses, before] = await withChain({ dumpState: file }, async (ask, chain) => {
      await ask("hardhat_mine", "0x64");
      const { base, dao } = await chain.result();
      const named = [base!, dao!].flatMap((section) => Object.values(section) as unknown[]);
      const found = named.filter((value) => /^0x\w{40}$/.test(String(value))).map(String);
      const all = [
        ...new Set([dao!.Avatar, ...found, ...((await ask("eth_accounts")) as string[])]),
      ];
      return [all, await seen(ask, all)] as const;
    });
    await withNode(
      startAnvil(["--load-state", file, "--chain-id", "31337"]),
      async ({ provider }) => {
        const ask = asking(provider);
        expect(await seen(ask, addresses)).to.deep.equal(before);
        const from = addresses.at(-1);
        const sent = await ask("eth_sendTransaction", { from, to: from, value: "0x1" });
        await ask("evm_mine");
        const receipt = await ask("eth_getTransactionReceipt", sent);
        expect(receipt).to.include({ status: "0x1" }).and.to.have.property("blockNumber");
        expect(Number(await ask("eth_blockNumber"))).to.be.above(Number(before.height));
      },
    );
  });

  it("is loaded from anvil, and a DAO is migrated on it", async (folder) => {
    const file = join(folder, "state.json");
    const before = await withNode(startAnvil(["--dump-state", file]), async ({ provider }) => {
      const ask = asking(provider);
      const [from] = (await ask("eth_accounts")) as string[];
      await ask("anvil_setStorageAt", CONTRACT, "0x5", `0x${"00".repeat(31)}09`);
      await ask("anvil_setCode", CONTRACT, "0x00");
      const hash = await ask("eth_sendTransaction", { from, data: CREATION });
      await ask("anvil_mine", "0x64");
      const { contractAddress } = (await ask("eth_getTransactionReceipt", hash)) as Record<
        string,
        string
      >;
      const addresses = [CONTRACT, contractAddress!, from!];
      return { addresses, seen: await seen(ask, addresses) };
    });
    await withChain({ loadState: file }, async (ask, chain) => {
      const { dao } = await chain.result();
      expect(await ask("eth_call", { to: dao!.Avatar, data: NAME }, "latest")).to.contain(
        "486172626f7572",
      );
      const after = await seen(ask, before.addresses.slice(0, 2));
      const { height, ...others } = before.seen;
      expect(after).to.deep.include({ ...others, accounts: before.seen.accounts.slice(0, 2) });
      expect(Number(after.height)).to.be.above(Number(height));
    });
  });
});

function asking(provider: Eip1193Provider): Ask {
  return async (method, ...params) => await provider.request({ method, params });
}

/** What a state file has of accounts: their first slots, too. */
async function seen(ask: Ask, addresses: readonly string[]) {
  const accounts = addresses.map(async (address) => {
    const slots = Array.from({ length: 12 }, (_, slot) => `0x${slot.toString(16)}`);
    return await Promise.all([
      ask("eth_getBalance", address, "latest"),
      ask("eth_getCode", address, "latest"),
      ask("eth_getTransactionCount", address, "latest"),
      ...slots.map((slot) => ask("eth_getStorageAt", address, slot, "latest")),
    ]);
  });
  return { height: await ask("eth_blockNumber"), accounts: await Promise.all(accounts) };
}
