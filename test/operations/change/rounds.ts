import { expect } from "chai";
import { parseEther } from "ethers";

import { knownAbi } from "../../../src/foundation/arc/known-abis.js";
import type { MigrationParameters } from "../../../src/foundation/params/file/migration-parameters.js";
import { inspectDao } from "../../../src/engine/inspect/inspect-dao.js";
import { isNotRead } from "../../../src/engine/inspect/reading/attempt.js";
import { ForkedChain } from "../../../src/operations/simulate/chain/forked-chain.js";
import { encodeDraft } from "../../../src/operations/simulate/drafts/propose.js";
import { parseDraft } from "../../../src/operations/simulate/drafts/draft.js";
import { CHANGING_DAO, changed, openDao, planned, proposed, sharedDao } from "./change-dao.js";

const SECOND = "0xFFcf8FDEE72ac11b5c542428B35EEF5769C409f0";
const THIRD = "0x22d491Bde2303f2f43325b2108D26f1eAbA1e32b";
const [FIRST] = CHANGING_DAO.founders;
const founders = (second: number, third: number) => [
  FIRST,
  { address: SECOND, tokens: 10, reputation: second },
  { address: THIRD, tokens: 10, reputation: third },
];
const file = (second: number, third: number): MigrationParameters => ({
  ...CHANGING_DAO,
  founders: founders(second, third),
});

