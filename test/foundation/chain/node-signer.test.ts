import { expect } from "chai";
import { Transaction, Wallet } from "ethers";

import { NodeSigner } from "../../../src/foundation/chain/node-signer.js";
import type { TransactionToSign } from "../../../src/foundation/chain/sign-here.js";
import { rejection } from "../../rejection.js";

const wallet = new Wallet(`0x${"17".repeat(32)}`);
const ASKED: TransactionToSign = {
  ...{ chainId: 5, nonce: 3, gasLimit: 21_000n, value: 2n, data: "0x12" },
  ...{ to: `0x${"6c".repeat(20)}`, type: 0, gasPrice: 9n },
};

describe("an account whose node signs", () => {
  it("sends each transaction with its own nonce, and returns what the account signed, or nothing", async () => {
    const raw = await wallet.signTransaction(ASKED);
    const { hash, signature } = Transaction.from(raw);
    const { chainId, gasLimit: gas, type: _, data: input, ...same } = ASKED;
    const { r, s, networkV } = signature!;
    const shown = { ...same, chainId, gas, input, hash, from: wallet.address, r, s, v: networkV };
    const sent: unknown[] = [];
    const signing = async (found: object) => {
      const request = async ({ method, params }: { method: string; params?: unknown[] }) => {
        if (method === "eth_getTransactionByHash") return await Promise.resolve(found);
        sent.push([method, params]);
        return hash;
      };
      return await new NodeSigner({ request }, wallet.address).signTransaction(ASKED);
    };
    expect(await signing(shown)).to.equal(raw);
    const { to, data } = ASKED;
    const amounts = { chainId: "0x5", nonce: "0x3", gas: "0x5208", value: "0x2", gasPrice: "0x9" };
    const asked = { from: wallet.address, to, data, ...amounts };
    expect(sent).to.deep.equal([["eth_sendTransaction", [asked]]]);
    expect((await rejection(signing({ ...shown, nonce: 4 }))).message).to.equal(
      `the node sent ${hash}, but does not show what it signed`,
    );
  });
});
