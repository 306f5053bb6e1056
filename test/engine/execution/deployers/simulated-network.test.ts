import { expect } from "chai";

import { directOptions } from "../../../../src/engine/execution/deployers/simulated-network.js";

describe("directOptions", () => {
  for (const [type, throws, inProcess, throwsOnFailure] of [
    ["edr-simulated", true, true, true],
    ["edr-simulated", false, true, false],
    ["edr-simulated", undefined, true, false],
    ["http", undefined, false, false],
    ["http", true, false, false],
  ] as const) {
    it(`take a network of type ${type} with throwOnTransactionFailures ${throws} for one that is ${inProcess ? "" : "not "}in this process and ${throwsOnFailure ? "throws" : "does not throw"} on failure`, () => {
      const networkConfig = {
        type,
        ...(throws !== undefined && { throwOnTransactionFailures: throws }),
      };
      expect(directOptions({ networkConfig })).to.deep.equal({ inProcess, throwsOnFailure });
    });
  }
});
