import { expect } from "chai";

import { inspectDao } from "../../src/engine/inspect/inspect-dao.js";
import { withoutVoteLines } from "../../src/output/describe/without-vote.js";
import { toTerminal } from "../../src/output/document/to-terminal.js";
import { ofTheDay } from "../of-the-day.js";
import { withRandomDao } from "./random-dao.js";

const RELEASES = ["rc.57", "rc.40", "rc.28", "rc.16", "alpha.58"];
const CASES = RELEASES.flatMap((version) =>
  [1, 2, 3, 4].map((seed) => ({ version, seed: 52_000 + seed })),
);

describe("an inspection of DAOs that nobody attacked", function () {
  this.timeout(300_000);

  for (const { version, seed } of ofTheDay(CASES, 3)) {
    it(`raises no alarm, on ${version} with seed ${seed}`, async () => {
      await withRandomDao(version, seed, async ({ connection, avatar, live }) => {
        await live(15);
        const found = await inspectDao(connection.provider, avatar);
        const alarms = withoutVoteLines(found).filter(({ tone }) => tone === "danger");
        expect(alarms.map((line) => toTerminal(line)).join("\n")).to.equal("");
        expect(found.unvotedMints).to.deep.equal([]);
        expect(found).not.to.have.property("claimedAllowances");
      });
    });
  }
});
