import { expect } from "chai";

import { migrateDao } from "../../../src/engine/migration/dao.js";
import { migrateDemoTest } from "../../../src/engine/migration/demo-test.js";
import type { ChainReader } from "../../../src/engine/migration/deployer.js";
import { at } from "../../../src/engine/migration/materials.js";
import { findReusable } from "../../../src/engine/migration/reuse-contracts.js";
import { requireUsableBase } from "../../../src/engine/migration/trusted-base.js";
import { requireSafe, UnsafeDaoError } from "../../../src/engine/migration/unsafe-dao.js";
import type { BaseResult } from "../../../src/foundation/result/result.js";
import { prepareMigration } from "../../../src/operations/run/prepare.js";
import { runMigration } from "../../../src/operations/run/run-migration.js";
import { rejected, rejection } from "../../rejection.js";
import { deployWithStorage, listed, plantDaoCreator, problemsOf, slotOf } from "./tampered.js";
import { resolved, sharedBase, SMALL_DAO, type ChainWithBase } from "./with-base.js";

const NOBODY = "0x1111111111111111111111111111111111111111";
const DAO = { ...SMALL_DAO, schemes: { ContributionReward: true, SchemeRegistrar: true } };

/** Expects that nothing is sent for a DAO or a demo test on this base. */
async function expectRefused(chain: ChainWithBase, base: BaseResult, part: string): Promise<void> {
  const { deployer } = chain;
  const before = deployer.stepCount;
  for (const section of ["dao", "test"] as const) {
    const inputs = { projectRoot: process.cwd(), sections: [section], params: DAO };
    const prepared = await prepareMigration(inputs, "private", { base });
    await rejected(runMigration(deployer, prepared, { base }), part);
  }
  expect(deployer.stepCount).to.equal(before);
}

/** Returns the slot in which a contract stores this value of the parameters with a hash. */
async function slotHolding(
  deployer: ChainReader,
  address: string,
  hash: string,
  value: bigint,
): Promise<bigint> {
  for (let mapping = 0n; mapping < 12n; mapping++) {
    for (let field = 0n; field < 4n; field++) {
      const slot = slotOf(hash, mapping, field);
      if ((await deployer.storage(address, slot)) === value) return slot;
    }
  }
  throw new Error(`${address} keeps ${value} nowhere under ${hash}.`);
}

