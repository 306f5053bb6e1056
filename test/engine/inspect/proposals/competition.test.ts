import { expect } from "chai";
import { parseEther, ZeroAddress } from "ethers";

import { expectInspected, proposalOf, wasRead } from "../raw-calls.js";
import { onDao, type Dao } from "../raw-dao.js";

/** Releases that report and pay suggestions in different ways. */
const RELEASES = ["rc.57", "rc.41", "rc.35"];

interface Rewarded extends Dao {
  readonly ext: string;
  readonly competition: string;
}

/** Runs with a DAO whose ContributionRewardExt pays what a Competition decides. */
async function withCompetition(
  version: string,
  run: (raw: Rewarded) => Promise<void>,
): Promise<void> {
  await onDao(
    async (raw) => {
      const competition = await raw.deploy("Competition");
      const set = [raw.chain.base.GenesisProtocol, await raw.voteParams(), competition];
      const ext = await raw.setUp("ContributionRewardExt", set);
      await raw.send("Competition", competition, "initialize", [ext]);
      // Two more voters with reputation.
      for (const voter of raw.accounts.slice(1, 3)) {
        await raw.control("mintReputation", parseEther("300"), voter);
      }
      await run(Object.assign(raw, { ext, competition }));
    },
    { version },
  );
}

describe("competitions and rewards that others distribute", () => {
  for (const version of RELEASES) {
    it(`reads suggestions, votes, winners and payments of ${version}`, async () => {
      await withCompetition(version, async (raw) => {
        const { read } = raw.chain;
        const { ext: scheme, competition } = raw;
        const dao = raw.dao.Avatar;
        const isNew = version === "rc.57" || version === "rc.41";
        await raw.transact({ to: dao }, { value: 1000n });
        const start = (await raw.now()) + 100;
        const times = [start, start + 100, start + 400, 2, start + 200];
        const args = ["win", 90n, [50n, 1000n, 0n], ZeroAddress, [70, 30], times];
        const id = await raw.propose("Competition", competition, "proposeCompetition", [
          ...args,
          ...(isNew ? [false] : []),
        ]);
        await raw.vote(id);
        const told = async () => {
          const { competition: held, unpaid, progress } = proposalOf(await raw.inspect(dao), id);
          expectInspected({ held, unpaid, progress });
          return wasRead(held);
        };
        expect(await told()).to.deep.include({
          ...{ startTime: start, votingStartTime: start + 100 },
          ...{ suggestionsEndTime: start + 200, endTime: start + 400 },
        });
        await raw.send("ContributionRewardExt", scheme, "redeem", [id, [true, true, true, true]]);
        expect(await raw.ether(scheme)).to.equal(1000n);

        await raw.pass(110);
        for (const [place, text] of ["first", "second", "third", "nobody's"].entries()) {
          const to = isNew ? [raw.accounts[place + 4]] : [];
          await raw.send("Competition", competition, "suggest", [id, text, ...to], {
            from: place + 4,
          });
        }
        await raw.pass(110);
        // The second has 600; the first and the third have 300 each, and share the second place. Up to rc.38,
        // a suggestion with two votes takes both places.
        for (const [suggestion, from] of [
          [2, 1],
          [2, 2],
          [1, 1],
          [3, 2],
        ] as const) {
          await raw.send("Competition", competition, "vote", [suggestion], { from });
        }
        const voted = await told();
        expect(voted.snapshotBlock).to.be.greaterThan(0);
        for (const { id: suggestion, votes, place } of voted.suggestions) {
          const ask = (name: string) => read("Competition", competition, name, suggestion);
          const [counted] = (await ask("suggestions")) as unknown[];
          expect(votes).to.equal(String(counted));
          const index = await ask("getOrderedIndexOfSuggestion");
          expect(Number(index)).to.equal(place === undefined ? 2 : place - 1);
        }

        await raw.pass(400);
        const redeem = isNew ? [2n] : [2n, raw.accounts[5]];
        const had = await raw.ether(raw.accounts[5]!);
        await raw.send("Competition", competition, "redeem", redeem);
        const has = await raw.ether(raw.accounts[5]!);
        // The scheme holds the rest, except for the reputation, which is minted when it is redeemed.
        await told();
        expect(has - had).to.equal(700n);
        expectInspected((await raw.inspect(dao)).owes);
      });
    });
  }

  it("does not call a reward paid that nobody has redeemed", async () => {
    await withCompetition("rc.57", async (raw) => {
      const { read } = raw.chain;
      const { ext: scheme } = raw;
      const dao = raw.dao.Avatar;
      const [account, , , , , , , , , beneficiary = ""] = raw.accounts;
      const args = ["for work", 5n, [6n, 7n, 0n], ZeroAddress, beneficiary, account];
      const id = await raw.propose(
        "ContributionRewardExt",
        scheme,
        "proposeContributionReward",
        args,
      );
      await raw.vote(id);
      const told = async () => {
        const { competition, unpaid, progress } = proposalOf(await raw.inspect(dao), id);
        expectInspected({ competition, unpaid, progress });
      };
      await told();
      const raws = await read("ContributionRewardExt", scheme, "organizationProposals", id);
      expect((raws as unknown[])[2]).to.equal(7n);
      const redeem = async (...what: boolean[]) =>
        await raw.send("ContributionRewardExt", scheme, "redeem", [id, what]);
      await redeem(true, true, false, false);
      await told();
      await raw.transact({ to: dao }, { value: 7n });
      await redeem(false, false, true, false);
      await told();
    });
  });
});
