import { someOf } from "../../some-of.js";
import { changeGenerated, changeReleases } from "./pairs.js";
import { seedOf } from "../../seed.js";

const RUNS = Number(process.env["CHANGE_RUNS"] ?? 4);
/** Runs for each pair of releases. */
const OVER = Math.ceil(RUNS / 3);

describe("a DAO with generated parameters", function () {
  this.timeout(900_000);

  for (const version of someOf(["rc.16", "rc.33", "rc.40", "rc.57"], 2)) {
    const seed = seedOf(1);
    it(`of ${version} changes to ${RUNS} other files, seed ${seed}`, async () => {
      await changeGenerated(version, { seed, numRuns: RUNS });
    });
  }

  const pairs = [
    ["rc.16", "rc.33"],
    ["rc.33", "rc.57"],
    ["rc.40", "rc.57"],
    ["rc.57", "rc.40"],
  ] as const;
  for (const [from, to] of someOf(pairs, 2)) {
    const seed = seedOf(1);
    it(`of ${from} changes to ${OVER} other files of ${to}, seed ${seed}`, async () => {
      await changeReleases(from, to, { seed, numRuns: OVER });
    });
  }
});