describe("a planted base", () => {
  const shared = sharedBase("rc.57");

  it("with a DaoCreator that was constructed with a patched ControllerCreator is refused", async () => {
    const chain = shared();
    const { deployer, release, base } = chain;
    const { creator, planted } = await plantDaoCreator(chain);
    const file = { ...base, DaoCreator: planted.address };
    expect(await problemsOf(deployer, release, file)).to.deep.equal([
      `DaoCreator ${planted.address}: it was constructed with ControllerCreator ` +
        `${creator.address}, but the base has ${base.ControllerCreator}`,
    ]);
    await expectRefused(chain, file, "it was constructed with ControllerCreator");
    // Listing the patched one does not help, either.
    const listsBoth = { ...file, ControllerCreator: creator.address };
    await expectRefused(chain, listsBoth, `${creator.address}: its code is not that of Arc`);
    const reusable = await findReusable(deployer, release, listed(file));
    expect(reusable).to.not.have.property("DaoCreator");
    expect(reusable).to.have.property("ControllerCreator");
  });

  it("with a voting machine of a stranger's is refused, whichever one it is", async () => {
    const chain = shared();
    for (const name of ["GenesisProtocol", "AbsoluteVote"] as const) {
      const file = { ...chain.base, [name]: chain.base.DAOToken };
      await expectRefused(chain, file, `${name} ${chain.base.DAOToken}: its code is not that of`);
    }
  });

  it("whose patched ControllerCreator was trusted makes a DAO that the last check finds unsafe", async () => {
    const chain = shared();
    const { deployer, release, base } = chain;
    const { creator, planted } = await plantDaoCreator(chain);
    const file = { ...base, DaoCreator: planted.address };
    const { parameters, artifacts } = await resolved(DAO, release.version);
    const dao = await migrateDao(deployer, artifacts, file, parameters);
    const test = await migrateDemoTest(deployer, release, file);
    const problem = `An account of no scheme, ${creator.address} holds the permissions 0x0000001f.`;
    for (const made of [{ dao }, { test }, { base, dao, test }]) {
      expect((made.dao ?? made.test)?.unsafe).to.deep.equal([problem]);
      const fails = () => requireSafe(made);
      expect(fails)
        .to.throw(UnsafeDaoError, `is not set up as it should be. Do not use it:\n  ${problem}`)
        .with.property("made", made);
    }
    requireSafe({ base });
  });

  for (const [name, what, argsOn] of [
    [
      "DaoCreator",
      "DAOTracker",
      ({ ControllerCreator }: BaseResult) => [ControllerCreator, NOBODY],
    ],
    ["GenesisProtocol", "DAOToken", () => [NOBODY]],
  ] as const) {
    it(`with another ${what} in its ${name} is refused, and the ${name} not reused`, async () => {
      const { deployer, release, base } = shared();
      const planted = await deployer.deploy("planted", release.artifact(name), argsOn(base));
      const file = { ...base, [name]: planted.address };
      expect(await problemsOf(deployer, release, file)).to.deep.equal([
        `${name} ${planted.address}: it was constructed with ${what} ${NOBODY}, but the base has ${base[what]}`,
      ]);
      const reusable = await findReusable(deployer, release, listed(file));
      expect(reusable).to.not.have.property(name);
    });
  }

  it("whose voting machine stores other rules under our hash makes no DAO", async () => {
    const chain = shared();
    const { deployer, release, base, make } = chain;
    const { dao } = await make(DAO);
    const machine = at(release, "GenesisProtocol", base.GenesisProtocol);
    const registrar = at(release, "SchemeRegistrar", base.SchemeRegistrar);
    const [scheme] = dao.Schemes;
    const [hash] = await deployer.read(registrar, "parameters", [scheme?.paramsHash]);
    const slot = await slotHolding(deployer, base.GenesisProtocol, String(hash), 50n);
    const planted = await deployWithStorage(deployer, machine.artifact, [
      [6n, BigInt(base.DAOToken)],
      [slot, 1n],
    ]);
    const file = { ...base, GenesisProtocol: planted.address };
    await requireUsableBase(deployer, release, file);
    const { parameters, artifacts } = await resolved(DAO, release.version);
    const error = await rejection(migrateDao(deployer, artifacts, file, parameters));
    expect(error.message)
      .to.include(`GenesisProtocol ${planted.address} stores parameters under the hash`)
      .and.include("queuedVoteRequiredPercentage is 1, not 50");
  });

  it("whose scheme stores an attacker's voting machine under our hash makes no DAO", async () => {
    const chain = shared();
    const { deployer, release, base, make } = chain;
    const { dao } = await make(DAO);
    const scheme = dao.Schemes.find(({ name }) => name === "ContributionReward");
    if (scheme === undefined) throw new Error("The DAO has no ContributionReward.");
    const machine = BigInt(base.GenesisProtocol);
    const { address, paramsHash } = scheme;
    const slot = await slotHolding(deployer, address, paramsHash, machine);
    const [votes] = await deployer.read(at(release, scheme.name, address), "parameters", [
      paramsHash,
    ]);
    const votesSlot = await slotHolding(deployer, address, paramsHash, BigInt(String(votes)));
    const planted = await deployWithStorage(deployer, release.artifact("ContributionReward"), [
      [slot, BigInt(NOBODY)],
      [votesSlot, BigInt(String(votes))],
    ]);
    const file = { ...base, ContributionReward: planted.address };
    const { parameters, artifacts } = await resolved(DAO, release.version);
    const error = await rejection(migrateDao(deployer, artifacts, file, parameters));
    expect(error.message)
      .to.include(`ContributionReward ${planted.address} stores parameters under the hash`)
      .and.include(`intVote is ${NOBODY}, not ${base.GenesisProtocol}`);
  });
});
