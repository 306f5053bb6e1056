import { expect } from "chai";

import type { ArcRelease } from "../../src/arc/artifact.js";
import { contractsOfDaos } from "../../src/arc/base-contracts.js";
import { openArcRelease } from "../../src/arc/open-release.js";
import { LIVE_STAKING_TOKEN } from "../../src/chain/networks.js";
import { migrateBase } from "../../src/migration/base.js";
import { migrateDao } from "../../src/migration/dao.js";
import { migrateDemoTest } from "../../src/migration/demo-test.js";
import type { ChainReader } from "../../src/migration/deployer.js";
import { at } from "../../src/migration/organization.js";
import {
  createdByOthers,
  findReusable,
  isDeployed,
  requireUsableBase,
} from "../../src/migration/reuse.js";
import { requireSafe, UnsafeDaoError } from "../../src/migration/unsafe-dao.js";
import { legacySections } from "../../src/result/legacy.js";
import type { BaseResult } from "../../src/result/result.js";
import { prepareMigration } from "../../src/run/prepare.js";
import { runMigration } from "../../src/run/run-migration.js";
import { rejection } from "../rejection.js";
import { withDeployer } from "../simulated-chain.js";
import { deployWithStorage, patchedControllerCreator, slotOf } from "./tampered.js";
import { resolved, SMALL_DAO, withBase, type ChainWithBase } from "./with-base.js";

const NOBODY = "0x1111111111111111111111111111111111111111";
const DAO = { ...SMALL_DAO, schemes: { ContributionReward: true, SchemeRegistrar: true } };

const listed = (base: BaseResult) => {
  const { arcVersion: _, ...addresses } = base;
  return addresses as unknown as Readonly<Record<string, string>>;
};

/** What is wrong with a base, a line each. */
async function problemsOf(
  reader: ChainReader,
  release: ArcRelease,
  base: BaseResult,
): Promise<string[]> {
  const error = await rejection(requireUsableBase(reader, release, base));
  expect(error.name).to.equal("MigrationError");
  const lines = error.message.split("\n");
  expect(lines[0]).to.include(`The base of Arc ${release.version} cannot be used on`);
  expect(lines.at(-1)).to.include("dao-migrate base");
  return lines.slice(1, -1).map((line) => line.trim());
}

/** Nothing is sent for a DAO or a demo test on such a base. */
async function expectRefused(chain: ChainWithBase, base: BaseResult, part: string): Promise<void> {
  const { deployer } = chain;
  const before = deployer.stepCount;
  for (const section of ["dao", "test"] as const) {
    const inputs = { projectRoot: process.cwd(), sections: [section], params: DAO };
    const prepared = await prepareMigration(inputs, "private", { base });
    const error = await rejection(runMigration(deployer, prepared, { base }));
    expect(error.message).to.include(part);
  }
  expect(deployer.stepCount).to.equal(before);
}

/** A DaoCreator with Arc's code, constructed with a ControllerCreator of an attacker's. */
async function plantDaoCreator({ deployer, release, base }: ChainWithBase) {
  const creator = await deployer.deploy("planted/creator", patchedControllerCreator(release));
  const tracker = base.DAOTracker ?? NOBODY;
  const args = [creator.address, tracker];
  const planted = await deployer.deploy("planted/dao", release.artifact("DaoCreator"), args);
  return { creator, planted };
}

describe("the base that a migration made", () => {
  it("is usable and reused on a live network", async () => {
    const release = await openArcRelease();
    await withDeployer(
      async (deployer) => {
        const base = await migrateBase(deployer, release);
        expect(base.DAOToken).to.equal(LIVE_STAKING_TOKEN);
        await requireUsableBase(deployer, release, base);
        expect(await findReusable(deployer, release, listed(base))).to.deep.equal(listed(base));
      },
      { chainId: 100 },
    );
  });
});

