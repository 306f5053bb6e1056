import { expect } from "chai";
import { parseUnits } from "ethers";

import type { Network } from "../../../../src/foundation/chain/networks.js";
import { expectRecorded } from "../../../recorded.js";
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
    planned("b", 100_000n, { contractAddress: OTHER, data: "0x60ff" }),
    planned("pay", 200n, { to: OTHER, value: 50_000n }),
    planned("c", 2_000n, { from: OTHER }),
  ];

  it("sums up what the account pays now, and at most, from the gas limits of the steps", () => {
    // Each step has 5% more gas than it used, up to the limit per transaction; those of other accounts do not
    // count.
    expectRecorded(previewOf(plan, TERMS));
  });

  it("counts what an L2 charges for data, with a margin in the maximum", () => {
    const l2 = (gas: bigint, wei: bigint) => ({ dataFee: { isKnown: true, gas, wei } });
    // Gas for data comes on top of the limit per transaction.
    expectRecorded(previewOf([planned("a", 100_000n, l2(400n, 0n))], TERMS));
    const others = planned("c", 2_000n, { from: OTHER, ...l2(1n, 9n) });
    expectRecorded(previewOf([planned("a", 1_000n, l2(0n, 77n)), others], TERMS));
  });

  it("does not know the data fee if one transaction's is unknown", () => {
    const unknown = { dataFee: { isKnown: false, gas: 0n, wei: 0n } };
    expect(previewOf(plan, TERMS).dataFee).to.equal(0n);
    expect(previewOf([...plan, planned("d", 1n, unknown)], TERMS).dataFee).to.equal(null);
  });

  it("is all zeros for an empty plan", () => {
    expectRecorded(previewOf([], TERMS));
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
    expect(refusal(enough)).to.throw(
      /Or pass a --max-gas-price of 3 gwei or less, which the balance covers\./,
    );
    expect(refusal(enough - 1n)).to.throw(/run again\. No new transactions were sent\.$/);
  });

  it("suggests no cap if no gas is paid for", () => {
    const free = { ...preview, gasLimit: 0n, balance: 0n, gasPrice: 1n };
    expect(() => requireFunds(free, network)).to.throw(
      /run again\. No new transactions were sent\.$/,
    );
  });
});
