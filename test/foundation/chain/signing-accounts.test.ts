import { expect } from "chai";

import { publicKeyWarning } from "../../../src/foundation/chain/signing-accounts.js";
import { PUBLIC_ACCOUNTS } from "../../../src/foundation/chain/test-mnemonic.js";
import { TEST_MNEMONIC, walletsOf } from "../../../src/foundation/chain/test-accounts.js";
import { HARDHAT_MNEMONIC } from "../../live/nodes.js";

const MAINNET = { name: "mainnet", chainId: 1 };
const OWN = "0x3333333333333333333333333333333333333333";

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
    expect(publicKeyWarning({ name: "private", chainId: 1 }, PUBLIC_ACCOUNTS)).to.equal(undefined);
  });
});
