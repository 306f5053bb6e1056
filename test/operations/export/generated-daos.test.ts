import { roundTripGenerated } from "./generated.js";

describe("a generated DAO", () => {
  for (const [version, numRuns] of [
    ["alpha.58", 2],
    ["rc.16", 2],
    ["rc.57", 4],
  ] as const) {
    it(`of ${version} is exported as it was migrated`, async () => {
      await roundTripGenerated(version, { seed: 1, numRuns, maxFounders: 5 });
    });
  }
});
