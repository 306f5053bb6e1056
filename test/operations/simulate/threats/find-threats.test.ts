import { expect } from "chai";
import { parseEther, ZeroAddress, ZeroHash } from "ethers";

import { RpcError } from "../../../../src/foundation/chain/rpc-error.js";
import type { SchemeDescription } from "../../../../src/engine/inspect/description.js";
import { tryRegistering } from "../../../../src/operations/simulate/carrying/try-registering.js";
import { openSession } from "../../../../src/operations/simulate/session.js";
import { findThreats } from "../../../../src/operations/simulate/threats/find-threats.js";
import type { Threats } from "../../../../src/operations/simulate/threats/threat.js";
import { account } from "../../../engine/inspect/sample-inspection.js";
import { rejection } from "../../../rejection.js";
import {
  LARGE,
  MIDDLE,
  SMALL,
  STRANGER,
  withDangerousDao,
  type DangerousDao,
} from "../dangerous-dao.js";

const SCHEMES_OF_ETHER = ["ContributionReward", "SchemeRegistrar", "UpgradeScheme"];
/** Refuses what the DAO does, but for reputation that is minted or burnt. It is not asked about its own removal. */
const CONSTRAINT = account(42);
const TEN = String(parseEther("10"));
const HUNDRED = String(parseEther("100"));

async function threatsTo(dao: DangerousDao): Promise<Threats> {
  await using session = await openSession(dao.connection.provider, dao.dao.Avatar);
  return await findThreats(session);
}

