import { expect } from "chai";
import { concat, getAddress, parseEther, zeroPadValue, ZeroHash } from "ethers";

import { NEW_PROPOSAL } from "../../../src/engine/governance/machine-events.js";
import { readerAt } from "../../../src/engine/inspect/reading/block-reader.js";
import type { Simulation } from "../../../src/operations/simulate/simulation.js";
import { simulateDraft, simulateOn } from "../../../src/operations/simulate/simulate-proposal.js";
import { openSession, type Session } from "../../../src/operations/simulate/session.js";
import { SMALL_DAO } from "../../engine/migration/with-base.js";
import { MigrationError, UsageError } from "../../../src/foundation/support/errors.js";
import { rejection } from "../../rejection.js";
import { parseDraft } from "../../../src/operations/simulate/drafts/draft.js";
import { parseExpectations } from "../../../src/operations/simulate/verdicts/expectations.js";
import { factsOf } from "./facts-of.js";
import { openTrapDao, type TrapDao } from "./trap-dao.js";
import { findDaoOf, findProposal } from "../../../src/operations/simulate/find-proposal.js";
import { expectRecorded } from "../../recorded.js";

const STRANGER = getAddress(`0x${"ab".repeat(20)}`);
const FOUNDER = SMALL_DAO.founders[0].address;

