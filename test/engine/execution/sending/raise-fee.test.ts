import { expect } from "chai";
import { parseUnits } from "ethers";

import type { Fees } from "../../../../src/foundation/chain/fees.js";
import type { SignedStep } from "../../../../src/engine/execution/journal/lines.js";
import type { Pending } from "../../../../src/engine/execution/sending/pending-transaction.js";
import {
  dueForRaise,
  raiseFees,
  reportHigherFees,
} from "../../../../src/engine/execution/sending/raise-fee.js";
import type { MigrationEvent } from "../../../../src/engine/execution/steps/event.js";
import { contextOn, FakeNode, wallet } from "./fake-node.js";
import { expectRecorded } from "../../../recorded.js";

const GWEI = 10n ** 9n;
const gwei = (value: string) => parseUnits(value, "gwei");

describe("the fees of a replacement", () => {
  const legacy = (price: string): Fees => ({ type: 0, gasPrice: gwei(price) });
  const london = (most: string, tip: string): Fees => ({
    type: 2,
    maxFeePerGas: gwei(most),
    maxPriorityFeePerGas: gwei(tip),
  });

  it("are a quarter more, while nodes require a tenth", () => {
    expectRecorded([
      raiseFees(legacy("8"), legacy("1"), gwei("100")),
      raiseFees(london("8", "4"), london("2", "1"), gwei("100")),
    ]);
  });

  it("are the suggested fees if those are higher", () => {
    expectRecorded([
      raiseFees(legacy("8"), legacy("50"), gwei("100")),
      raiseFees(london("8", "4"), london("50", "1"), gwei("100")),
    ]);
  });

  it("rise even from 0", () => {
    expect(raiseFees(legacy("0"), legacy("0"), 100n)).to.deep.equal({ type: 0, gasPrice: 1n });
  });

  it("go up to the cap, unless nodes would not accept that", () => {
    const of8 = ["1 of 9", "50 of 9", "1 of 8.7", "1 of 8"].map((terms) => {
      const [suggested, cap] = terms.split(" of ");
      return raiseFees(legacy("8"), legacy(suggested!), gwei(cap!));
    });
    expectRecorded([...of8, raiseFees(london("8", "8"), london("1", "1"), gwei("9"))]);
  });

  it("never have a tip above the total, and reach any cap in a limited number of steps", () => {
    let last = london("3", "1");
    let count = 0;
    for (;;) {
      const fees = raiseFees(last, last, gwei("30"));
      if (fees?.type !== 2 || last.type !== 2) break;
      expect(fees.maxPriorityFeePerGas <= fees.maxFeePerGas).to.equal(true);
      expect(fees.maxFeePerGas * 100n >= last.maxFeePerGas * 110n).to.equal(true);
      expect(fees.maxPriorityFeePerGas * 100n >= last.maxPriorityFeePerGas * 110n).to.equal(true);
      expect(fees.maxFeePerGas <= gwei("30")).to.equal(true);
      last = fees;
      count++;
    }
    expect(count).to.be.within(10, 13);
  });
});

async function signedFor(price: bigint, nonce: number): Promise<SignedStep> {
  const fees = { type: 2, maxFeePerGas: price, maxPriorityFeePerGas: GWEI };
  const raw = await wallet.signTransaction({ chainId: 1, nonce, gasLimit: 21_000n, ...fees });
  return { step: `step/${nonce}`, from: wallet.address, nonce, call: "0x", hash: "0x", raw };
}

/** Returns the events if the cap is 6 gwei. */
function told(unmined: readonly SignedStep[]): MigrationEvent[] {
  const events: MigrationEvent[] = [];
  const fees = { gasPrice: undefined, cap: 6n * GWEI, raiseAfter: 1 };
  const { context } = contextOn(new FakeNode(), { fees });
  reportHigherFees({ ...context, onEvent: (event) => events.push(event) }, unmined);
  return events;
}

describe("reportHigherFees", () => {
  it("reports how many transactions of an earlier run pay more than this one may, and how much", async () => {
    const signed = await Promise.all(
      [5n, 50n, 7n, 6n].map(async (price, nonce) => await signedFor(price * GWEI, nonce)),
    );
    expect(told(signed)).to.deep.equal([
      { type: "signedAboveCap", count: 2, price: 50n * GWEI, cap: 6n * GWEI },
    ]);
  });

  it("does not report those within the cap", async () => {
    expect(told([await signedFor(6n * GWEI, 0)])).to.deep.equal([]);
    expect(told([])).to.deep.equal([]);
  });
});

describe("a pending transaction", () => {
  it("is stuck two minutes after it was signed and its account had one mined, unless another time is set", () => {
    const isDue = (signedAt: number, minedAt: number, now: number, raiseAfter?: number) => {
      const pending = { signedAt, latest: { from: "0x1" } } as Pending;
      return dueForRaise([pending], new Map([["0x1", minedAt]]), now, { raiseAfter }).length === 1;
    };
    expect(isDue(0, 5_000, 124_999)).to.equal(false);
    expect(isDue(0, 5_000, 125_000)).to.equal(true);
    expect(isDue(5_000, 0, 6_000, 1_001)).to.equal(false);
    expect(isDue(5_000, 0, 6_000, 1_000)).to.equal(true);
  });
});
