import { expect } from "chai";
import { parseEther } from "ethers";

import { FIXED_POINT } from "../../../src/foundation/arc/fixed-point.js";
import { boostingStake, partsOfOne } from "../../../src/engine/governance/boosting-stake.js";

const ether = (amount: string) => parseEther(amount);

describe("the stake that boosts", () => {
  const against = ether("100");

  it("is just over the threshold in fixed-point releases, and 1 more in releases with whole numbers", () => {
    // Measured on a chain: rc.16 pre-boosts from 200 on, rc.3 and rc.8 from 300 on.
    expect(boostingStake(2n * FIXED_POINT, { for: 0n, against }, false)).to.equal(
      ether("200") + (against + FIXED_POINT - 1n) / FIXED_POINT,
    );
    expect(boostingStake(2n, { for: 0n, against }, false)).to.equal(ether("300"));
    expect(boostingStake(2n, { for: ether("252"), against }, false)).to.equal(ether("48"));
  });

  it("is 0 if the stakes suffice", () => {
    expect(boostingStake(2n, { for: ether("300"), against }, false)).to.equal(0n);
    expect(boostingStake(2n * FIXED_POINT, { for: ether("201"), against }, false)).to.equal(0n);
  });

  it("is a difference up to alpha.58, where reaching the threshold is enough", () => {
    expect(boostingStake(100n, { for: 20n, against: 5n }, true)).to.equal(85n);
    expect(boostingStake(100n, { for: 105n, against: 5n }, true)).to.equal(0n);
  });

  it("distinguishes the units by the threshold, which is at least 1", () => {
    expect(partsOfOne(1n)).to.equal(1n);
    expect(partsOfOne(FIXED_POINT)).to.equal(FIXED_POINT);
  });
});