describe("requireUsableBase", () => {
  for (const version of ["alpha.58", "rc.19", "rc.28", "rc.33", "rc.57"]) {
    it(`of ${version} names every contract that is missing, or another's`, async () => {
      await withBase(version, async ({ deployer, release, base }) => {
        const other = await deployer.deploy("other", release.artifact("ActionMock"));
        for (const name of contractsOfDaos(release)) {
          const empty = { ...base, [name]: NOBODY };
          expect(await problemsOf(deployer, release, empty)).to.include(
            `${name} ${NOBODY}: no contract at this address`,
          );
          const wrong = { ...base, [name]: other.address };
          expect(await problemsOf(deployer, release, wrong)).to.include(
            `${name} ${other.address}: its code is not that of Arc ${release.version}`,
          );
        }
      });
    });
  }

  it("needs a contract of each kind that decides who controls a DAO", async () => {
    await withBase("rc.57", async ({ deployer, release, base }) => {
      for (const name of ["DaoCreator", "ControllerCreator", "DAOTracker", "GenesisProtocol"]) {
        const { [name]: _, ...without } = listed(base);
        const rest = { ...without, arcVersion: base.arcVersion } as unknown as BaseResult;
        expect(await problemsOf(deployer, release, rest)).to.include(
          `${name}: the base does not list it`,
        );
      }
      const { UpgradeScheme: _, ...without } = base;
      await requireUsableBase(deployer, release, without as BaseResult);
    });
  });

  it("says where a base lists what is no address, and does not show it", async () => {
    await withBase("rc.57", async ({ deployer, release, base }) => {
      for (const value of ["\u001b[8m", 7, null, [NOBODY]]) {
        const wrong = { ...base, SchemeRegistrar: value } as unknown as BaseResult;
        expect(await problemsOf(deployer, release, wrong)).to.deep.equal([
          "SchemeRegistrar: what the base lists for it is no address",
        ]);
      }
    });
  });

  it("takes addresses in any case of their letters", async () => {
    await withBase("rc.57", async ({ deployer, release, base }) => {
      const lower = Object.fromEntries(
        Object.entries(listed(base)).map(([name, address]) => [name, address.toLowerCase()]),
      );
      await requireUsableBase(deployer, release, { ...base, ...lower });
    });
  });

  it("tells everything that is wrong at once", async () => {
    await withBase("rc.57", async ({ deployer, release, base }) => {
      const wrong = { ...base, UpgradeScheme: NOBODY, ContributionReward: base.GenesisProtocol };
      expect(await problemsOf(deployer, release, wrong)).to.have.length(2);
    });
  });

  it("sets aside the hashes of metadata, and nothing else", async () => {
    // Since rc.51 only the metadata of these changed, and the live networks keep the older ones.
    const older = await openArcRelease("rc.56");
    await withBase("rc.57", async ({ deployer, connection, release, base }) => {
      for (const name of ["ControllerCreator", "ContributionReward", "DAOTracker"] as const) {
        const own = release.artifact(name).deployedBytecode;
        const { deployedBytecode } = older.artifact(name);
        expect(deployedBytecode, name).to.not.equal(own);
        const put = async (code: string) => {
          const params = [base[name], code];
          await connection.provider.request({ method: "hardhat_setCode", params });
        };
        await put(deployedBytecode);
        await requireUsableBase(deployer, release, base);
        for (const wrong of [
          deployedBytecode.replace("600080fd", "600180fd"),
          `${deployedBytecode}00`,
          deployedBytecode.slice(0, -2),
        ]) {
          await put(wrong);
          expect(await problemsOf(deployer, release, base)).to.have.length(1);
        }
        await put(own);
      }
    });
  });

  it("believes its own account where a node shows no storage, and nobody else", async () => {
    await withBase("rc.57", async ({ deployer, release, base }) => {
      const [, second = ""] = deployer.testAccounts;
      const as = (account: string): ChainReader => ({
        network: deployer.network,
        account,
        code: async (address) => await deployer.code(address),
        read: async (...args) => await deployer.read(...args),
        nonce: async () => (account === deployer.account ? await deployer.nonce() : 0),
        storage: async () => await Promise.reject(new Error("no such method")),
      });
      await requireUsableBase(as(deployer.account), release, base);
      const error = await rejection(requireUsableBase(as(second), release, base));
      expect(error.name).to.equal("MigrationError");
      expect(error.message)
        .to.include(`The node does not tell what DaoCreator ${base.DaoCreator}`)
        .and.include("eth_getStorageAt fails (no such method)");
    });
  });
});

