import { expect } from "chai";
import { keccak256, parseUnits } from "ethers";

import type { Network } from "../../../../src/foundation/chain/networks.js";
import { InsufficientFundsError } from "../../../../src/foundation/support/errors.js";
import type { Planned, PlannedStep } from "../../../../src/engine/execution/steps/plan.js";
import { previewOf, requireFunds } from "../../../../src/engine/execution/sending/preview.js";

const ACCOUNT = "0x0000000000000000000000000000000000000001";
const OTHER = "0x0000000000000000000000000000000000000002";

function planned(step: string, gas: bigint, more: Partial<PlannedStep> = {}): PlannedStep {
  const gasUsed = gas / 2n;
  const fixed = { kind: "transaction", data: "0x", call: "0x", logs: [], wave: 0 } as const;
  return { ...fixed, step, from: ACCOUNT, value: 0n, gas, gasUsed, ...more };
}

const TERMS = {
  account: ACCOUNT,
  balance: 5n,
  gasPrice: 3n,
  feeCap: 70n,
  transactionGasLimit: 10_000n,
  stepsDone: 4,
  confirmations: 12,
  rehearsed: true,
  estimated: false,
} as const;

describe("previewOf", () => {
  const plan: readonly Planned[] = [
    planned("a", 1_000n),
    { kind: "clock", step: "wait", seconds: 60, wave: 1 },
    planned("b", 100_000n, { contractAddress: OTHER }),
    planned("pay", 200n, { to: OTHER, value: 50_000n }),
    planned("c", 2_000n, { from: OTHER }),
  ];

  it("sums up what the account pays now, and at most, from the gas limits of the steps", () => {
    const preview = previewOf(plan, TERMS);
    expect(preview.cost).to.equal((500n + 50_000n + 100n) * 3n + 50_000n);
    // Each step has 5% more gas than it used, up to the limit per transaction; those of other accounts do not
    // count.
    expect(preview.gasLimit).to.equal(1_050n + 10_000n + 210n);
    expect(preview.maxCost).to.equal((1_050n + 10_000n + 210n) * 70n + 50_000n);
    expect(preview.balanceNeeded).to.equal(preview.maxCost);
    expect(preview).to.include({ gasPrice: 3n, feeCap: 70n });
    expect(preview.gasUsed).to.equal(500n + 50_000n + 100n + 1_000n);
    expect(preview).to.include({ account: ACCOUNT, balance: 5n, stepsDone: 4, rehearsed: true });
  });

  it("counts what an L2 charges for data, with a margin in the maximum", () => {
    const l2 = (gas: bigint, wei: bigint) => ({ dataFee: { isKnown: true, gas, wei } });
    const asGas = previewOf([planned("a", 100_000n, l2(400n, 0n))], TERMS);
    // This gas comes on top of the limit per transaction.
    expect(asGas.gasLimit).to.equal(10_000n + 500n);
    expect(asGas).to.include({ dataFee: 400n * 3n, cost: 50_400n * 3n, maxCost: 10_500n * 70n });
    expect(asGas.steps[0]?.cost).to.equal(50_400n * 3n);
    const others = planned("c", 2_000n, { from: OTHER, ...l2(1n, 9n) });
    const apart = previewOf([planned("a", 1_000n, l2(0n, 77n)), others], TERMS);
    expect(apart).to.include({ gasLimit: 1_050n, dataFee: 77n, cost: 1_577n });
    expect(apart.balanceNeeded).to.equal(1_050n * 70n + 2n * 77n);
  });

  it("does not know the data fee if one transaction's is unknown", () => {
    const unknown = { dataFee: { isKnown: false, gas: 0n, wei: 0n } };
    expect(previewOf(plan, TERMS).dataFee).to.equal(0n);
    expect(previewOf([...plan, planned("d", 1n, unknown)], TERMS).dataFee).to.equal(null);
  });

  it("lists the transactions in order, with what each creates", () => {
    const { steps } = previewOf(plan, TERMS);
    expect(steps.map(({ step }) => step)).to.deep.equal(["a", "b", "pay", "c"]);
    expect(steps[1]).to.deep.equal({
      step: "b",
      from: ACCOUNT,
      value: 0n,
      dataHash: keccak256("0x"),
      gasUsed: 50_000n,
      cost: 150_000n,
      contractAddress: OTHER,
    });
    expect(steps[2]).to.include({ to: OTHER, value: 50_000n });
    expect(steps[3]).to.not.have.property("contractAddress");
  });

  it("hashes the call data of each step", () => {
    const { steps } = previewOf([planned("a", 2n, { data: "0x60ff" })], TERMS);
    expect(steps[0]?.dataHash).to.equal(keccak256("0x60ff"));
  });

  it("is all zeros for an empty plan", () => {
    const preview = previewOf([], TERMS);
    expect(preview).to.deep.include({ cost: 0n, balanceNeeded: 0n, gasUsed: 0n, steps: [] });
  });
});

