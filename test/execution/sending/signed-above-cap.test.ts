import { expect } from "chai";

import type { SignedStep } from "../../../src/execution/journal/lines.js";
import { tellOfHigherFees } from "../../../src/execution/sending/signed-above-cap.js";
import type { MigrationEvent } from "../../../src/execution/steps/event.js";
import { contextOn, FakeNode, wallet } from "./fake-node.js";

const GWEI = 10n ** 9n;

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
  tellOfHigherFees({ ...context, onEvent: (event) => events.push(event) }, unmined);
  return events;
}

describe("tellOfHigherFees", () => {
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
