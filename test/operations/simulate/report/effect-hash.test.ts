import { expect } from "chai";
import { getAddress, keccak256, parseEther, ZeroAddress, ZeroHash } from "ethers";

import type { Comparison, Difference } from "../../../../src/engine/inspect/compare/comparison.js";
import { inspectDao } from "../../../../src/engine/inspect/inspect-dao.js";
import { parseDraft } from "../../../../src/operations/simulate/drafts/draft.js";
import { findProposal } from "../../../../src/operations/simulate/find-proposal.js";
import { effectHash } from "../../../../src/operations/simulate/report/effect-hash.js";
import { executedEffects } from "../../../../src/operations/simulate/report/executed-effects.js";
import { openSession } from "../../../../src/operations/simulate/session.js";
import {
  simulateDraft,
  simulateOn,
} from "../../../../src/operations/simulate/simulate-proposal.js";
import type { Simulation } from "../../../../src/operations/simulate/simulation.js";
import { problemIn, readSchema } from "../../../../src/foundation/support/json-schema.js";
import { SMALL_DAO } from "../../../engine/migration/with-base.js";
import { rejection } from "../../../rejection.js";
import { openTrapDao, type TrapDao } from "../trap-dao.js";

const FOUNDER = SMALL_DAO.founders[0].address;
const STRANGER = getAddress(`0x${"ab".repeat(20)}`);
const OTHER = getAddress(`0x${"cd".repeat(20)}`);

