import { expect } from "chai";

import { keysOf } from "../../src/foundation/chain/mnemonic-keys.js";
import { TEST_MNEMONIC } from "../../src/foundation/chain/test-mnemonic.js";
import { listedAccounts } from "../../src/test-chain/accounts.js";
import type { TestChainNetwork } from "../../src/test-chain/options.js";
import { createOwnRuntime } from "../../src/foundation/chain/own-runtime.js";

type Accounts = NonNullable<TestChainNetwork["accounts"]>;

/** Returns the addresses and balances of a chain's accounts. */
async function chainOf(accounts: Accounts): Promise<readonly unknown[]> {
  const runtime = await createOwnRuntime({
    networks: { own: { type: "edr-simulated", accounts } },
  });
  const connection = await runtime.network.create("own");
  const ask = async (method: string, ...params: unknown[]): Promise<unknown> =>
    await connection.provider.request({ method, params });
  const addresses = (await ask("eth_accounts")) as string[];
  const balances = await Promise.all(
    addresses.map((address) => ask("eth_getBalance", address, "latest")),
  );
  await connection.close();
  return [addresses, balances];
}

describe("listedAccounts", () => {
  for (const accounts of [
    { mnemonic: TEST_MNEMONIC, count: 10 },
    { mnemonic: TEST_MNEMONIC, count: 3, initialIndex: 2, path: "m/44'/60'/1'/0/" },
    { mnemonic: TEST_MNEMONIC, count: 2, passphrase: "p", accountsBalance: "5" },
    { mnemonic: "test test test test test test test test test test test test", count: 1 },
  ]) {
    it(`derives the same accounts as Hardhat from ${JSON.stringify(accounts)}`, async () => {
      const listed = listedAccounts(accounts);
      expect(listed).to.be.an("array");
      expect(await chainOf(listed)).to.deep.equal(await chainOf(accounts));
    });
  }

  it("has ten accounts of the public mnemonic by default", () => {
    const listed = listedAccounts() as readonly { privateKey: string; balance: bigint }[];
    expect(listed.map(({ privateKey }) => privateKey)).to.deep.equal(keysOf(TEST_MNEMONIC, 10));
    expect(listed[0]!.balance).to.equal(10_000n * 10n ** 18n);
  });

  it("leaves lists, invalid mnemonics and variables to Hardhat", () => {
    const [key] = keysOf(TEST_MNEMONIC, 1);
    const list = [{ privateKey: key!, balance: 1n }];
    expect(listedAccounts(list)).to.equal(list);
    for (const accounts of [
      { mnemonic: "myth like bonus" },
      { mnemonic: `${TEST_MNEMONIC} test` },
      { mnemonic: ` ${TEST_MNEMONIC}` },
      { mnemonic: TEST_MNEMONIC, path: "m/44'/60'/0'/4294967296" },
      { mnemonic: TEST_MNEMONIC, path: "44/60" },
      { mnemonic: TEST_MNEMONIC, count: 1.5 },
      { mnemonic: TEST_MNEMONIC, initialIndex: -1 },
    ] as Exclude<Accounts, readonly unknown[]>[]) {
      expect(listedAccounts(accounts)).to.deep.equal({ count: 10, ...accounts });
    }
  });
});
