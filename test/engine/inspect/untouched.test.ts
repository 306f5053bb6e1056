import { expect } from "chai";

import { inspectDao } from "../../../src/engine/inspect/inspect-dao.js";
import { ARC_VERSIONS, shortName } from "../../../src/foundation/arc/versions.js";
import { withoutVoteLines } from "../../../src/output/describe/without-vote.js";
import { toTerminal } from "../../../src/output/document/to-terminal.js";
import { Dao } from "./raw-dao.js";
import { SMALL_DAO, withBase } from "../migration/with-base.js";
import { someOf } from "../../some-of.js";

const DAOS = 20;
/** Of those whose proposals are made alike, evenly spread from the oldest to the newest. */
const VERSIONS = ARC_VERSIONS.slice(ARC_VERSIONS.indexOf("0.0.1-rc.7"));
const RELEASES = Array.from({ length: DAOS }, (_, index) =>
  shortName(VERSIONS[Math.round((index * (VERSIONS.length - 1)) / (DAOS - 1))]!),
);

describe("an inspection of DAOs that nobody attacked", () => {
  for (const version of someOf(RELEASES, 4)) {
    it(`raises no alarm, on ${version}`, async () => {
      await withBase(version, async (chain) => {
        const account = chain.deployer.testAccounts[0]!;
        const { dao } = await chain.make({
          ...SMALL_DAO,
          founders: [{ address: account, tokens: 10, reputation: 1000 }],
          schemes: { SchemeRegistrar: true, UpgradeScheme: true, ContributionReward: true },
        });
        const raw = new Dao(chain, dao);
        await raw.transact({ to: dao.Avatar }, { value: 7n });
        const { provider } = chain.connection;
        const alarmsOf = async () => {
          const found = await inspectDao(provider, dao.Avatar);
          expect(found.unvotedMints).to.deep.equal([]);
          return withoutVoteLines(found)
            .map((line) => toTerminal(line))
            .join("\n");
        };
        expect(await alarmsOf()).to.equal("");
        await raw.vote(await raw.ask());
        expect(await alarmsOf()).to.equal("");
      });
    });
  }
});
