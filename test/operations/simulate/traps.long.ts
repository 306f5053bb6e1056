import { expect } from "chai";
import { getAddress, parseEther, toQuantity, ZeroAddress, ZeroHash } from "ethers";

import { findProposal } from "../../../src/operations/simulate/find-proposal.js";
import { parseDraft, type DraftInput } from "../../../src/operations/simulate/drafts/draft.js";
import { openSession, type Session } from "../../../src/operations/simulate/session.js";
import { simulateDraft, simulateOn } from "../../../src/operations/simulate/simulate-proposal.js";
import { wouldFail, type Simulation } from "../../../src/operations/simulate/simulation.js";
import { SMALL_DAO } from "../../engine/migration/with-base.js";
import { rejection } from "../../rejection.js";
import { openTrapDao, type TrapDao } from "./trap-dao.js";

const at = (digits: string) => getAddress(`0x${digits.repeat(20)}`);
const STRANGER = at("ab");
const FOUNDER = SMALL_DAO.founders[0].address;
const [STOPS, PROXY, DESTROYS, BURNS] = [at("50"), at("9a"), at("de"), at("b0")];
/** A contract that does nothing; a proxy for it (ERC-1167); one that self-destructs; one that burns 26 million gas. */
const CODES = {
  [STOPS]: "0x00",
  [PROXY]: `0x363d3d373d3d3d363d73${STOPS.slice(2)}5af43d82803e903d91602b57fd5bf3`,
  [DESTROYS]: "0x33ff",
  [BURNS]: "0x620f42405b60019003806004570000",
};
const CALL_DATA = "0xb11bead4";

const idsOf = ({ warnings }: Simulation): string[] => warnings.map(({ id }) => id);

