import { expect } from "chai";
import { id, zeroPadValue } from "ethers";

import { requireNoneMeanwhile } from "../../../../src/operations/change/decide/proposed-meanwhile.js";
import { MigrationError } from "../../../../src/foundation/support/errors.js";
import { rejection } from "../../../rejection.js";
import { account, sampleInspection } from "../../../engine/inspect/sample-inspection.js";

const [ANNE, BOB] = [account(20), account(21)];
const DAO = sampleInspection();
const isAnnes = (from: string) => from === ANNE;

const NEW_PROPOSAL = id("NewProposal(bytes32,address,uint256,address,bytes32)");

/** A node whose voting machine has a log of one proposal in block 5001, sent by an account. */
function node(sender: string | undefined, asked: unknown[] = []) {
  const answers: Readonly<Record<string, unknown>> = {
    eth_blockNumber: "0x138a",
    eth_getTransactionByHash: sender === undefined ? null : { from: sender.toLowerCase() },
    eth_getLogs: [
      {
        ...{ address: account(5), data: "0x", blockNumber: "0x1389", logIndex: "0x0" },
        topics: [
          NEW_PROPOSAL,
          `0x${"1d".repeat(32)}`,
          zeroPadValue(account(6), 32),
          zeroPadValue(ANNE, 32),
        ],
        ...{
          transactionIndex: "0x0",
          blockHash: `0x${"b1".repeat(32)}`,
          transactionHash: `0x${"7a".repeat(32)}`,
        },
      },
    ],
  };
  return {
    async request({ method, params }: { readonly method: string; readonly params?: unknown }) {
      if (method === "eth_getLogs") asked.push(...(params as unknown[]));
      return await Promise.resolve(answers[method]);
    },
  };
}

describe("requireNoneMeanwhile", () => {
  it("asks for proposals of the DAO and its schemes after the block that was read", async () => {
    const asked: object[] = [];
    await requireNoneMeanwhile(node(ANNE, asked), DAO, isAnnes);
    const organizations = [1, 6, 7].map((each) => zeroPadValue(account(each), 32));
    const [query] = asked as readonly { readonly topics: readonly unknown[] }[];
    expect(query).to.deep.include({ fromBlock: "0x1389", toBlock: "0x138a" });
    expect(query!.topics).to.deep.equal([NEW_PROPOSAL, null, organizations]);
  });

  it("refuses those of others, and those of an unknown sender", async () => {
    for (const [sender, named] of [
      [BOB, BOB],
      [undefined, "an unknown account"],
    ] as const) {
      const error = await rejection(requireNoneMeanwhile(node(sender), DAO, isAnnes));
      expect(error).to.be.instanceOf(MigrationError);
      expect(error.message).to.contain(
        `another run or account proposed something in this DAO: 0x${"1d".repeat(32)} by ${named}.`,
      );
    }
  });

  it("has nothing to ask of a DAO without a voting machine", async () => {
    await requireNoneMeanwhile(node(BOB), { ...DAO, votingMachines: [] }, isAnnes);
  });
});