describe("effectHash", () => {
  let trap: TrapDao;
  /** Of drafts each of which has another effect. */
  let drafted: readonly Simulation[];

  before(async () => {
    trap = await openTrapDao();
    drafted = await simulate(
      reward("4"),
      register("0x0000001f"),
      // Not all of it is paid within a century.
      { ...reward("4"), periods: 100, periodLength: 40_000_000 },
      { ...reward("5"), periods: 100, periodLength: 40_000_000 },
    );
  });
  after(() => {
    trap.close();
  });

  /** Simulates drafts, and proposals on the chain, at the latest block. */
  async function simulate(...all: readonly (string | object)[]): Promise<readonly Simulation[]> {
    await using session = await openSession(trap.provider, trap.dao.Avatar);
    const found: Simulation[] = [];
    for (const each of all) {
      found.push(
        typeof each === "string"
          ? await simulateOn(session, findProposal(session.inspection, each), { alone: true })
          : await simulateDraft(session, parseDraft(each, "draft"), { alone: true }),
      );
    }
    return found;
  }

  const hashOf = ({ effectHash: found }: Simulation): string => found!.hash;
  const hashesOf = async (...all: readonly (string | object)[]): Promise<readonly string[]> =>
    (await simulate(...all)).map(hashOf);

  const reward = (ether: string) => ({ kind: "reward", beneficiary: STRANGER, ether });
  const register = (permissions: string) => ({
    ...{ kind: "registerScheme", scheme: STRANGER, permissions, paramsHash: ZeroHash },
  });

  it("is of a document that says what happens, without what it takes to pass it", async () => {
    const [pays, registers] = drafted;
    const { document, hash } = pays!.effectHash!;
    expect(hash).to.match(/^effects-2:[0-9a-f]{64}$/);
    const { Avatar: avatar, Controller: controller } = trap.dao;
    const wei = String(parseEther("4"));
    expect(document.transfers).to.deep.equal([{ from: avatar, to: STRANGER, amount: wei }]);
    const said = document.calls.map((call) => [call.to, call.function?.replace(/\(.*/, "")]);
    expect(said).to.deep.include([controller, "sendEther"]).and.deep.include([STRANGER, undefined]);
    expect(document.calls.some((call) => /^vote|^stake/.test(call.function ?? ""))).to.equal(false);
    expect(document.setup).to.deep.equal([]);
    expect(registers!.effectHash!.document.setup).to.deep.include({
      ...{ kind: "schemeRegistered", scheme: STRANGER, permissions: "0x0000001f" },
    });
    const published = problemIn([registers], readSchema("simulations.schema.json"));
    expect(published).to.equal(undefined);

    const unread = { ...pays!.passed, changes: { notRead: "the node gave no answer" } };
    const partly = effectHash({ ...pays!, passed: unread })!;
    expect(partly.hash).to.match(/^effects-2-partly:/);
    expect(partly.document.notDetermined).to.deep.equal([
      "How the DAO is set up afterwards: the node gave no answer.",
    ]);
    const unknown = { address: OTHER, code: "unknown" } as const;
    for (const [kept, gap] of [
      [{ requests: unread.changes }, "What it asks for: the node gave no answer."],
      [{ competition: unread.changes }, "Who distributes it, and how: the node gave no answer."],
      [{ scheme: unknown }, `What the scheme ${OTHER} keeps of it, whose code is not Arc's.`],
      [{ rewarder: unknown }, `How ${OTHER} distributes it, whose code is not Arc's.`],
    ] as const) {
      const known = effectHash({ ...pays!, proposal: { ...pays!.proposal, ...kept } })!;
      expect(known.hash).to.match(/^effects-2-partly:/);
      expect(known.document.notDetermined).to.deep.equal([gap]);
    }
    const passes = { ...pays!.passes, verdict: "cannot pass" as const };
    expect(effectHash({ ...pays!, passes })).to.equal(undefined);
  });

  it("is another one if any effect is, by one wei or one bit", () => {
    const [pays, registers] = drafted;
    const wei = String(parseEther("4"));
    const others = [
      [pays, wei, `${wei.slice(0, -1)}1`],
      [pays, STRANGER, OTHER],
      [registers, "0x0000001f", "0x0000000f"],
      [registers, STRANGER, OTHER],
    ] as const;
    const hashes = others.map(([simulation, was, is]) => {
      const changed = JSON.stringify(simulation).replaceAll(was, is);
      return effectHash(JSON.parse(changed) as Simulation)!.hash;
    });
    const { passed } = pays!;
    const contract = (address: string) => ({ address, code: "unknown" }) as const;
    const ends = { before: contract(FOUNDER), after: contract(OTHER) };
    const setups: readonly Difference[] = [
      { kind: "controller", ...ends },
      { kind: "code", ...ends },
      { kind: "owner", of: "token", before: FOUNDER, after: OTHER },
      { kind: "owner", of: "reputation", before: FOUNDER, after: OTHER },
      { kind: "owner", of: "token", before: FOUNDER, after: STRANGER },
      { kind: "mayCall", scheme: contract(FOUNDER), added: [OTHER], removed: [] },
      { kind: "mayCall", scheme: contract(FOUNDER), added: [], removed: [OTHER] },
    ];
    const set = setups.map((each) => {
      const changes = { ...(passed.changes as Comparison), differences: [each] };
      return effectHash({ ...pays!, passed: { ...passed, changes } })!.hash;
    });
    const all = [...hashes, ...set, ...drafted.map(hashOf)];
    expect(new Set(all).size).to.equal(all.length);
  });

  // effect-hash.long.ts lets others do much more.
  it("is the same before it is proposed, on the chain, and after what others do meanwhile", async () => {
    const first = hashOf(drafted[0]!);
    const id = await trap.proposeEther(parseEther("4"), STRANGER);
    await trap.proposeEther(1n, OTHER);
    await trap.ask("evm_increaseTime", 100);
    const ether = { from: trap.deployer.account, to: trap.dao.Avatar, value: "0x1" };
    await trap.ask("eth_sendTransaction", ether);
    expect(await hashesOf(id, reward("4"))).to.deep.equal([first, first]);
  });

  it("is that of what was carried out, however it was sent, and another one of what else was", async () => {
    const ids = [
      await trap.proposeEther(parseEther("1"), OTHER),
      await trap.proposeEther(parseEther("1") + 1n, OTHER),
    ];
    const [claimed] = await hashesOf(ids[0]!);
    const { base, dao, scheme } = trap;
    const executed = async (id: string) =>
      await executedEffects(trap.provider, await inspectDao(trap.provider, dao.Avatar), id);
    expect((await rejection(executed(ids[0]!))).message).to.include("has not been carried out");
    for (const id of ids) {
      const vote = trap.encode("GenesisProtocol", "vote", [id, 1n, 0n, FOUNDER]);
      await trap.sendFrom(FOUNDER, base.GenesisProtocol, vote);
    }
    const early = await executed(ids[0]!);
    expect(early.effectHash.document.notDetermined).to.deep.equal(["What is not carried out yet."]);
    for (const id of ids) {
      await trap.ask("eth_sendTransaction", { from: FOUNDER, to: OTHER, value: "0x1" });
      const all = [id, dao.Avatar, [true, true, true, true]];
      await trap.send("ContributionReward", scheme("ContributionReward"), "redeem", all);
    }
    const [first, second] = [await executed(ids[0]!), await executed(ids[1]!)];
    expect(first.effectHash.document.notDetermined).to.deep.equal([]);
    expect(first.effectHash.hash).to.equal(claimed);
    expect(first.transactions).to.have.length(2);
    expect(second.effectHash.hash)
      .to.match(/^effects-2:/)
      .and.not.equal(claimed);
  });

  it("is another one if what the proposal stores for later is: a competition's terms, or how a constraint can be removed", async () => {
    const { base, own } = trap;
    const competition = await trap.deploy("Competition");
    const by = [own.machine, own.hash, competition];
    const ext = await trap.initialized("ContributionRewardExt", ...by);
    await trap.send("Competition", competition, "initialize", [ext]);
    await trap.registered(ext, "01");
    const { timestamp } = (await trap.ask("eth_getBlockByNumber", "latest", false)) as {
      readonly timestamp: string;
    };
    const [start, second] = [20_000, 30_000].map((after) => Number(timestamp) + after);
    const compete = async (isAdmin: boolean) => {
      const times = [start, second, start! + 60_000, 3, second];
      const args = ["compete", 0n, [0n, parseEther("1"), 0n], ZeroAddress, [99, 1], times, isAdmin];
      return await trap.send("Competition", competition, "proposeCompetition", args);
    };
    const ids = [await compete(true), await compete(false), await compete(false)];
    const competed = await simulate(...ids);
    const [administered, first, again] = competed.map(hashOf);
    expect(administered).to.match(/^effects-2:/);
    expect(first)
      .to.match(/^effects-2:/)
      .and.not.equal(administered);
    expect(again).to.equal(first);
    expect(competed[0]!.effectHash!.document.competition).to.deep.equal({
      ...{ contract: competition, admin: trap.deployer.account },
      ...{ rewardSplit: ["99", "1"], maxVotesPerVoter: "3" },
      ...{ startTime: start, votingStartTime: second, endTime: start! + 60_000 },
      suggestionsEndTime: second,
    });

    const registrar = base.GlobalConstraintRegistrar;
    const kept = [own.hash, own.machine];
    const name = "GlobalConstraintRegistrar";
    const paramsHash = await trap.send(name, registrar, "setParameters", kept);
    await trap.registered(registrar, "04", paramsHash);
    const constrain = (voteToRemoveParams: string) => ({
      ...{ kind: "addGlobalConstraint", constraint: base.TokenCapGC, paramsHash: ZeroHash },
      voteToRemoveParams,
    });
    const [voted, never, unset] = await hashesOf(
      constrain(own.hash),
      constrain(ZeroHash),
      constrain(`0x${"11".repeat(32)}`),
    );
    expect(new Set([voted, never, unset]).size).to.equal(3);
  });

  it("is another one if other code comes to what is registered, or to what that was set up with", async () => {
    const own = getAddress(`0x${"e1".repeat(20)}`);
    const rewarder = getAddress(`0x${"e2".repeat(20)}`);
    const codes = async (code: string) => {
      for (const each of [own, rewarder]) await trap.ask("hardhat_setCode", each, code);
      await trap.ask("hardhat_mine", "0x1");
    };
    await codes("0x5f00");
    const by = [trap.own.machine, trap.own.hash, rewarder];
    const ext = await trap.initialized("ContributionRewardExt", ...by);
    const drafts = [own, ext].map((scheme) => ({ ...register("0x00000001"), scheme }));
    const reviewed = await simulate(...drafts);
    await codes("0x5f5f00");
    const replaced = await hashesOf(...drafts);
    await codes("0x5f00");
    expect(await hashesOf(...drafts)).to.deep.equal(reviewed.map(hashOf));
    expect(new Set([...replaced, ...reviewed.map(hashOf)]).size).to.equal(4);
    expect(reviewed[1]!.effectHash!.document.setup).to.deep.include({
      ...{ kind: "code", address: rewarder, code: keccak256("0x5f00") },
    });
  });
});
