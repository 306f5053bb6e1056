import { changeGenerated } from "./pairs.js";

const RUNS = 20;

describe("a DAO of generated parameters", function () {
  this.timeout(900_000);

  for (const version of ["rc.16", "rc.33", "rc.40", "rc.57"]) {
    const seed = Number(process.env["CHANGE_SEED"] ?? Date.now() % 2 ** 31);
    it(`of ${version} becomes what ${RUNS} others say, seed ${seed} (CHANGE_SEED)`, async () => {
      await changeGenerated(version, { seed, numRuns: RUNS });
    });
  }
});
