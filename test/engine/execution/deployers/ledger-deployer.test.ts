import { expect } from "chai";

import { networkOf } from "../../../../src/foundation/chain/networks.js";
import { RehearsalDeployer } from "../../../../src/engine/execution/deployers/rehearsal-deployer.js";
import { StepLedger } from "../../../../src/engine/execution/steps/step-ledger.js";
import type { StepRequest } from "../../../../src/engine/execution/steps/step.js";

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
  ledger = new StepLedger(),
}: {
  readonly balances?: Readonly<Record<string, bigint>>;
  readonly needs?: typeof NEEDS;
  readonly ledger?: StepLedger;
} = {}) {
  const network = networkOf(4);
  const testAccounts = [account, voter, staker];
  const chain = { network, account, testAccounts, transactionGasLimit: 1n, canMoveClock: false };
  const fundsOf = async (of: string) => await Promise.resolve(balances[of] ?? 0n);
  const funding = { gasPrice: 7n, dataFee: 11n, fundsOf };
  const fork = { provider: { request: async () => await Promise.resolve("0x") }, block: 1 };
  const deployer = new RehearsalDeployer(fork, chain, { ledger, funding, onEvent: () => {} });
  const steps: StepRequest[] = [];
  Object.assign(deployer, {
    perform: async (step: StepRequest) => Promise.resolve(steps.push(step)),
  });
  await deployer.fundTestAccounts("fund", needs);
  return steps;
}

const transfer = (index: number, to: string, value: bigint) => {
  return { step: `fund/${index}`, from: account, to, data: "0x", value };
};

describe("the funding of test accounts", () => {
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
