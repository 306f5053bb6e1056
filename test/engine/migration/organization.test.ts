import { expect } from "chai";

import { openArcRelease } from "../../../src/foundation/arc/open-release.js";
import { ARC_VERSIONS } from "../../../src/foundation/arc/versions.js";
import { migrateBase } from "../../../src/engine/migration/base.js";
import {
  assembleOrganization,
  at,
  forgeOrganization,
  registerOrganization,
} from "../../../src/engine/migration/organization.js";
import { DirectDeployer } from "../../../src/engine/execution/deployers/direct-deployer.js";
import type { Warning } from "../../../src/foundation/support/warning.js";
import { rejection } from "../../rejection.js";
import { withDeployer } from "../../simulated-chain.js";
import { expectDao } from "./expect-dao.js";
import { SMALL_DAO, withBase } from "./with-base.js";
import { requireDaoSupport } from "../../../src/foundation/arc/features.js";

const OTHER = "0x2222222222222222222222222222222222222222";
const PLAN = {
  orgName: "An organization",
  tokenName: "Token",
  tokenSymbol: "TOK",
  founders: [{ address: OTHER, tokens: 1n, reputation: 2n }],
  useUController: false,
};

describe("requireDaoSupport", () => {
  it("takes alpha.53 and all later releases", async () => {
    const refused = [];
    for (const version of ARC_VERSIONS) {
      const release = await openArcRelease(version);
      try {
        requireDaoSupport(release);
      } catch (error) {
        expect((error as Error).message).to.include(`cannot create a DAO with Arc ${version}`);
        refused.push(version);
      }
    }
    expect(refused).to.deep.equal(ARC_VERSIONS.slice(0, ARC_VERSIONS.indexOf("0.0.0-alpha.53")));
  });
});

describe("at", () => {
  it("says what to do if the base lacks a contract", async () => {
    const release = await openArcRelease();
    expect(() => at(release, "DaoCreator", undefined)).to.throw(
      /The base has no DaoCreator\. Deploy the base of Arc 0\.0\.1-rc\.57 again, with dao:migrate-base/,
    );
  });
});

describe("organizations", () => {
  it("share the universal controller if the release has one and the DAO uses it", async () => {
    await withBase("rc.33", async (chain) => {
      const { connection, release, base, deployer } = chain;
      for (const useDaoCreator of [true, false]) {
        const { dao, parameters } = await chain.make({
          ...SMALL_DAO,
          useDaoCreator,
          useUController: true,
          unregisterOwner: true,
        });
        expect(dao.Controller).to.equal(base.UController);
        await expectDao(connection, release, base, parameters, dao, deployer.account);
      }
    });
  });

  it("have a controller of their own if the release has no universal one", async () => {
    await withBase("rc.57", async (chain) => {
      const { dao } = await chain.make({ ...SMALL_DAO, useUController: true });
      expect(await chain.read("Controller", dao.Controller, "avatar")).to.equal(dao.Avatar);
    });
  });

  it("come from the same DaoCreator one after the other, even if others were forged in between", async () => {
    await withBase("rc.57", async ({ deployer, release, base, read }) => {
      const avatars = new Set<string>();
      for (let index = 0; index < 3; index++) {
        const made = await forgeOrganization(deployer, "dao", release, base, PLAN);
        expect(await read("Avatar", made.avatar.address, "nativeToken")).to.equal(
          made.token.address,
        );
        avatars.add(made.avatar.address);
      }
      expect(avatars.size).to.equal(3);
    });
  });

  it("are not tracked in releases without a tracker", async () => {
    await withBase("rc.28", async ({ deployer, release, base, read }) => {
      expect(base.DAOTracker).to.equal(undefined);
      const before = deployer.stepCount;
      const made = await assembleOrganization(deployer, "dao", release, base, {
        ...PLAN,
        noTrack: false,
      });
      // Token, reputation, avatar, two mints, controller, three transfers.
      expect(deployer.stepCount - before).to.equal(9);
      expect(await read("DAOToken", made.token.address, "balanceOf", OTHER)).to.equal(1n);
    });
  });
});

