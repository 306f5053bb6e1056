import { expect } from "chai";
import { Wallet } from "ethers";

import { decodeTransaction } from "../../../src/foundation/chain/raw-transaction.js";

const WALLET = new Wallet(`0x${"11".repeat(32)}`);

async function signed(nonce: number): Promise<string> {
  const to = `0x${"22".repeat(20)}`;
  return await WALLET.signTransaction({ to, nonce, gasLimit: 21_000, gasPrice: 1, chainId: 5 });
}

describe("decodeTransaction", () => {
  it("decodes each transaction from its own bytes, however many come in between", async () => {
    const all = await Promise.all(Array.from({ length: 20 }, (_, nonce) => signed(nonce)));
    for (const round of [all, all.toReversed(), all.filter((_, index) => index % 3 === 0)]) {
      for (const raw of round) {
        const { nonce, from, serialized } = decodeTransaction(raw);
        expect({ nonce, from, serialized }).to.deep.equal({
          nonce: all.indexOf(raw),
          from: WALLET.address,
          serialized: raw,
        });
      }
    }
  });

  it("throws for anything else, every time", () => {
    for (let time = 0; time < 2; time++) expect(() => decodeTransaction("0x1234")).to.throw();
  });
});
