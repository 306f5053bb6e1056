import { expect } from "chai";
import { parseEther, toQuantity, ZeroHash } from "ethers";

import { inspectDao } from "../../../../src/engine/inspect/inspect-dao.js";
import { openSession } from "../../../../src/operations/simulate/session.js";
import { findThreats } from "../../../../src/operations/simulate/threats/find-threats.js";
import type { Threats } from "../../../../src/operations/simulate/threats/threat.js";
import { rejection } from "../../../rejection.js";
import {
  LARGE,
  MIDDLE,
  SMALL,
  STRANGER,
  withDangerousDao,
  type DangerousDao,
} from "../dangerous-dao.js";

const TEN = String(parseEther("10"));

describe("findThreats", function () {
  this.timeout(120_000);

  async function threatsTo(dao: DangerousDao): Promise<Threats> {
    const session = await openSession(dao.connection.provider, dao.dao.Avatar);
    try {
      return await findThreats(session);
    } finally {
      await session.chain.close();
    }
  }

  /** Sends a transaction as the avatar, which no key can. */
  async function asAvatar({ connection, dao }: DangerousDao, to: string, data: string) {
    const ask = async (method: string, ...params: unknown[]) =>
      await connection.provider.request({ method, params });
    await ask("hardhat_impersonateAccount", dao.Avatar);
    const { Avatar: from } = dao;
    // Without a fee, the avatar keeps its ether.
    await ask("hardhat_setNextBlockBaseFeePerGas", "0x0");
    await ask("eth_sendTransaction", { from, to, data, gasPrice: "0x0" });
  }

  it("finds what holders can take by votes: with whom, for which stake, and how long it can be stopped", async () => {
    await withDangerousDao("rc.57", async (dao) => {
      const { provider } = dao.connection;
      const before = await inspectDao(provider, dao.dao.Avatar);
      const { found, safe } = await threatsTo(dao);
      const named = found.map(({ through }) => through.name);
      expect(named).to.have.members(["ContributionReward", "SchemeRegistrar", "UpgradeScheme"]);
      expect(safe).to.deep.equal([]);
      for (const { through, taken, price, steps, stoppableUntil } of found) {
        expect(taken.ether, through.name).to.equal(TEN);
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
      for (const { price, stoppableUntil, taken } of found) {
        expect(price.voters).to.deep.equal([{ account: SMALL, share: "25.00" }]);
        expect(price.stake?.token).to.equal(base.DAOToken);
        expect(BigInt(price.stake?.amount ?? 0) > 0n).to.equal(true);
        expect(price.seconds).to.be.above(600);
        expect(stoppableUntil).to.be.a("number");
        expect(taken.ether).to.equal(TEN);
      }
      const stakes = found.map(({ price }) => BigInt(price.stake!.amount));
      expect(stakes).to.deep.equal([...stakes].sort((a, b) => Number(a - b)));
    });
  });

  it("begins with what needs no vote: an account with permissions, and an allowance", async () => {
    await withDangerousDao("rc.57", async (dao) => {
      const register = [STRANGER, ZeroHash, "0x00000001", dao.dao.Avatar];
      const { Controller } = dao.dao;
      await asAvatar(dao, dao.token, dao.encode("DAOToken", "approve", [SMALL, parseEther("7")]));
      // A registrar's right, which the avatar does not have, so a scheme of Arc is asked to act.
      const from = dao.scheme("SchemeRegistrar");
      const ask = async (method: string, ...params: unknown[]) =>
        await dao.connection.provider.request({ method, params });
      await ask("hardhat_impersonateAccount", from);
      await ask("hardhat_setBalance", from, toQuantity(parseEther("1")));
      const data = dao.encode("Controller", "registerScheme", register);
      await ask("eth_sendTransaction", { from, to: Controller, data });

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
