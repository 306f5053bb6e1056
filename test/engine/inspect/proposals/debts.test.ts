import { expect } from "chai";
import { getAddress, MaxUint256, parseEther, ZeroAddress, ZeroHash } from "ethers";

import { sequenceCode } from "../../../../src/engine/inspect/reading/sequence.js";
import { expectInspected, proposalOf, wasRead } from "../raw-calls.js";
import { onDao, itOnDao } from "../raw-dao.js";

const DAY = 86_400n;
describe("what a DAO owes", () => {
  itOnDao("is exact to the wei, period by period, with the treasury's shortfall", async (raw) => {
    const { base, read } = raw.chain;
    const { Avatar, NativeToken, NativeReputation } = raw.dao;
    const gen = base.DAOToken;
    const [, , , , , , , , , beneficiary = ""] = raw.accounts;
    await raw.transact({ to: Avatar }, { value: 12n });
    await raw.send("DAOToken", gen, "mint", [Avatar, 20n]);
    const id = await raw.ask([2n, 5n, 11n, DAY, 3n], { reputation: 7n, token: gen });
    const open = await raw.inspect(Avatar);
    expect(wasRead(open.owes)).to.deep.equal({ debts: [], unknown: [] });
    await raw.vote(id);

    const debtsNow = async () => {
      const found = await raw.inspect(Avatar);
      expect(JSON.stringify(found)).to.not.include("notRead");
      const { progress, unpaid = [] } = proposalOf(found, id);
      expectInspected({ owes: found.owes, progress, unpaid });
      return { owes: wasRead(found.owes), unpaid: wasRead(unpaid) };
    };
    // Nothing is due before the first period is over. The voting machine owes reputation, too: 5 for proposing, and
    // the 10 that the vote cost.
    const passed = await debtsNow();
    const owed = passed.owes.debts.find(({ of }) => of === "reputation");
    expect(owed?.due).to.equal(String(parseEther("15")));

    await raw.pass(Number(DAY));
    const balances = async () => [
      await read("Reputation", NativeReputation, "balanceOf", beneficiary),
      await read("DAOToken", NativeToken, "balanceOf", beneficiary),
      await raw.ether(beneficiary),
      await read("DAOToken", gen, "balanceOf", beneficiary),
    ];
    const first = await debtsNow();
    expect(first.unpaid.map(({ due }) => due)).to.deep.equal(["7", "2", "5", "11"]);
    const before = (await balances()) as bigint[];
    await raw.redeem(id, 0, 1, 2, 3);
    const after = (await balances()) as bigint[];
    expect(after.map((amount, kind) => String(amount - before[kind]!))).to.deep.equal(
      first.unpaid.map(({ due }) => due),
    );

    await raw.pass(Number(2n * DAY));
    await raw.redeem(id, 1);
    await debtsNow();
    // The call reverts on the chain, too.
    await raw.redeem(id, 2).then(
      () => expect.fail("ether was paid"),
      () => {},
    );
    await raw.transact({ to: Avatar }, { value: 3n });
    await raw.redeem(id, 2);
    const { debts } = (await debtsNow()).owes;
    expect(debts.map(({ of }) => of)).to.not.include("ether");
  });

  itOnDao("includes bounties promised to stakers, even if it cannot pay them", async (raw) => {
    const { base, read } = raw.chain;
    const { Avatar } = raw.dao;
    const { DAOToken: gen, GenesisProtocol: machine } = base;
    const [staker] = raw.accounts as [string];
    const id = await raw.ask();
    await raw.stake(id, parseEther("50"));
    await raw.vote(id);
    await raw.redeem(id, 1);
    const found = await raw.inspect(Avatar);
    const [owed] = wasRead(proposalOf(found, id).redeemable);
    expect(owed).to.deep.include({ account: staker, daoBounty: "0" });
    const promised = BigInt(owed?.daoBountyPromised ?? 0);
    expect(promised > 0n).to.equal(true);
    const debt = wasRead(found.owes).debts.find(({ of }) => of === "token");
    expect(debt).to.deep.include({ amount: String(promised), has: "0", proposals: [id] });
    expect(debt).to.have.property("missing", String(promised));

    await raw.send("DAOToken", gen, "mint", [Avatar, promised]);
    const funded = await raw.inspect(Avatar);
    const [paid] = wasRead(proposalOf(funded, id).redeemable);
    expect(paid).to.deep.include({ daoBounty: String(promised) });
    expect(paid?.daoBountyPromised).to.equal(undefined);
    const had = (await read("DAOToken", gen, "balanceOf", staker)) as bigint;
    await raw.send("GenesisProtocol", machine, "redeemDaoBounty", [id, staker]);
    const has = (await read("DAOToken", gen, "balanceOf", staker)) as bigint;
    expect(has - had).to.equal(promised);
    const { debts } = wasRead((await raw.inspect(Avatar)).owes);
    expect(debts.filter(({ of }) => of === "token")).to.deep.equal([]);
  });

  itOnDao("reads a token that only a proposal names", async (raw) => {
    // It emits no events, and returns 5 wei for every balance.
    const silent = getAddress(`0x${"51".repeat(20)}`);
    await raw.request("hardhat_setCode", [silent, "0x600560005260206000f3"]);
    const tokens = async () => {
      const { treasury } = await raw.inspect(raw.dao.Avatar);
      return wasRead(treasury).tokens.map(({ address, amount }) => [address, amount]);
    };
    expect(await tokens()).to.deep.equal([]);
    await raw.ask([0n, 0n, 9n, 0n, 1n], { token: silent });
    expect(await tokens()).to.deep.equal([[silent, "5"]]);
  });

  itOnDao("flags what can never be redeemed, before and after it passed", async (raw) => {
    const { Avatar } = raw.dao;
    const cases = [
      [await raw.ask([0n, 0n, 0n, 0n, 1n], { reputation: 2n ** 130n }), /more reputation than/],
      [await raw.ask([1n, 0n, 0n, DAY, 0n]), /no periods/],
      [await raw.ask([1n, 0n, 0n, MaxUint256 / 2n, 1n]), /first period ends after .* years/],
      [await raw.ask([0n, 0n, 1n, 0n, 1n]), /names none/],
    ] as const;
    const fine = await raw.ask([1n, 0n, 0n, DAY, 1n], { reputation: 1n });
    const open = await raw.inspect(Avatar);
    for (const [id, why] of cases) {
      expect(proposalOf(open, id).problems?.join(" ")).to.match(why);
      await raw.vote(id);
    }
    expect(proposalOf(open, fine).problems).to.equal(undefined);
    const less = await raw.ask([0n, 0n, 0n, 0n, 1n], { reputation: -3n });
    await raw.vote(less);
    const passed = await raw.inspect(Avatar);
    const told = [...cases.map(([id]) => id), less].map((id) => {
      const { progress, unpaid } = proposalOf(passed, id);
      return { progress, unpaid };
    });
    // A negative reward does not reduce what is owed.
    expectInspected({ told, owes: passed.owes });
  });

  it("flags amounts that overflow, for a release that accepts them", async () => {
    await onDao(
      async (raw) => {
        const { base } = raw.chain;
        const { Avatar } = raw.dao;
        const id = await raw.ask([2n ** 255n, 0n, 0n, 1n, 2n], { description: ZeroHash });
        const vote = [id, 1n, raw.accounts[0]];
        await raw.send("GenesisProtocol", base.GenesisProtocol, "vote", vote);
        await raw.pass(10);
        const found = await raw.inspect(Avatar);
        const proposal = proposalOf(found, id);
        expect(proposal.problems).to.have.length(1);
        expect(proposal.problems?.[0]).to.match(/DAO's tokens times its periods overflows/);
        expect(wasRead(proposal.unpaid)[0]).to.deep.include({ amount: String(2n ** 256n) });
        expect(wasRead(proposal.unpaid)[0]).to.have.property("refused");
      },
      { version: "alpha.58" },
    );
  });

  itOnDao("distinguishes two proposals of one transaction", async (raw) => {
    const { Avatar } = raw.dao;
    const calls = [3n, 4n].map((tokens) => ({
      to: raw.scheme("ContributionReward"),
      data: raw.encode("ContributionReward", "proposeContributionReward", [
        Avatar,
        `asks ${tokens}`,
        0n,
        [tokens, 0n, 0n, 0n, 1n],
        ZeroAddress,
        raw.accounts[9],
      ]),
    }));
    await raw.transact({ data: sequenceCode(calls) });
    const [first, second, ...rest] = wasRead((await raw.inspect(Avatar)).proposals);
    expect(rest).to.deep.equal([]);
    expect(first?.transaction).to.equal(second?.transaction);
    expect([first?.description, second?.description]).to.deep.equal(["asks 3", "asks 4"]);
    expect(first?.requests).to.deep.include({ nativeTokens: "3" });
    expect(second?.requests).to.deep.include({ nativeTokens: "4" });
    await raw.vote(second!.id);
    const found = await raw.inspect(Avatar);
    expect(proposalOf(found, first!.id).progress).to.deep.equal({ stage: "open" });
    expect(proposalOf(found, second!.id).progress).to.have.property("stage", "passed");
  });
});
