import { expect } from "chai";
import { id, toBeHex, ZeroHash, zeroPadValue } from "ethers";

import { bloomOf } from "../../../../src/foundation/chain/logs/bloom.js";
import type { Eip1193Provider } from "../../../../src/foundation/chain/provider.js";
import { RpcError } from "../../../../src/foundation/chain/rpc-error.js";
import { Target } from "../../../../src/foundation/chain/target.js";
import { requireNoneMeanwhile } from "../../../../src/operations/change/decide/proposed-meanwhile.js";
import { MigrationError } from "../../../../src/foundation/support/errors.js";
import { rejection } from "../../../rejection.js";
import { account, sampleInspection } from "../../../engine/inspect/sample-inspection.js";

const [ANNE, BOB] = [account(20), account(21)];
const DAO = sampleInspection();
const isAnnes = (from: string) => from === ANNE;

const NEW_PROPOSAL = id("NewProposal(bytes32,address,uint256,address,bytes32)");

const LOG = {
  ...{ address: account(5), data: "0x", blockNumber: "0x1389", logIndex: "0x0" },
  topics: [
    NEW_PROPOSAL,
    `0x${"1d".repeat(32)}`,
    zeroPadValue(account(6), 32),
    zeroPadValue(ANNE, 32),
  ],
  ...{
    transactionIndex: "0x0",
    blockHash: toBeHex(5001, 32),
    transactionHash: `0x${"7a".repeat(32)}`,
  },
};

const hashIn = (filter: unknown) => (filter as { readonly blockHash?: string }).blockHash;

/**
 * A public chain whose voting machine has a log of one proposal in block 5001, sent by an account.
 * @param replaced answers of nodes that are behind, by method
 */
function chain(
  sender: string | undefined,
  replaced: Readonly<Record<string, (params: readonly unknown[]) => unknown>> = {},
): Target {
  const headerOf = (tag: unknown) => {
    const logsBloom = bloomOf(Number(tag) === 5001 ? [LOG] : []);
    return { number: tag, hash: toBeHex(BigInt(String(tag)), 32), timestamp: "0x1", logsBloom };
  };
  const answers: typeof replaced = {
    eth_blockNumber: () => "0x138a",
    eth_getTransactionCount: () => "0x1",
    eth_getTransactionByHash: () => (sender === undefined ? null : { from: sender.toLowerCase() }),
    eth_getBlockByNumber: ([tag]) => headerOf(tag),
    eth_getLogs: ([filter]) => (hashIn(filter) === LOG.blockHash ? [LOG] : []),
  };
  const provider: Eip1193Provider = {
    request: async ({ method, params = [] }) =>
      await Promise.resolve((replaced[method] ?? answers[method])!(params)),
  };
  const clock = { now: () => time, sleep: (more: number) => Promise.resolve(void (time += more)) };
  let time = 0;
  return new Target(
    provider,
    { name: "mainnet", chainId: 1, genesis: ZeroHash, inProcess: false },
    clock,
  );
}

describe("requireNoneMeanwhile", () => {
  it("asks for proposals of the DAO and its schemes after the block that was read", async () => {
    await requireNoneMeanwhile(chain(ANNE), ANNE, DAO, isAnnes);
    const later = { ...DAO, block: { ...DAO.block, number: 5001 } };
    await requireNoneMeanwhile(chain(BOB), ANNE, later, isAnnes);
    const others = { ...DAO, avatar: { ...DAO.avatar, address: account(30) }, schemes: [] };
    await requireNoneMeanwhile(chain(BOB), ANNE, others, isAnnes);
  });

  it("refuses those of others, and those of an unknown sender", async () => {
    for (const [sender, named] of [
      [BOB, BOB],
      [undefined, "an unknown account"],
    ] as const) {
      const error = await rejection(requireNoneMeanwhile(chain(sender), ANNE, DAO, isAnnes));
      expect(error).to.be.instanceOf(MigrationError);
      expect(error.message).to.contain(
        `another run or account proposed something in this DAO: 0x${"1d".repeat(32)} by ${named}.`,
      );
    }
  });

  it("is not told by a node that is behind that nothing was proposed, once another has counted it", async () => {
    let asked = 0;
    // Nodes without the block: some answers are of the others.
    const behind = chain(BOB, {
      eth_blockNumber: () => (asked++ < 2 ? "0x1388" : "0x138a"),
      eth_getTransactionCount: ([, tag]) => (Number(tag) < 5001 ? "0x0" : "0x1"),
    });
    expect(await behind.minedCount(ANNE)).to.equal(1);
    const error = await rejection(requireNoneMeanwhile(behind, ANNE, DAO, isAnnes));
    expect(error.message).to.contain("proposed something in this DAO");
    const silent = chain(BOB, {
      eth_getLogs: ([filter]) => {
        if (hashIn(filter) === undefined) return [];
        throw new RpcError("eth_getLogs", { message: "unknown block" });
      },
    });
    const { message } = await rejection(requireNoneMeanwhile(silent, ANNE, DAO, isAnnes));
    expect(message).to.contain("does not serve the logs of block 5001");
  });

  it("has nothing to ask of a DAO without a voting machine", async () => {
    await requireNoneMeanwhile(chain(BOB), ANNE, { ...DAO, votingMachines: [] }, isAnnes);
  });
});
