import { expect } from "chai";
import type { NetworkConnection } from "hardhat/types/network";

import { MigrationError } from "../../../src/foundation/support/errors.js";
import { liveAccount } from "../../../src/operations/run/live-account.js";
import { rejected } from "../../rejection.js";

const MNEMONIC = "test test test test test test test test test test test junk";
/** The first two accounts of this mnemonic, as Hardhat and Anvil show them. */
const [FIRST, SECOND] = [
  "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
  "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
];
const FIRST_KEY = "0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80";

async function accountOf(accounts: unknown, type = "http", version = "anvil/1") {
  const answers: Readonly<Record<string, unknown>> = {
    ...{ eth_chainId: "0x1", web3_clientVersion: version, eth_accounts: [SECOND, FIRST] },
    eth_getBlockByNumber: { number: "0x0", hash: `0x${"1".repeat(64)}` },
  };
  const request = async ({ method }: { method: string }) => await Promise.resolve(answers[method]);
  const connection = { networkConfig: { type, accounts }, provider: { request } };
  return await liveAccount(connection as unknown as NetworkConnection, undefined, {});
}

const secret = (text: string) => ({ get: async () => await Promise.resolve(text) });
const words = (mnemonic: string, initialIndex: number) => ({
  ...{ mnemonic: secret(mnemonic), passphrase: secret(""), path: "m/44'/60'/0'/0", initialIndex },
});

describe("liveAccount", () => {
  it("is the first key, or the first account of the mnemonic", async () => {
    const key = { getHexString: async () => await Promise.resolve(FIRST_KEY) };
    const ofKey = await accountOf([key]);
    expect(ofKey?.signer.address).to.equal(FIRST);
    expect(ofKey).to.not.have.property("mnemonic");
    for (const [index, address] of [FIRST, SECOND].entries()) {
      const found = await accountOf(words(MNEMONIC, index));
      expect(found?.signer.address).to.equal(address);
      expect(found?.mnemonic).to.equal(MNEMONIC);
    }
  });

  it("is the node's first account on a public chain, and none on a development chain that signs, or a simulated one", async () => {
    for (const accounts of ["remote", []]) {
      expect(await accountOf(accounts)).to.equal(undefined);
      const found = await accountOf(accounts, "http", "Geth/1");
      expect(found?.signer.address).to.equal(SECOND);
    }
    expect(await accountOf(words(MNEMONIC, 0), "edr-simulated")).to.equal(undefined);
  });

  it("refuses a wrong mnemonic without showing it", async () => {
    const error = await rejected(accountOf(words("secret words", 0)), MigrationError);
    expect(error.message).to.not.contain("secret");
  });
});
