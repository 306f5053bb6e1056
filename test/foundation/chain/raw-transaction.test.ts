import { expect } from "chai";
import { Wallet } from "ethers";

import { decodeTransaction, senderOf } from "../../../src/foundation/chain/raw-transaction.js";

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

describe("senderOf", () => {
  it("is who signed, whatever kind of transaction that is", async () => {
    const data = `0x${"a1".repeat(24_576)}`;
    const call = { nonce: 3, gasLimit: 100_000, value: 5n, chainId: 10, data };
    const fees = { type: 2, maxFeePerGas: 10n, maxPriorityFeePerGas: 0n };
    for (const more of [
      fees,
      { ...fees, to: WALLET.address },
      { ...fees, accessList: [[WALLET.address, []]] as [string, string[]][] },
      { type: 0, gasPrice: 7n },
      // Before EIP-155, no chain was named.
      { type: 0, gasPrice: 7n, chainId: 0 },
      { type: 1, gasPrice: 7n },
    ]) {
      const raw = await WALLET.signTransaction({ ...call, ...more });
      expect(senderOf(decodeTransaction(raw)), JSON.stringify(more.type)).to.equal(WALLET.address);
    }
  });
});
