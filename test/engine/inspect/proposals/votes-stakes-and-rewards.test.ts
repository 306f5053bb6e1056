import { expect } from "chai";
import { parseEther } from "ethers";

import { proposalOf, wasRead } from "../raw-calls.js";
import { itOnDao as it } from "../raw-dao.js";

describe("what a voting machine owes", () => {
  it("is the stakes of a proposal that expired in the queue, to the wei, without a bounty", async (raw) => {
    const { Avatar } = raw.dao;
    const { DAOToken: gen, GenesisProtocol: machine } = raw.chain.base;
    const [account, second] = raw.accounts as [string, string];
    const id = await raw.ask();
    const amounts = [parseEther("3"), parseEther("4") + 1n] as const;
    for (const [from, amount] of amounts.entries()) {
      await raw.stake(id, amount, { side: BigInt(from + 1), from });
    }
    await raw.pass(1801);
    const waits = await raw.found(id);
    expect(waits.state).to.deep.equal({ recorded: "queued", now: "expiredInQueue" });
    expect(waits.redeemable).to.equal(undefined);
    await raw.send("GenesisProtocol", machine, "execute", [id]);
    const inspection = await raw.inspect(Avatar);
    const expired = proposalOf(inspection, id);
    expect(expired.progress).to.deep.equal({ stage: "expired" });
    const owed = wasRead(expired.redeemable);
    expect(owed.map(({ account: to }) => to)).to.have.members([account, second]);
    expect(wasRead(inspection.owes).debts.filter(({ of }) => of === "token")).to.deep.equal([]);
    for (const { account: to, stakingTokens, daoBounty, daoBountyPromised } of owed) {
      expect([daoBounty, daoBountyPromised]).to.deep.equal(["0", undefined]);
      const balance = async () =>
        (await raw.chain.read("DAOToken", gen, "balanceOf", to)) as bigint;
      const before = await balance();
      await raw.send("GenesisProtocol", machine, "redeem", [id, to]);
      expect(String((await balance()) - before)).to.equal(stakingTokens);
    }
    expect((await raw.found(id)).redeemable).to.equal(undefined);
  });

  it("is also what the DAO wins with its own stake against a proposal", async (raw) => {
    const { Avatar } = raw.dao;
    const { DAOToken: gen, GenesisProtocol: machine } = raw.chain.base;
    const id = await raw.ask();
    await raw.stake(id, parseEther("3"));
    await raw.send("GenesisProtocol", machine, "vote", [id, 2n, 0n, raw.accounts[0]]);
    const owed = wasRead((await raw.found(id)).redeemable);
    const own = owed.find(({ account }) => account === Avatar);
    expect(own?.stakingTokens).to.match(/^[1-9]/);
    await raw.send("GenesisProtocol", machine, "redeem", [id, Avatar]);
    const won = await raw.chain.read("DAOToken", gen, "balanceOf", Avatar);
    expect(String(won)).to.equal(own!.stakingTokens);
  });
});
