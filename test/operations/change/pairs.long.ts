import { someOf } from "../../some-of.js";
import { changeGenerated } from "./pairs.js";
import { seedOf } from "../../seed.js";

const RUNS = Number(process.env["CHANGE_RUNS"] ?? 4);

describe("a DAO with generated parameters", function () {
  this.timeout(900_000);

  const pairs = [
    ["rc.16", "rc.16"],
    ["rc.16", "rc.33"],
    ["rc.33", "rc.57"],
    ["rc.40", "rc.57"],
    ["rc.57", "rc.57"],
    ["rc.57", "rc.40"],
  ] as const;
  for (const [from, to] of someOf(pairs, 2)) {
    // Each run of two releases takes three times as long.
    const numRuns = from === to ? RUNS : Math.ceil(RUNS / 3);
    const seed = seedOf(1);
    it(`of ${from} changes to ${numRuns} other files of ${to}, seed ${seed}`, async () => {
      await changeGenerated(from, to, { seed, numRuns });
    });
  }
});
