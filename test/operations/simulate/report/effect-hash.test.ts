import { expect } from "chai";
import { getAddress, parseEther, toQuantity, ZeroHash } from "ethers";

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
import { SMALL_DAO } from "../../../engine/migration/with-base.js";
import { randomNumbers } from "../../../random-numbers.js";
import { rejection } from "../../../rejection.js";
import { openTrapDao, type TrapDao } from "../trap-dao.js";

const FOUNDER = SMALL_DAO.founders[0].address;
const STRANGER = getAddress(`0x${"ab".repeat(20)}`);
const OTHER = getAddress(`0x${"cd".repeat(20)}`);

describe("effectHash", () => {
  let trap: TrapDao;

  before(async () => {
    trap = await openTrapDao();
  });
  after(() => {
    trap.close();
  });

  /** Simulates a draft, or a proposal on the chain, at the latest block. */
  async function simulate(what: string | object): Promise<Simulation> {
    const session = await openSession(trap.provider, trap.dao.Avatar);
    try {
      return typeof what === "string"
        ? await simulateOn(session, findProposal(session.inspection, what), { alone: true })
        : await simulateDraft(session, parseDraft(what, "draft"), { alone: true });
    } finally {
      await session.chain.close();
    }
  }

  const ask = async (method: string, ...params: unknown[]) =>
    await trap.provider.request({ method, params });

  const hashOf = async (what: string | object): Promise<string> =>
    (await simulate(what)).effectHash!.hash;

  const reward = (ether: string, beneficiary = STRANGER) => ({
    ...{ kind: "reward", beneficiary, ether },
  });
  const register = (permissions: string, scheme = STRANGER) => ({
    ...{ kind: "registerScheme", scheme, permissions, paramsHash: ZeroHash },
  });

  it("is of a document that says what happens, without what it takes to pass it", async () => {
    const { effectHash: found } = await simulate(reward("4"));
    const { document, hash } = found!;
    expect(hash).to.match(/^effects-1:[0-9a-f]{64}$/);
    const { Avatar: avatar, Controller: controller } = trap.dao;
    const wei = String(parseEther("4"));
    expect(document.transfers).to.deep.equal([{ from: avatar, to: STRANGER, amount: wei }]);
    const said = document.calls.map((call) => [call.to, call.function?.replace(/\(.*/, "")]);
    expect(said).to.deep.include([controller, "sendEther"]).and.deep.include([STRANGER, undefined]);
    expect(document.calls.some((call) => /^vote|^stake/.test(call.function ?? ""))).to.equal(false);
    expect(document.setup).to.deep.equal([]);
  });

  it("tells how the DAO is set up afterwards", async () => {
    const { effectHash: found } = await simulate(register("0x0000001f"));
    expect(found!.document.setup).to.deep.include({
      ...{ kind: "schemeRegistered", scheme: STRANGER, permissions: "0x0000001f" },
    });
  });

  it("is another one if any effect is, by one wei or one bit", async () => {
    const hashes = [
      await hashOf(reward("4")),
      await hashOf(reward("4.000000000000000001")),
      await hashOf(reward("4", OTHER)),
      // Nothing is paid within the time of a simulation.
      await hashOf({ ...reward("4"), periods: 100, periodLength: 40_000_000 }),
      await hashOf({ ...reward("5"), periods: 100, periodLength: 40_000_000 }),
      await hashOf(register("0x0000001f")),
      await hashOf(register("0x0000000f")),
      await hashOf(register("0x0000001f", OTHER)),
    ];
    expect(new Set(hashes).size).to.equal(hashes.length);
  });

  it("is the same before it is proposed, on the chain, and whatever others do meanwhile", async () => {
    const draft = reward("3");
    const first = await hashOf(draft);
    const id = await trap.proposeEther(parseEther("3"), STRANGER);
    expect(await hashOf(id)).to.equal(first);
    const random = randomNumbers(7);
    for (let round = 0; round < 3; round++) {
      for (let sent = 0; sent < 5; sent++) await somethingElse(random());
      expect(await hashOf(id)).to.equal(first);
    }
    expect(await hashOf(draft)).to.equal(first);
  });

  it("is that of what was carried out, however it was sent, and another one of what else was", async () => {
    const ids = [
      await trap.proposeEther(parseEther("1"), OTHER),
      await trap.proposeEther(parseEther("1") + 1n, OTHER),
    ];
    const claimed = await hashOf(ids[0]!);
    await ask("hardhat_impersonateAccount", FOUNDER);
    await ask("hardhat_setBalance", FOUNDER, toQuantity(parseEther("1")));
    const { base, deployer, dao, scheme } = trap;
    const executed = async (id: string) =>
      await executedEffects(trap.provider, await inspectDao(trap.provider, dao.Avatar), id);
    expect((await rejection(executed(ids[0]!))).message).to.include("has not been carried out");
    for (const id of ids) {
      const vote = trap.encode("GenesisProtocol", "vote", [id, 1n, 0n, FOUNDER]);
      await ask("eth_sendTransaction", { from: FOUNDER, to: base.GenesisProtocol, data: vote });
    }
    const early = await executed(ids[0]!);
    expect(early.effectHash.document.notDetermined).to.deep.equal(["What is not carried out yet."]);
    for (const id of ids) {
      await ask("eth_sendTransaction", { from: FOUNDER, to: OTHER, value: "0x1" });
      const all = [id, dao.Avatar, [true, true, true, true]];
      const data = trap.encode("ContributionReward", "redeem", all);
      const to = scheme("ContributionReward");
      await ask("eth_sendTransaction", { from: deployer.account, to, data });
    }
    const [first, second] = [await executed(ids[0]!), await executed(ids[1]!)];
    expect(first.effectHash.document.notDetermined).to.deep.equal([]);
    expect(first.effectHash.hash).to.equal(claimed);
    expect(first.transactions).to.have.length(2);
    expect(second.effectHash.hash)
      .to.match(/^effects-1:/)
      .and.not.equal(claimed);
  });

  it("says what is not determined, in the document and in its prefix", async () => {
    const simulation = await simulate(reward("2"));
    const unread = { ...simulation.passed, changes: { notRead: "the node gave no answer" } };
    const found = effectHash({ ...simulation, passed: unread })!;
    expect(found.hash).to.match(/^effects-1-partly:/);
    expect(found.document.notDetermined).to.deep.equal([
      "How the DAO is set up afterwards: the node gave no answer.",
    ]);
    const passes = { ...simulation.passes, verdict: "cannot pass" as const };
    expect(effectHash({ ...simulation, passes })).to.equal(undefined);
  });

  /** A transaction that touches nothing of the proposal. */
  async function somethingElse(random: number): Promise<void> {
    const { deployer, proposeEther } = trap;
    if (random < 0.4) {
      const value = toQuantity(Math.ceil(random * 1e9));
      await ask("eth_sendTransaction", { from: deployer.account, to: OTHER, value });
    } else if (random < 0.6) {
      await proposeEther(BigInt(Math.ceil(random * 1e9)), OTHER);
    } else if (random < 0.8) {
      await ask("evm_increaseTime", Math.ceil(random * 100));
      await ask("evm_mine");
    } else {
      await ask("eth_sendTransaction", {
        from: deployer.account,
        to: trap.dao.Avatar,
        value: "0x1",
      });
    }
  }
});
