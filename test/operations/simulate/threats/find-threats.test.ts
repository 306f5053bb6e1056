import { expect } from "chai";
import { parseEther, toQuantity, ZeroAddress, ZeroHash } from "ethers";

import { inspectDao } from "../../../../src/engine/inspect/inspect-dao.js";
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

describe("findThreats", () => {
  async function threatsTo(dao: DangerousDao): Promise<Threats> {
    const session = await openSession(dao.connection.provider, dao.dao.Avatar);
    try {
      return await findThreats(session);
    } finally {
      await session.chain.close();
    }
  }

  /** Sends a transaction from any account, as nobody can on a chain. */
  async function sendAs({ connection }: DangerousDao, from: string, to: string, data: string) {
    const ask = async (method: string, ...params: unknown[]) =>
      await connection.provider.request({ method, params });
    await ask("hardhat_impersonateAccount", from);
    await ask("hardhat_setBalance", from, toQuantity(parseEther("1")));
    await ask("eth_sendTransaction", { from, to, data });
  }

  /** Registers a scheme without a vote. */
  async function register(dao: DangerousDao, scheme: string, permissions: string) {
    const args = [scheme, ZeroHash, permissions, dao.dao.Avatar];
    const data = dao.encode("Controller", "registerScheme", args);
    await sendAs(dao, dao.scheme("SchemeRegistrar"), dao.dao.Controller, data);
  }

  it("finds what holders can take by votes: with whom, for which stake, and how long it can be stopped", async () => {
    await withDangerousDao("rc.57", async (dao) => {
      const { provider } = dao.connection;
      const before = await inspectDao(provider, dao.dao.Avatar);
      const { found, safe } = await threatsTo(dao);
      const named = found.map(({ through }) => through.name);
      expect(named).to.have.members([...SCHEMES_OF_ETHER, "GenericScheme"]);
      expect(safe).to.deep.equal([]);
      for (const { through, taken, price, steps, stoppableUntil } of found) {
        const ether = through.name === "GenericScheme" ? "0" : TEN;
        expect(taken.ether, through.name).to.equal(ether);
        expect(taken.tokens[0]?.amount, through.name).to.equal(String(parseEther("100")));
        // Nobody whom the DAO knows can stake, so it takes two holders, who decide at once.
        expect(price.stake).to.equal(undefined);
        expect(price.voters.map(({ account }) => account)).to.deep.equal([LARGE, MIDDLE]);
        expect(stoppableUntil).to.equal(undefined);
        expect(steps.map(({ stage }) => stage)).to.include.members(["propose", "vote"]);
      }
      const after = await inspectDao(provider, dao.dao.Avatar);
      expect(after.treasury).to.deep.equal(before.treasury);
    });
  });

  it("finds the smallest holder who has a stake, while nobody else votes", async () => {
    await withDangerousDao("rc.57", async (dao) => {
      const { base, deployer, connection } = dao;
      const data = dao.encode("DAOToken", "mint", [SMALL, parseEther("100000")]);
      const call = { from: deployer.account, to: base.DAOToken, data };
      await connection.provider.request({ method: "eth_sendTransaction", params: [call] });
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
    });
  });

  it("finds what schemes that call take, and votes out a constraint that refuses an attack", async () => {
    await withDangerousDao("rc.57", async (dao) => {
      const { dao: made, own, deploy, send, token } = dao;
      const multi = await deploy("GenericSchemeMultiCall");
      const args = [made.Avatar, own.machine, own.hash, ZeroAddress];
      await send("GenericSchemeMultiCall", multi, "initialize", args);
      const registrar = dao.scheme("SchemeRegistrar");
      await register(dao, multi, "0x00000010");
      await dao.connection.provider.request({
        method: "hardhat_setCode",
        params: [CONSTRAINT, "0x60443560001a80606d14906062141760005260206000f3"],
      });
      const constraint = [made.Avatar, CONSTRAINT, ZeroHash, own.hash, "a constraint"];
      const constraints = dao.scheme("GlobalConstraintRegistrar");
      const [name, call] = ["GlobalConstraintRegistrar", "proposeGlobalConstraint"];
      const id = await send(name, constraints, call, constraint);
      for (const voter of [LARGE, MIDDLE]) {
        const vote = dao.encode("GenesisProtocol", "vote", [id, 1n, 0n, voter]);
        await sendAs(dao, voter, own.machine, vote);
      }
      const { found, safe, notTried } = await threatsTo(dao);
      const of = (address: string) => found.find(({ through }) => through.address === address);
      expect(of(multi)?.taken.ether).to.equal(TEN);
      expect(of(multi)?.taken.tokens).to.deep.equal([
        { address: token, amount: String(parseEther("100")) },
      ]);
      expect(of(dao.generic.token)?.taken).to.deep.include({ ether: "0" });
      expect(of(dao.generic.token)?.taken.tokens[0]?.amount).to.equal(String(parseEther("100")));
      const registers = of(registrar);
      expect([registers?.what, registers?.taken.ether].join()).to.match(
        /after voting out the constraints\),10000000000000000000$/,
      );
      expect(registers!.steps.filter(({ stage }) => stage === "propose")).to.have.length(2);
      expect(safe).to.deep.equal([]);
      expect(notTried.slice(1)).to.have.members(
        [dao.generic.mock, dao.generic.owned].map((each) => `What GenericScheme ${each} may do.`),
      );
    });
  });

  it("begins with what needs no vote: an account with permissions, and an allowance", async () => {
    await withDangerousDao("rc.57", async (dao) => {
      const given = [dao.token, SMALL, parseEther("7"), dao.dao.Avatar];
      const approval = dao.encode("Controller", "externalTokenApproval", given);
      await sendAs(dao, dao.scheme("SchemeRegistrar"), dao.dao.Controller, approval);
      await register(dao, STRANGER, "0x00000001");

      const { found } = await threatsTo(dao);
      const [first, second] = found;
      const firsts = [first, second].map((each) => [each!.through.address, each!.price.voters]);
      expect(firsts).to.deep.equal([
        [STRANGER, []],
        [SMALL, []],
      ]);
      expect(first!.taken).to.deep.include({ ether: TEN });
      expect(second!.taken.tokens).to.deep.equal([
        { address: dao.token, amount: String(parseEther("7")) },
      ]);
    });
  });

  it("does not try the votes of a machine that is not Arc's, and says who decides instead", async () => {
    await withDangerousDao("rc.57", async (dao) => {
      const session = await openSession(dao.connection.provider, dao.dao.Avatar);
      const { votingMachines, ...rest } = session.inspection;
      const machines = votingMachines.map((each) => {
        const { address } = each.contract;
        return { ...each, contract: { address, code: "account" } as const };
      });
      const inspection = { ...rest, votingMachines: machines };
      const { safe, notTried } = await findThreats({ ...session, inspection });
      expect(safe).to.deep.equal([]);
      expect(notTried.join("\n")).to.match(
        /What ContributionReward 0x\w{40} may do: its voting machine 0x\w{40} is an account without code/,
      );
      await session.chain.close();
    });
  });

  it("does not say that nothing can be taken if it does not know what there is", async () => {
    await withDangerousDao("rc.57", async (dao) => {
      const session = await openSession(dao.connection.provider, dao.dao.Avatar);
      const inspection = { ...session.inspection, treasury: { notRead: "no answer" } };
      const error = await rejection(findThreats({ ...session, inspection }));
      expect(error.message).to.match(
        /could not be read, so who could take it is not known: no answer/,
      );
      await session.chain.close();
    });
  });
});