describe("requireFunds", () => {
  const network: Network = { name: "mainnet", chainId: 1 };
  const preview = previewOf([planned("a", 100_000n)], {
    ...TERMS,
    gasPrice: parseUnits("3", "gwei"),
    feeCap: parseUnits("10", "gwei"),
    transactionGasLimit: 1_000_000n,
  });

  it("requires what everything costs at most", () => {
    requireFunds({ ...preview, balance: preview.maxCost }, network);
    const balance = preview.maxCost - 1n;
    expect(() => requireFunds({ ...preview, balance }, network)).to.throw(InsufficientFundsError);
  });

  it("says what the account has, needs and lacks, in the chain's currency", () => {
    // 105,000 gas at 10 gwei.
    const balance = 10n ** 14n;
    for (const [name, currency] of [
      ["mainnet", "ETH"],
      ["xdai", "xDAI"],
    ] as const) {
      const wanted = { ...network, name } as Network;
      expect(() => requireFunds({ ...preview, balance }, wanted)).to.throw(
        `Insufficient funds: ${ACCOUNT} has 0.0001 ${currency} but may need 0.00105 ${currency}. ` +
          `Add 0.00095 ${currency} and run again. No new transactions were sent.`,
      );
    }
    try {
      requireFunds({ ...preview, balance }, network);
    } catch (error) {
      expect(error).to.include({ account: ACCOUNT, balance, needed: preview.maxCost });
    }
  });

  it("suggests a lower cap down to the price that the chain asks for, after what steps send", () => {
    const paying = previewOf([planned("a", 100_000n, { value: 7n })], {
      ...TERMS,
      gasPrice: 3n * 10n ** 9n,
      feeCap: 10n ** 10n,
      transactionGasLimit: 1_000_000n,
    });
    const enough = 105_000n * 3n * 10n ** 9n + 7n;
    const refusal = (balance: bigint) => () => requireFunds({ ...paying, balance }, network);
    expect(refusal(enough)).to.throw(/Or pass a --max-gas-price of 3 gwei or less/);
    expect(refusal(enough - 1n)).to.throw(/run again\. No new transactions were sent\.$/);
  });

  it("suggests no cap if no gas is paid for", () => {
    const free = { ...preview, gasLimit: 0n, balance: 0n, gasPrice: 1n };
    expect(() => requireFunds(free, network)).to.throw(
      /run again\. No new transactions were sent\.$/,
    );
  });

  it("suggests a lower cap that the balance covers, if the chain accepts it", () => {
    const balance = preview.maxCost / 2n;
    expect(() => requireFunds({ ...preview, balance }, network)).to.throw(
      /Or pass a --max-gas-price of 5 gwei or less, which the balance covers\./,
    );
    expect(() => requireFunds({ ...preview, balance: balance / 2n }, network)).to.throw(
      /and run again\. No new transactions were sent\.$/,
    );
  });
});