describe("a planted base", () => {
  it("with a DaoCreator that was constructed with a patched ControllerCreator is refused", async () => {
    await withBase("rc.57", async (chain) => {
      const { deployer, release, base } = chain;
      const { creator, planted } = await plantDaoCreator(chain);
      const file = { ...base, DaoCreator: planted.address };
      expect(await problemsOf(deployer, release, file)).to.deep.equal([
        `DaoCreator ${planted.address}: it was constructed with ControllerCreator ` +
          `${creator.address}, and the base has ${base.ControllerCreator}`,
      ]);
      await expectRefused(chain, file, "it was constructed with ControllerCreator");
      // Nor does it help to list the patched one.
      const listsBoth = { ...file, ControllerCreator: creator.address };
      await expectRefused(chain, listsBoth, `${creator.address}: its code is not that of Arc`);
      const reusable = await findReusable(deployer, release, listed(file));
      expect(reusable).to.not.have.property("DaoCreator");
      expect(reusable).to.have.property("ControllerCreator");
    });
  });

  it("in a predecessor's file is refused too", async () => {
    await withBase("rc.57", async (chain) => {
      const { planted } = await plantDaoCreator(chain);
      const { DAOToken, ...rest } = listed(chain.base);
      const keyed = { ...rest, GEN: DAOToken, DaoCreator: planted.address };
      for (const file of [
        { private: { base: { "0.0.1-rc.57": keyed } } },
        { base: { ...chain.base, DaoCreator: planted.address } },
      ]) {
        const { base } = legacySections(file, "migration.json", "private", "0.0.1-rc.57");
        if (base === undefined) throw new Error("The file has no base.");
        await expectRefused(chain, base, "it was constructed with ControllerCreator");
      }
    });
  });

  it("whose patched ControllerCreator was believed makes a DAO that the last check finds unsafe", async () => {
    await withBase("rc.57", async (chain) => {
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
          .to.throw(UnsafeDaoError, `is not what it should be. Do not use it:\n  ${problem}`)
          .with.property("made", made);
      }
      requireSafe({ base });
    });
  });

  it("with another DAOTracker in its DaoCreator is refused", async () => {
    await withBase("rc.57", async (chain) => {
      const { deployer, release, base } = chain;
      const args = [base.ControllerCreator, NOBODY];
      const planted = await deployer.deploy("planted", release.artifact("DaoCreator"), args);
      expect(
        await problemsOf(deployer, release, { ...base, DaoCreator: planted.address }),
      ).to.deep.equal([
        `DaoCreator ${planted.address}: it was constructed with DAOTracker ${NOBODY}, and the base has ${base.DAOTracker}`,
      ]);
    });
  });

  it("with another staking token in its GenesisProtocol is refused", async () => {
    await withBase("rc.57", async (chain) => {
      const { deployer, release, base } = chain;
      const planted = await deployer.deploy("planted", release.artifact("GenesisProtocol"), [
        NOBODY,
      ]);
      const file = { ...base, GenesisProtocol: planted.address };
      expect(await problemsOf(deployer, release, file)).to.deep.equal([
        `GenesisProtocol ${planted.address}: it was constructed with DAOToken ${NOBODY}, and the base has ${base.DAOToken}`,
      ]);
      const reusable = await findReusable(deployer, release, listed(file));
      expect(reusable).to.not.have.property("GenesisProtocol");
    });
  });

  it("with a staking token of its own is refused on a live network", async () => {
    const release = await openArcRelease();
    await withDeployer(
      async (deployer) => {
        const base = await migrateBase(deployer, release);
        const args = ["GEN", "GEN", 0n];
        const token = await deployer.deploy("planted", release.artifact("DAOToken"), args);
        const protocol = await deployer.deploy("machine", release.artifact("GenesisProtocol"), [
          token.address,
        ]);
        const file = { ...base, DAOToken: token.address, GenesisProtocol: protocol.address };
        expect(await problemsOf(deployer, release, file)).to.deep.equal([
          `DAOToken ${token.address}: the staking token of this network is ${LIVE_STAKING_TOKEN}`,
          `GenesisProtocol ${protocol.address}: it was constructed with DAOToken ${token.address}, ` +
            `and the base has ${LIVE_STAKING_TOKEN}`,
        ]);
      },
      { chainId: 100 },
    );
  });

  it("whose voting machine keeps other rules under the hash of ours makes no DAO", async () => {
    await withBase("rc.57", async (chain) => {
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
        .to.include(`GenesisProtocol ${planted.address} keeps other parameters under the hash`)
        .and.include("queuedVoteRequiredPercentage is 1, not 50");
    });
  });

  it("whose scheme keeps an attacker's voting machine under the hash of ours makes no DAO", async () => {
    await withBase("rc.57", async (chain) => {
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
        .to.include(`ContributionReward ${planted.address} keeps other parameters under the hash`)
        .and.include(`intVote is ${NOBODY}, not ${base.GenesisProtocol}`);
    });
  });
});

/** Where a contract keeps a value of the parameters under a hash. */
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