describe("simulateOn", () => {
  let trap: TrapDao;
  let session: Session;
  const ids: Record<string, string> = {};

  before(async () => {
    trap = await openTrapDao();
    const { dao, genericScheme, encode, deployer } = trap;
    ids.reward = await trap.proposeEther(parseEther("4"), STRANGER);
    ids.unpaid = await trap.proposeEther(parseEther("11"), STRANGER);
    // test2 reverts unless it is passed its caller, the avatar.
    const fails = encode("ActionMock", "test2", [deployer.account]);
    ids.fails = await trap.propose("GenericScheme", "proposeCall", [fails, 0n]);
    const grant = (account: string) =>
      encode("Controller", "registerScheme", [account, ZeroHash, "0x0000001f", dao.Avatar]);
    const targets = [dao.Controller, dao.Controller];
    const calls = [grant(genericScheme), grant(STRANGER)];
    const multi = [targets, calls, [0n, 0n]];
    ids.grants = await trap.propose("GenericSchemeMultiCall", "proposeCalls", multi);
    const args = [dao.Avatar, STRANGER, ZeroHash, "0x0000001f"];
    ids.registers = await trap.propose("SchemeRegistrar", "proposeScheme", args);
    session = await openSession(trap.provider, dao.Avatar);
  });
  after(async () => {
    await session.chain.close();
    trap.close();
  });

  async function simulate(name: string): Promise<Simulation> {
    return await simulateOn(session, findProposal(session.inspection, ids[name]!), { alone: true });
  }

  it("passes a reward by the votes of those who hold reputation, and redeems it", async () => {
    expectRecorded(factsOf(await simulate("reward")));
    // The chain itself is unchanged.
    const machine = ["GenesisProtocol", trap.base.GenesisProtocol] as const;
    expect(await trap.read(...machine, "state", ids.reward)).to.equal(3n);
  });

  for (const [what, name] of [
    ["says that a redeem cannot be paid", "unpaid"],
    ["detects a failed action although the machine reports it as executed", "fails"],
    [
      "detects permissions that a multi-call grants to a scheme and to an account without code",
      "grants",
    ],
    ["warns of a registration for an account without code", "registers"],
  ] as const) {
    it(what, async () => {
      expectRecorded(factsOf(await simulate(name)));
    });
  }

  it("warns if another pending proposal takes what this one needs", async () => {
    // 4 and then 7 of 10 ether: the treasury can pay either, but not both. 11 it cannot pay anyway.
    await trap.proposeEther(parseEther("7"), FOUNDER);
    await using later = await openSession(trap.provider, trap.dao.Avatar);
    const proposal = findProposal(later.inspection, ids.reward!);
    expectRecorded(factsOf(await simulateOn(later, proposal, {})));
  });

  it("makes a proposal from a draft, and compares the outcome with the expectations", async () => {
    const draft = parseDraft({ kind: "reward", beneficiary: STRANGER, ether: "6" }, "it");
    const expectations = parseExpectations(
      [
        { treasury: "ether", fallsByAtMost: "6" },
        { treasury: "ether", fallsByAtMost: "5.9" },
        { noSchemeGains: "0x00000010" },
        { balanceOf: STRANGER, of: "ether", before: "0", after: "6" },
        // The reputation burnt for voting is returned, with the rewards for proposing and voting.
        { balanceOf: FOUNDER, of: "reputation", before: "1000", after: "1" },
      ],
      "it",
    );
    const head = await trap.provider.request({ method: "eth_blockNumber" });
    const options = { alone: true, expect: expectations };
    const simulation = await simulateDraft(session, draft, options);
    expect(simulation.proposal).to.include({ draft: true, proposer: FOUNDER });
    expectRecorded(factsOf(simulation));
    expect(await trap.provider.request({ method: "eth_blockNumber" })).to.equal(head);
    // A second simulation returns the same bytes, also on a machine with little memory.
    const availableMemory = process.availableMemory.bind(process);
    process.availableMemory = () => 4 * 2 ** 30;
    const again = await simulateDraft(session, draft, options);
    process.availableMemory = availableMemory;
    expect(again.hash).to.equal(simulation.hash);
  });

  it("tries what takes much gas for its data alone, and says so if no transaction can", async () => {
    const simulateLong = async (length: number) => {
      const description = "x".repeat(length);
      const draft = parseDraft({ kind: "reward", beneficiary: STRANGER, description }, "it");
      return await simulateDraft(session, draft, { alone: true });
    };
    expect((await simulateLong(70_000)).passes.verdict).to.equal("can pass");
    const error = await rejection(simulateLong(450_000));
    expect(error).to.be.instanceOf(MigrationError);
    expect(error.message).to.match(
      /bytes of data takes 18\d{6} gas before anything runs, and at most/,
    );
  });

  it("says which proposals no scheme of the DAO can make", async () => {
    const upgrade = { kind: "removeGlobalConstraint", constraint: STRANGER } as const;
    const none = await rejection(simulateDraft(session, parseDraft(upgrade, "it"), {}));
    expect(none.message).to.match(/No registered scheme of this DAO can propose this/);
    const through = trap.scheme("SchemeRegistrar");
    const reward = parseDraft({ kind: "reward", beneficiary: STRANGER, through }, "it");
    const other = await rejection(simulateDraft(session, reward, {}));
    expect(other.message).to.match(
      /cannot propose this \(reward\)\. These can: ContributionReward/,
    );
  });

  it("finds the DAO of a proposal by its id, in events of Arc's voting machines only", async () => {
    const { provider, dao, deployer } = trap;
    const reader = await readerAt(provider, {});
    expect(await findDaoOf(reader, ids.reward!.toUpperCase().replace("X", "x"))).to.equal(
      dao.Avatar,
    );
    const [emitter, id] = [`0x${"e1".repeat(20)}`, `0x${"1d".repeat(32)}`];
    // Emits the event with the id and organization of the call data.
    const code = `0x602035600035 7f${NEW_PROPOSAL.slice(2)} 60606000a300`.replaceAll(" ", "");
    await provider.request({ method: "hardhat_setCode", params: [emitter, code] });
    const data = concat([id, zeroPadValue(dao.Avatar, 32)]);
    const params = [{ from: deployer.account, to: emitter, data }];
    await provider.request({ method: "eth_sendTransaction", params });
    const later = await readerAt(provider, {});
    expect(await later.logs({ topics: [NEW_PROPOSAL, id] })).to.have.length(1);
    const unknown = await rejection(findDaoOf(later, id));
    expect(unknown).to.be.instanceOf(MigrationError);
    expect(unknown.message).to.match(/^None of Arc's voting machines on this chain has/);
    const short = await rejection(findDaoOf(later, "0x1d"));
    expect(short).to.be.instanceOf(UsageError);
    expect(short.message).to.match(/only the beginning of a proposal's id\. Pass the whole id/);
  });

  it("refuses proposals that are over, or that the DAO does not have", async () => {
    for (const [id, words] of [
      ["0x", /Expected a proposal id/],
      ["0xffffffffffffffffffffff", /no proposal 0xff/],
    ] as const) {
      expect(() => findProposal(session.inspection, id)).to.throw(UsageError, words);
    }
    const proposal = findProposal(session.inspection, ids.reward!);
    const over = { ...proposal, progress: { stage: "rejected" } } as const;
    const told = await rejection(simulateOn(session, over, {}));
    expect(told.message).to.match(/was rejected: there is nothing left to simulate/);
  });
});
