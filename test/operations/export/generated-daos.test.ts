import { roundTripGenerated } from "./generated.js";

describe("a generated DAO", function () {
  this.timeout(60_000);

  for (const [version, numRuns] of [
    ["alpha.58", 2],
    ["rc.16", 2],
    ["rc.57", 4],
  ] as const) {
    it(`of ${version} is exported as it was migrated`, async () => {
      await roundTripGenerated(version, { seed: Date.now(), numRuns, maxFounders: 5 });
    });
  }
});