/** Tests what rounds of `propose` do while holdings and files change. */
export function testRounds(version: string): void {
  const made = sharedDao(async () => await openDao(file(100, 50), version));
  /** Opened each time, because it keeps the time of the last block. */
  const openChain = async () => await ForkedChain.on(made.provider);

  /** Gives reputation to an account, or takes it, as other schemes do. */
  async function earn(account: string, amount: number): Promise<void> {
    const { controller, reputation } = await inspectDao(made.provider, made.dao.Avatar);
    const call = {
      functionName: amount > 0 ? "mint" : "burn",
      args: [account, parseEther(String(Math.abs(amount)))],
    };
    const contract = {
      address: reputation.contract.address,
      abi: knownAbi("Reputation", made.release.version)!,
    };
    expect((await (await openChain()).call(controller.address, contract, call)).success).to.equal(
      true,
    );
  }

  async function round(raw: MigrationParameters, more: object = {}) {
    const { handled } = await proposed(made, raw, more);
    return handled.map(({ key, outcome }) => `${outcome} ${key}`);
  }

  async function rewards() {
    const { proposals } = await inspectDao(made.provider, made.dao.Avatar);
    return (isNotRead(proposals) ? [] : proposals).flatMap(({ requests }) =>
      !isNotRead(requests) && requests.kind === "reward"
        ? `${requests.beneficiary} ${Number(requests.reputation) / 1e18}`
        : [],
    );
  }

  /** A stranger's proposal. */
  async function propose(reward: object): Promise<void> {
    const draft = parseDraft({ kind: "reward", beneficiary: SECOND, ...reward }, "it");
    const { scheme, ...call } = encodeDraft(
      await inspectDao(made.provider, made.dao.Avatar),
      draft,
    );
    const { address } = scheme.contract;
    const abi = knownAbi("ContributionReward", scheme.contract.releases!.at(-1))!;
    expect((await (await openChain()).call(THIRD, { address, abi }, call)).success).to.equal(true);
  }

  for (const [what, amount] of [
    ["lost most of it", -80],
    ["earned some", 7],
  ] as const) {
    it(`open one proposal for a founder who ${what} before the second round`, async () => {
      expect(await round(file(0, 50))).to.deep.equal([`proposed reward/${SECOND}`]);
      await earn(SECOND, amount);
      expect(await round(file(0, 50))).to.deep.equal([`open reward/${SECOND}`]);
      expect(await rewards()).to.deep.equal([`${SECOND} -100`]);
    });
  }

  it("leave an open proposal as it is if the file changes, and say that the rest comes after it", async () => {
    await round(file(120, 50));
    expect(await round(file(130, 50))).to.deep.equal([`open reward/${SECOND}`]);
    const { left } = await planned(made, file(130, 50));
    expect(left.map(({ why }) => why)).to.deep.equal([
      "Proposal 1 was made for another amount. Once it is carried out or has failed, the next plan has the rest.",
    ]);
  });

  it("take only what the founding gave too much, and agree with a check", async () => {
    await earn(SECOND, 30);
    await changed(made, file(20, 50));
    const { reputation } = await inspectDao(made.provider, made.dao.Avatar);
    const holders = isNotRead(reputation.holders) ? [] : reputation.holders;
    const { amount } = holders.find(({ account }) => account === SECOND)!;
    expect(amount).to.equal(String(parseEther("50")));
    expect(await planned(made, file(20, 50))).to.deep.include({
      empty: true,
      left: [],
      matches: "yes",
    });
  });

  it("take nothing from a founder who has less than the file says", async () => {
    await earn(SECOND, -90);
    const { proposals, left, matches } = await planned(made, file(20, 50));
    expect(proposals).to.deep.equal([]);
    expect([left.map(({ where }) => where), matches]).to.deep.equal([["founders[1]"], "no"]);
  });

  it("bring all founders to zero with one proposal for each, in one round", async () => {
    const none = {
      ...CHANGING_DAO,
      founders: founders(0, 0).map((each) => ({ ...each, reputation: 0 })),
    };
    const outcomes = await round(none, { force: true });
    expect(outcomes.map((each) => each.split(" ")[0])).to.deep.equal([
      "proposed",
      "proposed",
      "proposed",
    ]);
    expect(await round(none, { force: true })).to.have.length(3);
    expect(await rewards()).to.have.length(3);
  });

  it("wait for a stranger's proposal that pays more, name it, and go on only on request", async () => {
    const raw = file(120, 50);
    await propose({ reputation: "5000" });
    expect(await round(raw)).to.deep.equal([`waits reward/${SECOND}`]);
    const { warnings } = await planned(made, raw);
    expect(warnings.map(({ id }) => id)).to.deep.equal(["stray-proposal"]);
    expect(await round(raw, { again: true })).to.deep.equal([`proposed reward/${SECOND}`]);
  });

  it("do not take a payment of ether for their own", async () => {
    await propose({ reputation: "20", ether: "1" });
    expect(await round(file(120, 50))).to.deep.equal([`waits reward/${SECOND}`]);
  });

  it("name two open proposals for one founder, whoever made them", async () => {
    await round(file(0, 50));
    await propose({ reputation: "-60" });
    expect(await round(file(0, 50))).to.deep.equal([`open reward/${SECOND}`]);
    const { warnings } = await planned(made, file(0, 50));
    expect(warnings.map(({ id, todo }) => `${id}: ${todo}`)).to.have.length(1);
    expect(warnings[0]!.todo).to.contain("Vote against one of them");
  });

  it("do not register the same contract in two ways, and say which proposal is in the way", async () => {
    const at = (voteParams: number) => ({ ...CHANGING_DAO, ContributionReward: [{ voteParams }] });
    const VotingMachinesParams = [
      ...CHANGING_DAO.VotingMachinesParams,
      { ...CHANGING_DAO.VotingMachinesParams[0], queuedVoteRequiredPercentage: 70 },
    ];
    const raw = { ...at(1), founders: founders(100, 50) };
    expect(await round(raw)).to.deep.equal(["proposed register/ContributionReward[0]"]);
    const other = { ...raw, ...at(2), founders: founders(100, 50), VotingMachinesParams };
    const { handled } = await proposed(made, other);
    expect(handled.map(({ outcome }) => outcome)).to.deep.equal(["waits"]);
    expect(handled[0]!.reason).to.match(/^proposal 0x\w{64}, made by 0x\w{40}, which is open/);
    expect(await round(other, { again: true })).to.deep.equal([
      "proposed register/ContributionReward[0]",
    ]);
  });
}
