import { expect } from "chai";
import { Transaction } from "ethers";

import { broadcast } from "../../../../src/engine/execution/sending/broadcast.js";
import type { SignedStep } from "../../../../src/engine/execution/journal/lines.js";
import { RpcError } from "../../../../src/foundation/chain/rpc-error.js";
import { rejection } from "../../../rejection.js";
import { contextOn, FakeNode, wallet } from "./fake-node.js";

const ASKED = { chainId: 1337, nonce: 0, gasLimit: 21_000n };
const RAW = await wallet.signTransaction(ASKED);
const SIGNED = {
  step: "base/X",
  from: wallet.address,
  nonce: 0,
  hash: "0x",
  raw: RAW,
} as SignedStep;

async function refusedWith(words: string, raw = RAW): Promise<string> {
  const node = new FakeNode();
  node.refusal = words;
  const answer = await broadcast(contextOn(node).context.target, { ...SIGNED, raw });
  if (!(answer instanceof RpcError)) return answer;
  expect(answer.message).to.equal(`eth_sendRawTransaction: ${words}`);
  return "underpriced";
}

describe("broadcast", () => {
  for (const [words, answer] of [
    ["already known", "sent"],
    ["nonce too low", "sent"],
    ["the tx doesn't have the correct nonce. account has nonce of: 5 tx has nonce of: 2", "sent"],
    ["nonce too high", "sent"],
    ["AlreadyKnown", "sent"],
    ["NonceGap, Future nonce. Expected nonce: 4", "sent"],
    ["could not replace existing tx", "sent"],
    ["transaction underpriced", "underpriced"],
    ["replacement transaction underpriced", "sent"],
    ["txpool is full", "full"],
    ["account limit exceeded", "full"],
    ["transaction underpriced: the pool is full", "full"],
    ["max fee per gas less than block base fee", "underpriced"],
  ] as const) {
    it(`is ${answer} if the node says: ${words}`, async () => {
      expect(await refusedWith(words)).to.equal(answer);
    });
  }

  it("is sent if the node reports a failure but has the transaction, as development nodes do", async () => {
    const node = new FakeNode();
    node.refusal = "VM Exception: revert";
    const transaction = Transaction.from(RAW);
    node.pool.push(transaction);
    const signed = { ...SIGNED, hash: transaction.hash ?? "" };
    expect(await broadcast(contextOn(node).context.target, signed)).to.equal("sent");
  });

  it("says that the account cannot pay", async () => {
    expect((await rejection(refusedWith("insufficient funds for gas * price"))).message).to.equal(
      `The account ${wallet.address} cannot pay for step base/X: eth_sendRawTransaction: insufficient funds for gas * price. ` +
        "Add funds and run the same command again to resume.",
    );
  });

  it("names the older format to a chain that does not take this one", async () => {
    const { message } = await rejection(refusedWith("transaction type not supported"));
    expect(message)
      .to.include(": transaction type not supported. It may")
      .and.include("--gas-price");
    const raw = await wallet.signTransaction({ ...ASKED, gasPrice: 1n });
    const again = await rejection(refusedWith("transaction type not supported", raw));
    expect(again.message).to.include("Run the same command again");
  });

  it("passes on other refusals in the node's words", async () => {
    expect((await rejection(refusedWith("exceeds block gas limit"))).message).to.equal(
      "The node rejected step base/X: eth_sendRawTransaction: exceeds block gas limit. Run the same command again to resume.",
    );
  });
});
