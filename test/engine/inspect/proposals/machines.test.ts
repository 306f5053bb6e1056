import { expect } from "chai";

import { expectInspected, proposalOf, schemeOf } from "../raw-calls.js";
import { itOnDao as it } from "../raw-dao.js";

describe("proposals of machines without a queue", () => {
  for (const machineName of ["AbsoluteVote", "QuorumVote"] as const) {
    it(`are voted on in ${machineName}, where one account may vote for others`, async (raw) => {
      const { Avatar } = raw.dao;
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
      expectInspected([
        ...[schemeOf(opened, scheme).parameters, opened.votingMachines],
        proposalOf(opened, wins),
      ]);
      // The delegate sends the vote, which counts as the voter's.
      const cast = async (id: string, side: bigint, voter: string) =>
        await raw.send(machineName, machine, "vote", [id, side, 0n, voter], { from: 3 });
      await cast(wins, 1n, account);
      expectInspected((await raw.found(wins)).votes);
      await cast(wins, 1n, second);
      await cast(loses, 0n, second);
      expectInspected((await raw.found(loses)).votes);
      await cast(loses, 2n, second);
      await cast(loses, 2n, account);
      const after = await raw.inspect(Avatar);
      expectInspected([proposalOf(after, wins), proposalOf(after, loses)]);
      expect(JSON.stringify(after)).to.not.include("notRead");
    });
  }
});