describe("registerOrganization", () => {
  it("says why a DAO is left out, but not of the one that it registered itself", async () => {
    await withBase("rc.57", async ({ deployer, connection, release, base }) => {
      const told: Warning[] = [];
      const { provider } = connection;
      const options = { provider, inProcess: true, onWarning: (each: Warning) => told.push(each) };
      const again = await DirectDeployer.create(options);
      const first = await forgeOrganization(again, "dao", release, base, PLAN);
      await registerOrganization(again, "dao", release, base, first);
      await registerOrganization(again, "dao", release, base, first);
      expect(told).to.deep.equal([]);
      const second = await forgeOrganization(again, "dao", release, base, PLAN);
      await registerOrganization(again, "dao", release, base, second);
      const registry = at(release, "DAORegistry", base.DAORegistry);
      await deployer.send("elsewhere", registry, "transferOwnership", [OTHER]);
      await registerOrganization(again, "dao", release, base, second);
      expect(told.map(({ code, message }) => [code, message])).to.deep.equal([
        [
          "unregistered",
          'The DAO is left out of DAORegistry: its name "An organization" is already registered.',
        ],
        [
          "unregistered",
          `The DAO is left out of DAORegistry: the registry ${registry.address} belongs to ${OTHER}.`,
        ],
      ]);
    });
  });

  it("sends nothing to a registry whose code is not Arc's", async () => {
    await withBase("rc.57", async ({ connection, release, base }) => {
      const told: Warning[] = [];
      const { provider } = connection;
      const options = { provider, inProcess: true, onWarning: (each: Warning) => told.push(each) };
      const deployer = await DirectDeployer.create(options);
      const made = await forgeOrganization(deployer, "dao", release, base, PLAN);
      const before = deployer.stepCount;
      // Its owner is the deploying account, too.
      const planted = { ...base, DAORegistry: base.DAOToken };
      await registerOrganization(deployer, "dao", release, planted, made);
      expect(deployer.stepCount).to.equal(before);
      expect(told.map(({ message }) => message)).to.deep.equal([
        `The DAO is left out of DAORegistry: the code of the registry ${base.DAOToken} is not Arc's.`,
      ]);
    });
  });

  it("does not change a registry that belongs to someone else", async () => {
    await withBase("rc.57", async ({ deployer, release, base, read }) => {
      const registry = at(release, "DAORegistry", base.DAORegistry);
      await deployer.send("elsewhere", registry, "transferOwnership", [OTHER]);
      const made = await forgeOrganization(deployer, "dao", release, base, PLAN);
      const before = deployer.stepCount;
      await registerOrganization(deployer, "dao", release, base, made);
      expect(deployer.stepCount).to.equal(before);
      expect(await read("DAORegistry", base.DAORegistry, "isRegister", PLAN.orgName)).to.equal(
        false,
      );
    });
  });

  it("registers nothing if DAOstack owns the registry", async () => {
    const release = await openArcRelease();
    await withDeployer(
      async (deployer) => {
        const base = await migrateBase(deployer, release);
        const made = await forgeOrganization(deployer, "dao", release, base, PLAN);
        const before = deployer.stepCount;
        await registerOrganization(deployer, "dao", release, base, made);
        expect(deployer.stepCount).to.equal(before);
      },
      { chainId: 42 },
    );
  });

  it("fails with the contract's name if the file's base has no registry at its address", async () => {
    await withBase("rc.57", async ({ deployer, release, base }) => {
      const made = await forgeOrganization(deployer, "dao", release, base, PLAN);
      const wrong = { ...base, DAORegistry: OTHER };
      const error = await rejection(registerOrganization(deployer, "dao", release, wrong, made));
      expect(error.name).to.equal("MigrationError");
      expect(error.message).to.include(`DAORegistry.owner at ${OTHER}`);
    });
  });
});
