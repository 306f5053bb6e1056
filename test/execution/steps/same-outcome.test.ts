import { expect } from "chai";

import type { PlannedStep } from "../../../src/execution/steps/plan.js";
import { sameOutcome } from "../../../src/execution/steps/same-outcome.js";
import type { MinedStep } from "../../../src/execution/steps/step.js";

const ADDRESS = `0x${"Ab".repeat(20)}`;
const LOG = { address: ADDRESS, topics: ["0x01"], data: "0x02" };

const isSame = (planned: Partial<PlannedStep>, mined: Partial<MinedStep>) =>
  sameOutcome({ logs: [], ...planned } as PlannedStep, { logs: [], ...mined } as MinedStep);

describe("sameOutcome", () => {
  it("is true for the same contract and events, however addresses are written", () => {
    const lower = { ...LOG, address: ADDRESS.toLowerCase() };
    expect(isSame({}, {})).to.equal(true);
    expect(
      isSame(
        { contractAddress: ADDRESS, logs: [LOG] },
        { contractAddress: ADDRESS.toLowerCase(), logs: [lower] },
      ),
    ).to.equal(true);
  });

  it("is false for another contract, or none", () => {
    expect(isSame({ contractAddress: ADDRESS }, {})).to.equal(false);
    expect(isSame({ contractAddress: ADDRESS }, { contractAddress: "0x01" })).to.equal(false);
  });

  for (const [name, logs] of Object.entries({
    "no events": [],
    "another address": [{ ...LOG, address: "0x01" }],
    "other topics": [{ ...LOG, topics: ["0x03"] }],
    "other data": [{ ...LOG, data: "0x03" }],
    "one more": [LOG, LOG],
  })) {
    it(`is false for ${name}`, () => expect(isSame({ logs: [LOG] }, { logs })).to.equal(false));
  }
});