describe("findReusable", () => {
  it("leaves out a contract with other code, and what was constructed with it", async () => {
    await withBase("rc.57", async ({ deployer, release, base }) => {
      const wrong = { ...listed(base), DAOToken: base.SchemeRegistrar };
      const reusable = Object.keys(await findReusable(deployer, release, wrong));
      expect(reusable).to.not.include.members(["DAOToken", "GenesisProtocol"]);
      expect(reusable).to.include.members(["DAORegistry", "DaoCreator", "SchemeRegistrar"]);
      expect(reusable).to.have.length(Object.keys(listed(base)).length - 2);
    });
  });

  it("leaves out what another account owns", async () => {
    await withBase("rc.57", async ({ deployer, release, base }) => {
      for (const name of ["DAORegistry", "DAOTracker", "DAOToken"] as const) {
        const contract = at(release, name, base[name]);
        await deployer.send(`away/${name}`, contract, "transferOwnership", [NOBODY]);
      }
      const reusable = Object.keys(await findReusable(deployer, release, listed(base)));
      expect(reusable).to.not.include.members(["DAORegistry", "DAOTracker", "DAOToken"]);
      expect(reusable).to.include.members(["ControllerCreator", "ContributionReward"]);
      // They were constructed with what is left out.
      expect(reusable).to.not.include.members(["DaoCreator", "GenesisProtocol"]);
    });
  });

  it("wants DAOstack's account as the owner on a live network", async () => {
    const release = await openArcRelease();
    await withDeployer(
      async (deployer) => {
        const base = await migrateBase(deployer, release);
        const artifact = release.artifact("DAORegistry");
        const own = await deployer.deploy("own", artifact, [deployer.account]);
        const known = { ...listed(base), DAORegistry: own.address, DAOToken: own.address };
        const reusable = await findReusable(deployer, release, known);
        expect(reusable).to.not.have.property("DAORegistry");
        expect(reusable.DAOToken).to.equal(LIVE_STAKING_TOKEN);
      },
      { chainId: 1 },
    );
  });

  it("passes over what is no address and what is not of the release", async () => {
    await withBase("rc.57", async ({ deployer, release }) => {
      const known = {
        arcVersion: "0.0.1-rc.57",
        DaoCreator: "0x1",
        UController: NOBODY,
        X: NOBODY,
      };
      expect(await findReusable(deployer, release, known)).to.deep.equal({});
    });
  });
});

describe("migrateBase with contracts to reuse", () => {
  it("refuses those that are not what it would deploy, before it sends anything", async () => {
    await withBase("rc.57", async (chain) => {
      const { deployer, release, base } = chain;
      const { creator, planted } = await plantDaoCreator(chain);
      const before = deployer.stepCount;
      for (const [name, address] of [
        ["ControllerCreator", creator.address],
        ["DaoCreator", planted.address],
        ["DAOToken", base.GenesisProtocol],
      ] as const) {
        const reusable = { ...listed(base), [name]: address };
        const error = await rejection(migrateBase(deployer, release, reusable));
        expect(error.message).to.include(`${name} ${address}`).and.include("--restart");
      }
      expect(deployer.stepCount).to.equal(before);
    });
  });

  it("refuses another staking token than the live network's", async () => {
    const release = await openArcRelease();
    await withDeployer(
      async (deployer) => {
        const error = await rejection(migrateBase(deployer, release, { DAOToken: NOBODY }));
        expect(error.message).to.include(`DAOToken ${NOBODY}`);
      },
      { chainId: 100 },
    );
  });
});

describe("isDeployed", () => {
  it("is false where any contract that a DAO needs has no code", async () => {
    await withBase("rc.57", async ({ deployer, release, base }) => {
      const code = async (address: string) => await deployer.code(address);
      for (const name of contractsOfDaos(release)) {
        const changed = { ...base, [name]: NOBODY };
        expect(await isDeployed(code, changed), name).to.equal(false);
      }
      expect(await isDeployed(code, { ...base, Redeemer: NOBODY })).to.equal(true);
      expect(await isDeployed(code, {} as BaseResult)).to.equal(false);
      expect(await isDeployed(code, undefined)).to.equal(false);
    });
  });
});

describe("createdByOthers", () => {
  it("names the contracts that another account created and nobody vouches for", async () => {
    await withBase("rc.57", async ({ deployer, connection, release, base }) => {
      expect(await createdByOthers(deployer, release, base, {})).to.deep.equal([]);
      const [, second] = deployer.testAccounts;
      const { provider } = connection;
      const hash = (await provider.request({
        method: "eth_sendTransaction",
        params: [{ from: second, data: release.artifact("UpgradeScheme").bytecode }],
      })) as string;
      const receipt = (await provider.request({
        method: "eth_getTransactionReceipt",
        params: [hash],
      })) as { contractAddress: string };
      const mixed = { ...base, UpgradeScheme: receipt.contractAddress };
      expect(await createdByOthers(deployer, release, mixed, {})).to.deep.equal(["UpgradeScheme"]);
      expect(await createdByOthers(deployer, release, mixed, listed(mixed))).to.deep.equal([]);
    });
  });
});
