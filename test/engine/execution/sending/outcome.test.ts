import { expect } from "chai";
import { getCreateAddress } from "ethers";

import type { RpcReceipt } from "../../../../src/foundation/chain/rpc-types.js";
import type { SignedStep } from "../../../../src/engine/execution/journal/lines.js";
import { findReceipt, outcomeOf } from "../../../../src/engine/execution/sending/outcome.js";
import { contextOn, FakeNode, wallet } from "./fake-node.js";

const HASH = `0x${"ab".repeat(32)}`;
const TO = "0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1";

async function signedStep(to?: string): Promise<SignedStep> {
  const raw = await wallet.signTransaction({
    chainId: 1337,
    nonce: 3,
    gasLimit: 21_000n,
    gasPrice: 1n,
    type: 0,
    data: "0x6001",
    ...(to !== undefined && { to }),
  });
  return { step: "base/X", from: wallet.address, nonce: 3, call: "0x", hash: HASH, raw };
}

const RECEIPT = {
  transactionHash: HASH,
  blockNumber: "0x11",
  gasUsed: "0x5208",
  status: "0x1",
  logs: [],
} as unknown as RpcReceipt;

describe("outcomeOf", () => {
  it("is a failure of the step itself if its transaction reverted", async () => {
    const { mined, failed } = outcomeOf(await signedStep(TO), { ...RECEIPT, status: "0x0" });
    expect([...mined]).to.deep.equal([]);
    expect([...failed]).to.deep.equal([
      ["base/X", { reason: `its transaction ${HASH} reverted`, isByOthers: false }],
    ]);
  });

  it("is a mined step with its gas, and the fee at the price that the receipt says", async () => {
    const done = { transactionHash: HASH, blockNumber: 17, gasUsed: 21_000n, logs: [] };
    const { mined, failed } = outcomeOf(await signedStep(TO), RECEIPT);
    expect([...failed]).to.deep.equal([]);
    expect([...mined]).to.deep.equal([["base/X", done]]);
    const paid = { ...RECEIPT, effectiveGasPrice: "0x3" };
    expect([...outcomeOf(await signedStep(TO), paid).mined]).to.deep.equal([
      ["base/X", { ...done, fee: 63_000n }],
    ]);
  });

  it("has the address of a new contract from the account and the nonce", async () => {
    const { mined } = outcomeOf(await signedStep(), RECEIPT);
    expect(mined.get("base/X")?.contractAddress).to.equal(
      getCreateAddress({ from: wallet.address, nonce: 3 }),
    );
  });
});

describe("findReceipt", () => {
  it("requests the receipts in order up to the first that exists, and names its transaction", async () => {
    const node = new FakeNode();
    node.mined.set("0x02", 5).set("0x03", 6);
    const { target } = contextOn(node).context;
    const signed = await signedStep();
    const sent = ["0x01", "0x02", "0x03"].map((hash) => ({ ...signed, hash }));
    const found = await findReceipt(target, sent);
    expect(found).to.include({ transactionHash: "0x02", blockNumber: "0x5" });
    expect(node.requests).to.have.length(2);
    expect(await findReceipt(target, sent.slice(0, 1))).to.equal(undefined);
  });
});
