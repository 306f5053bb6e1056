import { expect } from "chai";
import { getCreateAddress } from "ethers";

import { FutureContracts } from "../../../../src/engine/execution/fork/future-contracts.js";

const ACCOUNT = "0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1";

function created(nonce: number): string {
  return getCreateAddress({ from: ACCOUNT, nonce }).toLowerCase();
}

describe("ContractsToCome", () => {
  it("groups sixteen future contracts, starting with the account's next nonce", () => {
    const contracts = new FutureContracts(ACCOUNT, 7);
    const first = Array.from({ length: 16 }, (_, index) => created(7 + index));
    expect(contracts.around(created(7))).to.deep.equal(first);
    expect(contracts.around(created(22))).to.deep.equal(first);
    expect(contracts.around(created(23))[0]).to.equal(created(23));
  });

  it("returns none for an address that the account is not about to create", () => {
    const contracts = new FutureContracts(ACCOUNT, 7);
    for (const nonce of [6, 7 + 64]) expect(contracts.around(created(nonce))).to.deep.equal([]);
    expect(contracts.around(ACCOUNT.toLowerCase())).to.deep.equal([]);
  });

  it("keeps up with an account that creates hundreds of contracts with calls in between", () => {
    const contracts = new FutureContracts(ACCOUNT, 0);
    for (let nonce = 0; nonce < 640; nonce += 40) {
      expect(contracts.around(created(nonce)), String(nonce)).to.include(created(nonce));
    }
  });
});