describe("proposals that do something other than they claim", () => {
  let trap: TrapDao;
  let session: Session;

  before(async () => {
    trap = await openTrapDao("rc.57", { GlobalConstraintRegistrar: true });
    for (const [address, code] of Object.entries(CODES)) {
      await trap.provider.request({ method: "hardhat_setCode", params: [address, code] });
    }
    await trap.provider.request({ method: "evm_mine" });
    session = await openSession(trap.provider, trap.dao.Avatar);
  });
  after(async () => {
    await session.chain.close();
    trap.close();
  });

  const on = async (own: Session, input: DraftInput): Promise<Simulation> =>
    await simulateDraft(own, parseDraft(input, "it"), { alone: true });
  const draft = async (input: DraftInput): Promise<Simulation> => await on(session, input);
  const withSession = async (run: (own: Session) => Promise<void>): Promise<void> => {
    const own = await openSession(trap.provider, trap.dao.Avatar);
    await run(own).finally(() => own.chain.close());
  };
  const calls = async (...to: readonly string[]): Promise<Simulation> =>
    await draft({
      kind: "calls",
      through: trap.multiCall.address,
      calls: to.map((address) => ({ to: address, data: CALL_DATA })),
    });

  it("gives no warning for calls to Arc's contracts that do what they say", async () => {
    const data = trap.encode("ActionMock", "test2", [trap.dao.Avatar]);
    const to = trap.mock.address;
    const through = trap.multiCall.address;
    const simulation = await draft({
      kind: "calls",
      through,
      calls: [
        { to, data },
        { to, data },
      ],
    });
    expect(simulation.does.verdict).to.equal("yes");
    expect(simulation.warnings).to.deep.equal([]);
    expect(wouldFail(simulation)).to.equal(false);
  });

  const UNKNOWN = "call-to-unknown-code";
  for (const [what, to, ids, last] of [
    ["a call to an address without code", STRANGER, ["call-to-account"], STRANGER],
    ["a call to unknown code", STOPS, [UNKNOWN], STOPS],
    [
      "a delegate call to foreign code",
      PROXY,
      [UNKNOWN, "delegatecall"],
      `runs the code of ${STOPS}`,
    ],
    [
      "a contract that destroys itself",
      DESTROYS,
      [UNKNOWN, "selfdestruct"],
      `${DESTROYS} destroys itself`,
    ],
  ] as const) {
    it(`warns of ${what}`, async () => {
      const simulation = await calls(to);
      expect(idsOf(simulation)).to.deep.equal(ids);
      expect(simulation.warnings.at(-1)!.what).to.include(last);
    });
  }

  it("does not know what a call does that uses up all gas", async () => {
    const simulation = await calls(BURNS);
    expect(idsOf(simulation)).to.include.members(["call-to-unknown-code", "behaves-differently"]);
    expect(simulation.does.verdict).to.equal("inconclusive");
  });

  it("warns if the controller changes, and if the DAO becomes unreadable", async () => {
    const { deployer, release, dao } = trap;
    const controller = await deployer.deploy("trap/next", release.artifact("Controller"), [
      dao.Avatar,
    ]);
    await withSession(async (own) => {
      const upgrade = (to: string) => on(own, { kind: "upgradeController", controller: to });
      const known = await upgrade(controller.address);
      expect(known.does.verdict).to.equal("yes");
      expect(idsOf(known).filter((id) => id === "controller-changes-hands")).to.have.length(3);
      expect(idsOf(known)).to.include.members(["power-lost", "cannot-be-undone"]);
      const lost = await upgrade(STRANGER);
      expect(idsOf(lost)).to.include("control");
      expect(lost.does.verdict).to.equal("inconclusive");
      expect(wouldFail(lost)).to.equal(true);
    });
  });

  it("proposes a drafted call through the scheme for its contract", async () => {
    const data = trap.encode("ActionMock", "test2", [trap.dao.Avatar]);
    const simulation = await draft({
      kind: "calls",
      through: trap.genericScheme.address,
      calls: [{ to: trap.mock.address, data }],
    });
    expect(simulation.proposal.scheme.name).to.equal("GenericScheme");
    expect(simulation.does.effects.map(({ happened }) => happened)).to.deep.equal(["yes"]);
  });

  it("proposes drafts that register and unregister a scheme", async () => {
    const registers = await draft({
      kind: "registerScheme",
      scheme: trap.base.ContributionReward,
      permissions: "0x00000011",
    });
    expect(registers.does.verdict, JSON.stringify(registers.does)).to.equal("yes");
    // Without parameters, whoever stores some for this hash would decide.
    expect(idsOf(registers)).to.include("unknown-rules");
    const unregisters = await draft({
      kind: "unregisterScheme",
      scheme: trap.genericScheme.address,
    });
    expect(unregisters.does.verdict, JSON.stringify(unregisters.does)).to.equal("yes");
    expect(idsOf(unregisters)).to.deep.equal([]);
    const kinds =
      "differences" in unregisters.passed.changes
        ? unregisters.passed.changes.differences.map(({ kind }) => kind)
        : [];
    expect(kinds).to.include("schemeUnregistered");
  });

  it("proposes drafts that add and remove a constraint", async () => {
    const { deployer, release, dao } = trap;
    const constraint = await deployer.deploy("trap/cap", release.artifact("TokenCapGC"));
    const cap = [dao.NativeToken, parseEther("2000")];
    const data = trap.encode("TokenCapGC", "setParameters", cap);
    const transaction = { from: deployer.account, to: constraint.address, data };
    const paramsHash = String(
      await trap.provider.request({ method: "eth_call", params: [transaction] }),
    );
    await trap.provider.request({ method: "eth_sendTransaction", params: [transaction] });
    const { address } = constraint;
    const remove = { kind: "removeGlobalConstraint", constraint: address } as const;
    await withSession(async (own) => {
      const added = await on(own, { kind: "addGlobalConstraint", constraint: address, paramsHash });
      expect(added.does.verdict, JSON.stringify(added.does)).to.equal("yes");
      // A constraint that is not registered cannot be removed: this fails before any vote.
      expect((await rejection(on(own, remove))).message).to.match(
        /^GlobalConstraintRegistrar 0x\w{40} does not accept the proposal/,
      );
      // Adds it on the chain with exactly the simulated transactions.
      for (const { stage, from, to, data: sent } of added.passed.stages) {
        if (stage !== "propose" && stage !== "vote") continue;
        await trap.provider.request({ method: "hardhat_impersonateAccount", params: [from] });
        const ether = [from, toQuantity(parseEther("1"))];
        await trap.provider.request({ method: "hardhat_setBalance", params: ether });
        const params = [{ from, to, data: sent }];
        await trap.provider.request({ method: "eth_sendTransaction", params });
      }
    });
    await withSession(async (later) => {
      const removed = await on(later, remove);
      expect(removed.does.verdict, JSON.stringify(removed.does)).to.equal("yes");
      // The constraint stops the reward, however many vote for it.
      const refused = await on(later, { kind: "reward", beneficiary: STRANGER, tokens: "5000" });
      expect(refused.passes.verdict).to.equal("can pass");
      expect(refused.does.verdict).to.equal("no");
      expect(idsOf(refused)).to.include("reward-not-paid");
    });
  });

  it("waits for all periods of a reward, and sums them", async () => {
    const periodic = { periods: 3, periodLength: 1000 } as const;
    const paid = await draft({ kind: "reward", beneficiary: STRANGER, ether: "2", ...periodic });
    expect(paid.does.effects).to.deep.equal([
      { request: `pay 6.0 ether to ${STRANGER}`, happened: "yes" },
    ]);
    expect(idsOf(paid)).to.deep.equal(["treasury-halved"]);
    const [vote, redeem] = ["vote", "redeem"].map((name) =>
      paid.passed.stages.find(({ stage }) => stage === name),
    );
    expect(redeem!.time - vote!.time).to.be.at.least(3000);
    const unpaid = await draft({ kind: "reward", beneficiary: STRANGER, ether: "4", ...periodic });
    expect(unpaid.does.verdict).to.equal("no");
    expect(idsOf(unpaid)).to.include("reward-not-paid");
    const empties = await draft({ kind: "reward", beneficiary: STRANGER, ether: "10" });
    expect(idsOf(empties)).to.deep.equal(["treasury-emptied"]);
  });

  for (const name of ["AbsoluteVote", "QuorumVote"]) {
    it(`simulates calls that ${name} decides on, including one that fails`, async () => {
      const { deployer, release, dao, provider, mock } = trap;
      const machine = await deployer.deploy(`trap/${name}`, release.artifact(name));
      const data = trap.encode(name, "setParameters", [50n, ZeroAddress]);
      const sets = { from: deployer.account, to: machine.address, data };
      const hash = String(await provider.request({ method: "eth_call", params: [sets] }));
      await provider.request({ method: "eth_sendTransaction", params: [sets] });
      const scheme = await deployer.deploy(
        `trap/${name}/scheme`,
        release.artifact("GenericScheme"),
      );
      const args = [dao.Avatar, machine.address, hash, mock.address];
      await trap.send("GenericScheme", scheme.address, "initialize", args);
      const registered = [scheme.address, ZeroHash, "0x00000010", dao.Avatar];
      await trap.send("Controller", dao.Controller, "registerScheme", registered);
      const works = trap.encode("ActionMock", "test2", [dao.Avatar]);
      const fails = trap.encode("ActionMock", "test2", [STRANGER]);
      const good = await trap.propose(scheme.address, "proposeCall", [works, 0n]);
      const bad = await trap.propose(scheme.address, "proposeCall", [fails, 0n]);
      // Votes in earlier tests may have cost reputation.
      const balance = trap.encode("Reputation", "balanceOf", [FOUNDER]);
      const params = [{ to: dao.NativeReputation, data: balance }, "latest"];
      const reputation = BigInt((await provider.request({ method: "eth_call", params })) as string);
      await withSession(async (own) => {
        const simulate = async (id: string) =>
          await simulateOn(own, findProposal(own.inspection, id), { alone: true });
        const done = await simulate(good);
        expect(done.proposal.votingMachine.name).to.equal(name);
        expect(done.passes, JSON.stringify(done.passes)).to.deep.include({
          verdict: "can pass",
          votes: [{ account: FOUNDER, reputation: String(reputation), share: "100.00" }],
        });
        expect(done.does.verdict).to.equal("yes");
        expect(done.warnings).to.deep.equal([]);
        expect(done.failed?.decision).to.equal("against");
        const undone = await simulate(bad);
        expect(undone.does.verdict).to.equal("no");
        expect(idsOf(undone)).to.include("action-fails-inside");
      });
    });
  }
});