/** All on one chain, which is restored after each. */
const CASES: Readonly<Record<string, (dao: DangerousDao) => Promise<void>>> = {
  async "finds what holders can take by votes: with whom, for which stake, and how long it can be stopped"(
    dao,
  ) {
    await using session = await openSession(dao.connection.provider, dao.dao.Avatar);
    const { found, safe } = await findThreats(session);
    const named = found.map(({ through }) => through.name);
    expect(named).to.have.members([...SCHEMES_OF_ETHER, "GenericScheme"]);
    expect(safe).to.deep.equal([]);
    for (const { through, taken, price, steps, stoppableUntil } of found) {
      const ether = through.name === "GenericScheme" ? "0" : TEN;
      expect(taken.ether, through.name).to.equal(ether);
      expect(taken.tokens[0]?.amount, through.name).to.equal(HUNDRED);
      // Nobody whom the DAO knows can stake, so it takes two holders, who decide at once.
      expect(price.stake).to.equal(undefined);
      expect(price.voters.map((each) => each.account)).to.deep.equal([LARGE, MIDDLE]);
      expect(stoppableUntil).to.equal(undefined);
      expect(steps.map(({ stage }) => stage)).to.include.members(["propose", "vote"]);
    }
    const { inspection } = session;
    expect((await session.inspectNow()).treasury).to.deep.equal(inspection.treasury);

    const votingMachines = inspection.votingMachines.map((each) => {
      const { address } = each.contract;
      return { ...each, contract: { address, code: "account" } as const };
    });
    const others = await findThreats({ ...session, inspection: { ...inspection, votingMachines } });
    expect(others.safe).to.deep.equal([]);
    expect(others.notTried.join("\n")).to.match(
      /What ContributionReward 0x\w{40} may do: its voting machine 0x\w{40} is an account without code/,
    );
    const notRead = { notRead: "no answer" };
    const unread = { ...inspection, treasury: notRead };
    expect((await rejection(findThreats({ ...session, inspection: unread }))).message).to.match(
      /could not be read, so who could take it is not known: no answer/,
    );
    const reputation = { ...inspection.reputation, holders: notRead };
    const unknown = { ...inspection, reputation, allowances: notRead };
    const untried = await findThreats({ ...session, inspection: unknown });
    expect([untried.found, untried.safe]).to.deep.equal([[], []]);
    expect(untried.notTried.join("\n"))
      .to.match(/What SchemeRegistrar 0x\w{40} may do: who can vote is not known: no answer\./)
      .and.include("What the DAO allowed others to take of its tokens: no answer.");
  },

  async "calls nothing safe, and nothing impossible, that a failing node could not try"(dao) {
    let isLost = false;
    const { provider } = dao.connection;
    const node = {
      request: async (asked: Parameters<typeof provider.request>[0]) => {
        if (isLost) throw new RpcError(asked.method, { code: -32000, message: "header not found" });
        return await provider.request(asked);
      },
    };
    await using session = await openSession(node, dao.dao.Avatar);
    isLost = true;
    const { found, safe, notTried } = await findThreats(session);
    expect({ found, safe }).to.deep.equal({ found: [], safe: [] });
    for (const each of SCHEMES_OF_ETHER)
      expect(notTried.join("\n")).to.match(
        new RegExp(`^What ${each} 0x\\w{40} may do: .*header not found`, "m"),
      );
    const { verdict, why } = await tryRegistering(session, "0x00000001");
    expect(verdict, why.join()).to.equal("not known");
  },

  async "finds the smallest holder who has a stake, while nobody else votes"(dao) {
    const { base } = dao;
    await dao.send("DAOToken", base.DAOToken, "mint", [SMALL, parseEther("100000")]);
    const { found } = await threatsTo(dao);
    for (const { price, stoppableUntil } of found) {
      expect(price.voters).to.deep.equal([{ account: SMALL, share: "25.00" }]);
      expect(price.stake?.token).to.equal(base.DAOToken);
      expect(BigInt(price.stake?.amount ?? 0) > 0n).to.equal(true);
      expect(price.seconds).to.be.above(600);
      expect(stoppableUntil).to.be.a("number");
    }
    const stakes = found.map(({ price }) => BigInt(price.stake!.amount));
    expect(stakes).to.deep.equal([...stakes].sort((a, b) => Number(a - b)));
  },

  async "finds what schemes that call and pay take, and votes out a constraint that refuses an attack"(
    dao,
  ) {
    const { own, generic, token } = dao;
    const by = [own.machine, own.hash, ZeroAddress];
    const made = await dao.initialized("GenericSchemeMultiCall", ...by);
    const multi = await dao.registered(made, "10");
    const paying = await dao.initialized("ContributionRewardExt", own.machine, own.hash, STRANGER);
    const ext = await dao.registered(paying, "01");
    const code = "0x60443560001a80606d14906062141760005260206000f3";
    await dao.ask("hardhat_setCode", CONSTRAINT, code);
    const args = [dao.dao.Avatar, CONSTRAINT, ZeroHash, own.hash, "a constraint"];
    const name = "GlobalConstraintRegistrar";
    const id = await dao.send(name, dao.scheme(name), "proposeGlobalConstraint", args);
    for (const voter of [LARGE, MIDDLE]) {
      const vote = dao.encode("GenesisProtocol", "vote", [id, 1n, 0n, voter]);
      await dao.sendFrom(voter, own.machine, vote);
    }
    await using session = await openSession(dao.connection.provider, dao.dao.Avatar);
    const { found, safe, notTried } = await findThreats(session);
    const of = (address: string) => found.find(({ through }) => through.address === address);
    const tokens = [{ address: token, amount: HUNDRED }];
    expect(of(multi)?.taken).to.deep.include({ ether: TEN, tokens });
    const ofReward = of(dao.scheme("ContributionReward"))?.taken;
    expect(ofReward?.reputation).to.match(/^99\./);
    expect(of(ext)?.taken).to.deep.equal(ofReward);
    expect(of(generic.token)?.taken).to.deep.include({ ether: "0", tokens });
    const registers = of(dao.scheme("SchemeRegistrar"));
    expect(registers?.what).to.match(/after voting out the constraints\)$/);
    expect(registers?.taken.ether).to.equal(TEN);
    expect(registers!.steps.filter(({ stage }) => stage === "propose")).to.have.length(2);
    expect(safe).to.deep.equal([]);
    const isRegistrar = ({ contract }: SchemeDescription) => contract.name === "SchemeRegistrar";
    const schemes = session.inspection.schemes.filter(isRegistrar);
    const unread = { schemes, globalConstraints: { notRead: "pruned" } };
    const inspection = { ...session.inspection, ...unread };
    const others = await findThreats({ ...session, inspection });
    expect([others.found, others.safe]).to.deep.equal([[], []]);
    expect(others.notTried.at(-1)).to.match(
      /which constraints can be voted out is not known: pruned/,
    );
    expect(notTried.slice(1)).to.have.members(
      [generic.mock, generic.owned].map((each) => `What GenericScheme ${each} may do.`),
    );
  },

  async "begins with what needs no vote: an account with permissions, and an allowance"(dao) {
    await dao.asRegistrar("externalTokenApproval", dao.token, SMALL, parseEther("7"));
    await dao.registered(STRANGER, "01");
    const [first, second] = (await threatsTo(dao)).found;
    const firsts = [first, second].map((each) => [each!.through.address, each!.price.voters]);
    expect(firsts).to.deep.equal([
      [STRANGER, []],
      [SMALL, []],
    ]);
    expect(first!.taken).to.deep.include({ ether: TEN });
    const amount = String(parseEther("7"));
    expect(second!.taken.tokens).to.deep.equal([{ address: dao.token, amount }]);
  },
};

describe("findThreats", () => {
  const failures = new Map<string, unknown>();

  before(async () => {
    await withDangerousDao("rc.57", async (dao) => {
      for (const [name, run] of Object.entries(CASES)) {
        const snapshot = await dao.ask("evm_snapshot");
        await run(dao).catch((error: unknown) => failures.set(name, error));
        await dao.ask("evm_revert", snapshot);
      }
    });
  });

  for (const name of Object.keys(CASES)) {
    it(name, () => {
      if (failures.has(name)) throw failures.get(name);
    });
  }
});
