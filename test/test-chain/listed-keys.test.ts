import { expect } from "chai";

import { keysOf } from "../../src/chain/mnemonic-keys.js";
import { TEST_MNEMONIC } from "../../src/chain/test-mnemonic.js";
import { withListedKeys } from "../../src/test-chain/listed-keys.js";
import type { TestChainNetwork } from "../../src/test-chain/options.js";
import { createOwnRuntime } from "../../src/chain/own-runtime.js";

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

describe("withListedKeys", () => {
  for (const accounts of [
    { mnemonic: TEST_MNEMONIC },
    { mnemonic: TEST_MNEMONIC, count: 3, initialIndex: 2, path: "m/44'/60'/1'/0/" },
    { mnemonic: TEST_MNEMONIC, count: 2, passphrase: "p", accountsBalance: "5" },
    { mnemonic: "test test test test test test test test test test test test", count: 1 },
  ]) {
    it(`derives the same accounts as Hardhat from ${JSON.stringify(accounts)}`, async () => {
      const listed = withListedKeys({ accounts }).accounts!;
      expect(listed).to.be.an("array");
      expect(await chainOf(listed)).to.deep.equal(await chainOf(accounts));
    });
  }

  it("leaves invalid mnemonics and variables to Hardhat", () => {
    const [key] = keysOf(TEST_MNEMONIC, 1);
    const others: (Accounts | undefined)[] = [
      undefined,
      [{ privateKey: key!, balance: 1n }],
      {},
      { mnemonic: "myth like bonus" },
      { mnemonic: `${TEST_MNEMONIC} test` },
      { mnemonic: ` ${TEST_MNEMONIC}` },
      { mnemonic: TEST_MNEMONIC, path: "m/44'/60'/0'/4294967296" },
      { mnemonic: TEST_MNEMONIC, path: "44/60" },
      { mnemonic: TEST_MNEMONIC, count: 1.5 },
      { mnemonic: TEST_MNEMONIC, initialIndex: -1 },
    ];
    for (const accounts of others) {
      const network = accounts === undefined ? {} : { accounts };
      expect(withListedKeys(network)).to.equal(network);
    }
  });
});
