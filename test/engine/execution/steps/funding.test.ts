import { expect } from "chai";

import { networkOf } from "../../../../src/foundation/chain/networks.js";
import { fundingSteps } from "../../../../src/engine/execution/steps/funding.js";
import { StepLedger } from "../../../../src/engine/execution/steps/step-ledger.js";

const account = `0x${"a0".repeat(20)}`;
const voter = `0x${"b1".repeat(20)}`;
const staker = `0x${"c2".repeat(20)}`;
/** The voter needs 100 gas at 7 wei, and 3 transactions at 11 wei. */
const NEEDS = [
  { gas: 1_000n, transactions: 9 },
  { gas: 100n, transactions: 3 },
  { gas: 10n, transactions: 1 },
];
const VOTER_NEEDS = 733n;
const STAKER_NEEDS = 81n;

/** Returns the funding steps for test accounts with these balances on the target. */
async function funded({
  balances = {},
  needs = NEEDS,
  testAccounts = [account, voter, staker],
  ledger = new StepLedger(),
}: {
  readonly balances?: Readonly<Record<string, bigint>>;
  readonly needs?: typeof NEEDS;
  readonly testAccounts?: readonly string[];
  readonly ledger?: StepLedger;
} = {}) {
  const facts = { network: networkOf(4), account, testAccounts, transactionGasLimit: 1n };
  return await fundingSteps("fund", needs, facts, ledger, {
    gasPrice: 7n,
    dataFee: 11n,
    fundsOf: async (of) => await Promise.resolve(balances[of] ?? 0n),
  });
}

const transfer = (index: number, to: string, value: bigint) => {
  return { step: `fund/${index}`, from: account, to, data: "0x", value };
};

describe("fundingSteps", () => {
  it("sends each test account the price of its gas and of its data, and the deploying account nothing", async () => {
    expect(await funded()).to.deep.equal([
      transfer(1, voter, VOTER_NEEDS),
      transfer(2, staker, STAKER_NEEDS),
    ]);
  });

  it("sends nothing to an account that sends nothing", async () => {
    const needs = [NEEDS[0]!, { gas: 0n, transactions: 0 }];
    expect(await funded({ needs })).to.deep.equal([]);
  });

  it("sends nothing to an account that has enough, and the whole sum to one that lacks a wei", async () => {
    const balances = { [voter]: VOTER_NEEDS, [staker]: STAKER_NEEDS - 1n };
    expect(await funded({ balances })).to.deep.equal([transfer(2, staker, STAKER_NEEDS)]);
  });

  it("sends nothing to an account that was paid, whatever it has by now", async () => {
    const ledger = new StepLedger();
    ledger.add("fund/2", "0x", { transactionHash: "0x", blockNumber: 1, gasUsed: 1n, logs: [] });
    expect(await funded({ ledger })).to.deep.equal([transfer(1, voter, VOTER_NEEDS)]);
  });
});
