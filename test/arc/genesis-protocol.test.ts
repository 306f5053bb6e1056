import { expect } from "chai";
import { parseEther } from "ethers";

import {
  alphaStakeToBoost,
  FIXED_POINT,
  partsOfOne,
  stakeToBoost,
} from "../../src/arc/genesis-protocol.js";

const ether = (amount: string) => parseEther(amount);

describe("the stake that boosts", () => {
  const against = ether("100");

  it("is just over the threshold in fixed-point releases, and 1 more in releases with whole numbers", () => {
    // Measured on a chain: rc.16 pre-boosts from 200 on, rc.3 and rc.8 from 300 on.
    expect(stakeToBoost(2n * FIXED_POINT, { for: 0n, against })).to.equal(
      ether("200") + (against + FIXED_POINT - 1n) / FIXED_POINT,
    );
    expect(stakeToBoost(2n, { for: 0n, against })).to.equal(ether("300"));
    expect(stakeToBoost(2n, { for: ether("252"), against })).to.equal(ether("48"));
  });

  it("is 0 if the stakes suffice", () => {
    expect(stakeToBoost(2n, { for: ether("300"), against })).to.equal(0n);
    expect(stakeToBoost(2n * FIXED_POINT, { for: ether("201"), against })).to.equal(0n);
  });

  it("is a difference up to alpha.58, where reaching the threshold is enough", () => {
    expect(alphaStakeToBoost(100n, { for: 20n, against: 5n })).to.equal(85n);
    expect(alphaStakeToBoost(100n, { for: 105n, against: 5n })).to.equal(0n);
  });

  it("distinguishes the units by the threshold, which is at least 1", () => {
    expect(partsOfOne(1n)).to.equal(1n);
    expect(partsOfOne(FIXED_POINT)).to.equal(FIXED_POINT);
  });
});
