import { expect } from "chai";

import { publicKeyWarning, signingAccounts } from "../../../src/foundation/chain/who-may-sign.js";
import type { Network } from "../../../src/foundation/chain/networks.js";
import { PUBLIC_ACCOUNTS } from "../../../src/foundation/chain/test-mnemonic.js";
import { TEST_MNEMONIC, walletsOf } from "../../../src/foundation/chain/test-accounts.js";
import { HARDHAT_MNEMONIC } from "../../live/nodes.js";

const MAINNET: Network = { name: "mainnet", chainId: 1 };
const PRIVATE: Network = { name: "private", chainId: 1 };
const OWN = "0x3333333333333333333333333333333333333333";

describe("signingAccounts", () => {
  const [deploying] = walletsOf(HARDHAT_MNEMONIC) as [ReturnType<typeof walletsOf>[number]];
  const testAccounts = (...[network, mnemonic, demo]: [Network, string | undefined, boolean]) =>
    signingAccounts(deploying, network, mnemonic, demo).testAccounts;

  it("refuses to vote with public keys where others can use them, without a mnemonic", () => {
    expect(() => testAccounts(MAINNET, undefined, true)).to.throw(
      "A demo test votes with several accounts. Those of the built-in mnemonic are public, so they are refused on mainnet",
    );
    const own = walletsOf(HARDHAT_MNEMONIC).map(({ address }) => address);
    expect(testAccounts(MAINNET, HARDHAT_MNEMONIC, true)).to.deep.equal(own);
    expect(testAccounts(MAINNET, undefined, false)).to.deep.equal([]);
    const known = walletsOf(TEST_MNEMONIC).map(({ address }) => address);
    for (const demo of [true, false])
      expect(testAccounts(PRIVATE, undefined, demo)).to.deep.equal(known);
  });
});

describe("publicKeyWarning", () => {
  it("knows the accounts of the mnemonics that development nodes use", () => {
    const derived = [TEST_MNEMONIC, HARDHAT_MNEMONIC].flatMap((mnemonic) => walletsOf(mnemonic));
    expect(PUBLIC_ACCOUNTS).to.deep.equal(derived.map(({ address }) => address));
  });

  it("names them once if they sign on a chain that is not private", () => {
    const [first = "", second = ""] = PUBLIC_ACCOUNTS;
    const one = publicKeyWarning(MAINNET, [OWN, first]);
    expect(one?.message).to.include(`The key of ${first} is public`).and.include("mainnet");
    const two = publicKeyWarning(MAINNET, [first, second, first]);
    expect(two?.message).to.include(`The keys of ${first}, ${second} are public`);
    expect(two?.code).to.equal("public-key");
  });

  it("says nothing about other accounts, and nothing on a private chain", () => {
    expect(publicKeyWarning(MAINNET, [OWN])).to.equal(undefined);
    expect(publicKeyWarning(PRIVATE, PUBLIC_ACCOUNTS)).to.equal(undefined);
  });
});
