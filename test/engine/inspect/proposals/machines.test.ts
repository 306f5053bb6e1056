import { expect } from "chai";

import { plain } from "../../../plain.js";
import { proposalOf, schemeOf, wasRead } from "../raw-calls.js";
import { onDao } from "../raw-dao.js";

describe("proposals of machines without a queue", () => {
  for (const machineName of ["AbsoluteVote", "QuorumVote"] as const) {
    it(`are voted on in ${machineName}, where one account may vote for others`, async () => {
      await onDao(async (raw) => {
        const { Avatar } = raw.dao;
        const { base } = raw.chain;
        const machine = await raw.deploy(machineName);
        const [account, second, , delegate] = raw.accounts as [string, string, string, string];
        await raw.control("mintReputation", 10n ** 21n, second);
        const rules = await raw.stored(machineName, machine, [60n, delegate]);
        const scheme = await raw.deploy("ContributionReward");
        const hash = await raw.stored("ContributionReward", scheme, [rules, machine]);
        await raw.register(scheme, "0x00000000", hash);
        const [wins, loses] = [
          await raw.ask(undefined, { scheme }),
          await raw.ask(undefined, { scheme }),
        ];
        const opened = await raw.inspect(Avatar);
        const { votes } = wasRead(schemeOf(opened, scheme).parameters);
        expect(Object.values(votes)).to.deep.equal([
          {
            votingMachine: machine,
            paramsHash: rules,
            rules: { [machineName]: { votePerc: 60, voteOnBehalf: delegate } },
          },
        ]);
        expect(opened.votingMachines.map(({ contract }) => contract.address)).to.have.members([
          machine,
          base.GenesisProtocol,
        ]);
        const open = proposalOf(opened, wins);
        expect(open).to.deep.include({
          votingMachine: machine,
          state: { recorded: "queued", now: "queued" },
          progress: { stage: "open" },
        });
        expect(plain(open)).to.not.have.any.keys("stakes", "deadline", "redeemable", "decision");
        // The delegate sends the vote, which counts as the voter's.
        const cast = async (id: string, side: bigint, voter: string) =>
          await raw.send(machineName, machine, "vote", [id, side, 0n, voter], { from: 3 });
        await cast(wins, 1n, account);
        expect(wasRead((await raw.found(wins)).votes)).to.deep.include({
          for: String(10n ** 21n),
          cast: [{ voter: account, side: "for", reputation: String(10n ** 21n), share: "50.00" }],
        });
        await cast(wins, 1n, second);
        await cast(loses, 0n, second);
        expect(wasRead((await raw.found(loses)).votes)).to.deep.include({ for: "0", against: "0" });
        await cast(loses, 2n, second);
        await cast(loses, 2n, account);
        const after = await raw.inspect(Avatar);
        expect(proposalOf(after, wins)).to.deep.include({
          state: { recorded: "executed", now: "executed" },
          decision: "for",
        });
        expect(proposalOf(after, wins).progress).to.have.property("stage", "passed");
        const voted = wasRead(proposalOf(after, wins).votes);
        expect(voted.cast.map(({ voter }) => voter)).to.deep.equal([account, second]);
        expect(voted.for).to.equal(String(2n * 10n ** 21n));
        expect(proposalOf(after, loses)).to.deep.include({
          decision: "against",
          progress: { stage: "rejected" },
        });
        expect(JSON.stringify(after)).to.not.include("notRead");
      });
    });
  }
});
