import { expect } from "chai";

import type { Eip1193Provider } from "../../../src/foundation/chain/provider.js";
import type { Inspection } from "../../../src/engine/inspect/description.js";
import { readCreation } from "../../../src/output/report/read-creation.js";
import { rejection } from "../../rejection.js";
import { account, sampleInspection } from "../../engine/inspect/sample-inspection.js";

const inspection = sampleInspection();
const MAKER = account(4);
const hashOf = (number: number) => `0x${String(number).padStart(64, "0")}`;

/** A chain whose transactions all come from the maker: block, hash and gas price. */
function chainOf(blocks: readonly number[], receipts: object = {}): Eip1193Provider {
  const transactions = blocks.map((block, index) => ({
    hash: hashOf(index),
    from: MAKER.toLowerCase(),
    to: null,
    input: "0x12345678",
    blockNumber: `0x${block.toString(16)}`,
    gasPrice: "0x2",
  }));
  const answer = (method: string, params: readonly unknown[]): unknown => {
    const [first] = params;
    if (method === "eth_getTransactionByHash") {
      return transactions.find(({ hash }) => hash === first) ?? null;
    }
    if (method === "eth_getTransactionReceipt") {
      const contractAddress = inspection.avatar.address.toLowerCase();
      return { gasUsed: "0x64", contractAddress, logs: [], ...receipts };
    }
    const own = transactions.filter(({ blockNumber }) => Number(blockNumber) === Number(first));
    return { timestamp: "0x5f5e1000", transactions: own };
  };
  return {
    request: async ({ method, params = [] }) =>
      await Promise.resolve(answer(method, params as readonly unknown[])),
  };
}

/** Returns the sample, its schemes registered in these blocks. */
function registeredIn(...blocks: readonly number[]): Inspection {
  const [scheme] = inspection.schemes;
  const history = blocks.map((block, index) => ({
    ...scheme!.history[0]!,
    block,
    transaction: hashOf(index),
  }));
  return { ...inspection, proposals: [], schemes: [{ ...scheme!, history }] };
}

describe("readMaking", () => {
  it("says that nobody is known if no event names a transaction", async () => {
    expect(await readCreation(chainOf([]), registeredIn())).to.deep.equal({
      maker: "",
      transactions: [],
      missing: "No event says who created it.",
    });
  });

  it("names the transaction that the node no longer has", async () => {
    const error = await rejection(readCreation(chainOf([]), registeredIn(50)));
    expect(error.message).to.equal(`the node does not have the transaction ${hashOf(0)}`);
  });

  it("says what a transaction deployed, and what it cost with a rollup's fee for data", async () => {
    const { maker, transactions, missing } = await readCreation(
      chainOf([50], { effectiveGasPrice: "0x3", l1Fee: "0x7", status: "0x0" }),
      registeredIn(50),
    );
    expect([maker, missing]).to.deep.equal([MAKER, undefined]);
    expect(transactions).to.deep.equal([
      {
        hash: hashOf(0),
        block: 50,
        time: 1_600_000_000,
        what: `deployed Avatar ${inspection.avatar.address}`,
        gas: "100",
        cost: "307",
        failed: true,
      },
    ]);
  });

  it("lists only known transactions if creation took too many blocks, and says so", async () => {
    const { transactions, missing } = await readCreation(chainOf([50, 900]), registeredIn(50, 900));
    expect(transactions.map(({ block, cost }) => [block, cost])).to.deep.equal([
      [50, "200"],
      [900, "200"],
    ]);
    expect(missing).to.equal(
      "Creation took more than 600 blocks: only transactions that registered something are listed.",
    );
  });
});
