import { expect } from "chai";
import { parseEther, ZeroHash } from "ethers";

import { SMALL_DAO, withBase } from "../../migration/with-base.js";
import { compareInspections } from "../../../../src/engine/inspect/compare/compare-inspections.js";
import { powersOf } from "../../../../src/engine/inspect/control/powers.js";
import { expectGolden } from "../../../golden.js";
import { rejected } from "../../../rejection.js";
import {
  expectInspected,
  proposalOf,
  RawCalls,
  schemeOf,
  wasRead,
  withoutMoments,
} from "../raw-calls.js";
import { onDao } from "../raw-dao.js";

describe("a DAO whose controller was upgraded", () => {
  it("has the same schemes if that was to itself, but cannot upgrade it again", async () => {
    await onDao(async (raw) => {
      const { Avatar, Controller } = raw.dao;
      const before = await raw.inspect(Avatar);
      await raw.control("upgradeController", Controller);
      const after = await raw.inspect(Avatar);
      expect(after.schemes).to.deep.equal(before.schemes);
      const upgrades = [before, after].map((dao) =>
        powersOf(dao).some(({ ability }) => ability === "upgrade the controller"),
      );
      expect(upgrades).to.deep.equal([true, false]);
      const again = raw.control("upgradeController", await raw.deploy("Controller", [Avatar]));
      await rejected(again, "reverted");
    });
  });

  it("is read as it is now, with earlier schemes and proposals", async () => {
    const file = {
      ...{ useDaoCreator: true, unregisterOwner: true },
      schemes: { UpgradeScheme: true, ContributionReward: true, SchemeRegistrar: true },
    };
    await onDao(async (raw) => {
      const { base, read } = raw.chain;
      const { Avatar, Controller } = raw.dao;
      const reward = base.ContributionReward;
      const upgrade = base.UpgradeScheme;
      const before = await raw.ask();

      // Another upgrade scheme replaces the DAO's own, and then replaces the controller.
      const hashOf = (scheme: string) =>
        read("Controller", Controller, "getSchemeParameters", scheme, Avatar);
      const paramsHash = await hashOf(upgrade);
      const second = await raw.deploy("UpgradeScheme");
      const params = (await read("UpgradeScheme", upgrade, "parameters", paramsHash)) as unknown[];
      await raw.send("UpgradeScheme", second, "setParameters", params);
      const change = await raw.propose("UpgradeScheme", upgrade, "proposeChangeUpgradingScheme", [
        Avatar,
        second,
        paramsHash,
        "another scheme",
      ]);
      expect(proposalOf(await raw.inspect(Avatar), change).requests).to.deep.include({
        kind: "changeUpgradeScheme",
        paramsHash,
      });
      const changed = await raw.vote(change);
      const controller = await raw.deploy("Controller", [Avatar]);
      const registered = [reward, await hashOf(reward), "0x00000001", Avatar];
      await raw.send("Controller", controller, "registerScheme", registered);
      await raw.send("Controller", controller, "unregisterSelf", [Avatar]);
      const id = await raw.propose("UpgradeScheme", second, "proposeUpgrade", [
        Avatar,
        controller,
        "a new controller",
      ]);
      const asked = proposalOf(await raw.inspect(Avatar), id).requests;
      expect(asked).to.have.property("kind", "upgradeController");
      expect(asked).to.have.nested.property("controller.address", controller);
      const upgraded = await raw.vote(id);
      expect(await read("Avatar", Avatar, "owner")).to.equal(controller);

      const found = await raw.inspect(Avatar);
      const { controller: now, earlierControllers, schemes, founders, owes, token } = found;
      const proposals = wasRead(found.proposals).map(({ id: of, progress, redeemable }) => {
        return { id: of, progress, redeemable };
      });
      const told = { controller: now, earlierControllers, schemes, founders, owes, proposals };
      expectGolden(import.meta.dirname, "upgraded.txt", withoutMoments(told));
      expect(token.owner).to.equal(controller);
      const [earlier] = earlierControllers;
      expect(earlier?.until.block).to.equal(upgraded);
      expect(schemeOf(found, upgrade).history[1]?.block).to.equal(changed);
      expect(proposalOf(found, before).state).to.deep.equal({ recorded: "queued", now: "queued" });
      await raw.vote(before);
      await raw.redeem(before, 1);
      const after = await raw.inspect(Avatar);
      expect(after.token.totalSupply).to.equal(String(parseEther("10") + 1n));
      expect(proposalOf(after, before).progress).to.deep.equal({ stage: "done" });
      // One block before the upgrade, the DAO has one controller.
      const then = await raw.inspect(Avatar, { block: upgraded - 1 });
      expect(then.earlierControllers).to.deep.equal([]);
      expect(then.controller.address).to.equal(Controller);
      // What was known of the earlier controller has not happened since.
      const since = compareInspections(then, after).differences.flatMap((each) =>
        "history" in each ? each.history.map(({ block }) => block) : [],
      );
      expect(since.length).to.be.greaterThan(0);
      expect(Math.min(...since)).to.be.greaterThan(changed);
      // What happened before the first searched block is left out, not guessed.
      const [late] = (await raw.inspect(Avatar, { fromBlock: upgraded })).earlierControllers;
      expect(late?.since).to.equal(undefined);
      expect(late?.contract.address).to.equal(Controller);
    }, file);
  });

  it("is read if it shared a universal controller with others", async () => {
    await withBase("rc.28", async (chain) => {
      const raw = new RawCalls(chain);
      const { read } = chain;
      const own = { ...SMALL_DAO, useDaoCreator: false, useUController: true };
      const { dao } = await chain.make({
        ...own,
        unregisterOwner: false,
        schemes: { ContributionReward: true },
      });
      const { dao: other } = await chain.make({
        ...own,
        unregisterOwner: true,
        schemes: { SchemeRegistrar: true },
      });
      const controller = await raw.deploy("Controller", [dao.Avatar]);
      await raw.send("UController", dao.Controller, "upgradeController", [controller, dao.Avatar]);
      const stranger = raw.accounts[7]!;
      await raw.send("Controller", controller, "registerScheme", [
        stranger,
        ZeroHash,
        "0x00000010",
        dao.Avatar,
      ]);
      expect(await read("Avatar", dao.Avatar, "owner")).to.equal(controller);
      const found = await raw.inspect(dao.Avatar);
      expectInspected([found.earlierControllers, found.schemes]);
      const still = await raw.inspect(other.Avatar);
      expect(still.earlierControllers).to.deep.equal([]);
      expect(still.schemes.filter(({ registered }) => registered)).to.have.length(1);
    });
  });
});
