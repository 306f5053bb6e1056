import { expect } from "chai";
import { parseEther, ZeroAddress } from "ethers";

import { plain } from "../../../plain.js";
import { proposalOf, wasRead } from "../raw-calls.js";
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
        const passed = proposalOf(await raw.inspect(dao), id);
        const waits = wasRead(passed.competition);
        expect(waits).to.deep.include({
          contract: competition,
          rewardSplit: ["70", "30"],
          startTime: start,
          votingStartTime: start + 100,
          suggestionsEndTime: start + 200,
          endTime: start + 400,
          maxVotesPerVoter: "2",
          suggestions: [],
        });
        expect(plain(waits)).to.not.have.any.keys("admin", "snapshotBlock");
        expect(
          wasRead(passed.unpaid).map(({ of, amount, account }) => [of, amount, account]),
        ).to.deep.equal([
          ["reputation", "90", undefined],
          ["own token", "50", undefined],
          ["ether", "1000", undefined],
        ]);
        expect(passed.progress)
          .to.have.property("missing")
          .that.matches(/not been handed to the scheme/);
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
        const voted = wasRead(proposalOf(await raw.inspect(dao), id).competition);
        const shared = isNew ? 2 : undefined;
        expect(voted.suggestions.map((each) => [each.id, each.votes, each.place])).to.deep.equal([
          ["1", String(parseEther("300")), shared],
          ["2", String(parseEther("600")), 1],
          ["3", String(parseEther("300")), shared],
          ["4", "0", undefined],
        ]);
        expect(voted.suggestions[1]?.cast.map(({ voter }) => voter)).to.deep.equal(
          raw.accounts.slice(1, 3),
        );
        expect(voted.suggestions[1]?.beneficiary).to.equal(raw.accounts[5]);
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
        const end = proposalOf(await raw.inspect(dao), id);
        const [, winner] = wasRead(end.competition).suggestions;
        expect(winner).to.deep.include({ redeemedPercent: "70", beneficiary: raw.accounts[5] });
        expect(has - had).to.equal(700n);
        // The scheme holds the rest, except for the reputation, which is minted when it is redeemed.
        expect(
          wasRead(end.unpaid).map(({ of, amount, heldBy }) => [of, amount, heldBy]),
        ).to.deep.equal([
          ["reputation", "27", undefined],
          ["own token", "15", scheme],
          ["ether", "300", scheme],
        ]);
        expect(end.progress)
          .to.have.property("missing")
          .that.matches(/rewarder/);
        const { debts } = wasRead((await raw.inspect(dao)).owes);
        expect(debts.map(({ of }) => of)).to.deep.equal(["reputation"]);
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
        const proposal = proposalOf(await raw.inspect(dao), id);
        return { ...proposal, unpaid: wasRead(proposal.unpaid ?? []) };
      };
      const passed = await told();
      expect(passed.competition).to.equal(undefined);
      expect(passed.unpaid.map(({ of, amount, account: to }) => [of, amount, to])).to.deep.equal([
        ["reputation", "5", beneficiary],
        ["own token", "6", beneficiary],
        ["ether", "7", beneficiary],
      ]);
      expect(passed.unpaid[2]).to.have.property("refused");
      expect(passed.progress)
        .to.have.property("missing")
        .that.matches(/^It has not been redeemed/);
      const raws = await read("ContributionRewardExt", scheme, "organizationProposals", id);
      expect((raws as unknown[])[2]).to.equal(7n);
      const redeem = async (...what: boolean[]) =>
        await raw.send("ContributionRewardExt", scheme, "redeem", [id, what]);
      await redeem(true, true, false, false);
      const partly = await told();
      expect(partly.unpaid.map(({ of }) => of)).to.deep.equal(["ether"]);
      expect(partly.progress)
        .to.have.property("missing")
        .that.matches(/^It is partly redeemed/);
      await raw.transact({ to: dao }, { value: 7n });
      await redeem(false, false, true, false);
      expect((await told()).progress).to.deep.equal({ stage: "done" });
    });
  });
});
