import { expect } from "chai";
import type { NetworkConfig } from "hardhat/types/config";

import { MigrationError } from "../../../src/foundation/support/errors.js";
import { liveAccount } from "../../../src/operations/run/live-account.js";
import { rejection } from "../../rejection.js";

const MNEMONIC = "test test test test test test test test test test test junk";
/** The first two accounts of this mnemonic, as Hardhat and Anvil show them. */
const [FIRST, SECOND] = [
  "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
  "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
];
const FIRST_KEY = "0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80";

async function accountOf(accounts: unknown, type = "http") {
  return await liveAccount({ type, accounts } as unknown as NetworkConfig, undefined);
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

  it("is none where only the node can sign, and on simulated networks", async () => {
    for (const accounts of ["remote", []]) expect(await accountOf(accounts)).to.equal(undefined);
    expect(await accountOf(words(MNEMONIC, 0), "edr-simulated")).to.equal(undefined);
  });

  it("refuses a wrong mnemonic without showing it", async () => {
    const error = await rejection(accountOf(words("secret words", 0)));
    expect(error).to.be.instanceOf(MigrationError);
    expect(error.message).to.not.contain("secret");
  });
});
