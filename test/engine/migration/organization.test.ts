import { expect } from "chai";
import { ZeroHash } from "ethers";

import { openArcRelease } from "../../../src/foundation/arc/open-release.js";
import { ARC_VERSIONS } from "../../../src/foundation/arc/versions.js";
import { migrateBase } from "../../../src/engine/migration/base.js";
import { at } from "../../../src/engine/migration/materials.js";
import {
  assembleOrganization,
  forgeOrganization,
  registerOrganization,
} from "../../../src/engine/migration/organization.js";
import {
  registerSchemes,
  unregisterOwner,
} from "../../../src/engine/migration/register-schemes.js";
import { requireDaoSupport } from "../../../src/foundation/arc/features.js";
import { rejection } from "../../rejection.js";
import { withDeployer } from "../../simulated-chain.js";
import { expectDao } from "./expect-dao.js";
import { assembled, materialsOf, sharedBase, SMALL_DAO, withBase } from "./with-base.js";

const OTHER = "0x2222222222222222222222222222222222222222";
const PLAN = { founders: [{ address: OTHER, tokens: 1n, reputation: 2n }] };

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
          ...{ ...SMALL_DAO, useDaoCreator, useUController: true, unregisterOwner: true },
        });
        expect(dao.Controller).to.equal(base.UController);
        const materials = materialsOf(chain, parameters);
        const lacking = { ...materials, base: { ...base, UController: undefined } };
        const make = useDaoCreator ? forgeOrganization : assembleOrganization;
        expect((await rejection(make(lacking))).message).to.include("The base has no UController");
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

  it("are not tracked in releases without a tracker", async () => {
    await withBase("rc.28", async (chain) => {
      expect(chain.base.DAOTracker).to.equal(undefined);
      const before = chain.deployer.stepCount;
      const raw = { ...SMALL_DAO, useDaoCreator: false, VotingMachinesParams: [] };
      const { dao } = await chain.make({ ...raw, founders: [{ address: OTHER, tokens: 1 }] });
      // Token, reputation, avatar, a mint, controller, three transfers, two for the registry.
      expect(chain.deployer.stepCount - before).to.equal(10);
      expect(await chain.read("DAOToken", dao.NativeToken, "balanceOf", OTHER)).to.equal(
        10n ** 18n,
      );
    });
  });
});

describe("registerOrganization", () => {
  const chain = sharedBase("rc.57");
  /** A DAO, the materials of its registration, the warnings, and how many steps there were. */
  const forged = async () => {
    const { deployer } = chain();
    const told: string[] = [];
    const noting = new Proxy(deployer, {
      get: (target, key) => {
        if (key === "warn") return ({ message }: { message: string }) => void told.push(message);
        const value: unknown = Reflect.get(target, key, target);
        return typeof value === "function" ? (value.bind(target) as unknown) : value;
      },
    });
    const materials = materialsOf({ ...chain(), deployer: noting }, PLAN);
    const made = await forgeOrganization(materials);
    return { materials, made, told, before: deployer.stepCount };
  };
  const giveAway = async () => {
    const registry = at(chain().release, "DAORegistry", chain().base.DAORegistry);
    await chain().deployer.send("elsewhere", registry, "transferOwnership", [OTHER]);
  };

  it("says why a DAO is left out, but not of the one that it registered itself", async () => {
    const { materials, made, told } = await forged();
    await registerOrganization(materials, made);
    await registerOrganization(materials, made);
    expect(told).to.deep.equal([]);
    const second = await forgeOrganization(materials);
    expect(second.avatar.address).to.not.equal(made.avatar.address);
    await registerOrganization(materials, second);
    await giveAway();
    await registerOrganization(materials, second);
    const { DAORegistry } = chain().base;
    expect(told).to.deep.equal([
      'The DAO is left out of DAORegistry: its name "Org" is already registered.',
      `The DAO is left out of DAORegistry: the registry ${DAORegistry} belongs to ${OTHER}.`,
    ]);
  });

  it("sends nothing to a registry whose code is not Arc's", async () => {
    const { materials, made, told, before } = await forged();
    // Its owner is the deploying account, too.
    const { base } = chain();
    const planted = { ...base, DAORegistry: base.DAOToken };
    await registerOrganization({ ...materials, base: planted }, made);
    expect(chain().deployer.stepCount).to.equal(before);
    expect(told).to.deep.equal([
      `The DAO is left out of DAORegistry: the code of the registry ${base.DAOToken} is not Arc's.`,
    ]);
  });

  it("does not change a registry that belongs to someone else", async () => {
    await giveAway();
    const { materials, made, before } = await forged();
    await registerOrganization(materials, made);
    expect(chain().deployer.stepCount).to.equal(before);
  });

  it("registers nothing if DAOstack owns the registry", async () => {
    const release = await openArcRelease();
    await withDeployer(
      async (deployer) => {
        const base = await migrateBase(deployer, release);
        const materials = materialsOf({ deployer, release, base }, PLAN);
        const made = await forgeOrganization(materials);
        const before = deployer.stepCount;
        await registerOrganization(materials, made);
        expect(deployer.stepCount).to.equal(before);
      },
      { chainId: 42 },
    );
  });

  it("fails with the contract's name if the file's base has no registry at its address", async () => {
    const { materials, made } = await forged();
    const wrong = { ...materials, base: { ...materials.base, DAORegistry: OTHER } };
    const error = await rejection(registerOrganization(wrong, made));
    expect(error.name).to.equal("MigrationError");
    expect(error.message).to.include(`DAORegistry.owner at ${OTHER}`);
  });
});

describe("unregisterOwner", () => {
  for (const version of ["alpha.53", "rc.3", "rc.16", "rc.33", "rc.40", "rc.57"]) {
    it(`of ${version} takes away what the deploying account held, and nothing works for it afterwards`, async () => {
      await withBase(version, async (chain) => {
        const { deployer, read } = chain;
        const organization = await assembled(chain);
        const { controller, avatar } = organization;
        const permissionsOf = async (account: string) =>
          await read(
            ...(["Controller", controller.address, "getSchemePermissions"] as const),
            ...[account, avatar.address],
          );
        const materials = materialsOf(chain);
        expect(await permissionsOf(deployer.account)).to.equal("0x0000001f");
        await unregisterOwner(materials, organization);
        expect(await permissionsOf(deployer.account)).to.equal("0x00000000");
        const scheme = { permissions: "0x0000001f", paramsHash: ZeroHash };
        const late = [{ name: "Stranger", address: OTHER, ...scheme }];
        await rejection(registerSchemes(materials, organization, late));
        expect(await permissionsOf(OTHER)).to.equal("0x00000000");
      });
    });
  }
});
