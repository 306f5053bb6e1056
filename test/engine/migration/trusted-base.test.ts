import { expect } from "chai";

import { contractsOfDaos } from "../../../src/foundation/arc/base-contracts.js";
import { openArcRelease } from "../../../src/foundation/arc/open-release.js";
import { networkOf } from "../../../src/foundation/chain/networks.js";
import { ProviderReader } from "../../../src/engine/execution/deployers/provider-reader.js";
import { migrateBase } from "../../../src/engine/migration/base.js";
import type { ChainReader } from "../../../src/engine/migration/deployer.js";
import {
  chooseContract,
  createdByOthers,
  isDeployed,
  requireTrusted,
  requireUsableBase,
  unknownContracts,
  type Trust,
} from "../../../src/engine/migration/trusted-base.js";
import { knownDeployments } from "../../../src/foundation/result/known-deployments.js";
import type { BaseResult } from "../../../src/foundation/result/result.js";
import { rejected, rejection } from "../../rejection.js";
import { withDeployer } from "../../simulated-chain.js";
import { listed, plantDaoCreator, problemsOf } from "./tampered.js";
import { sharedBase, withBase } from "./with-base.js";

const NOBODY = "0x1111111111111111111111111111111111111111";

describe("requireUsableBase", () => {
  const shared = sharedBase("rc.57");

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
    const { deployer, release, base } = shared();
    for (const name of ["DaoCreator", "ControllerCreator", "DAOTracker", "GenesisProtocol"]) {
      const rest = { ...base, [name]: undefined };
      expect(await problemsOf(deployer, release, rest)).to.include(
        `${name}: the base does not list it`,
      );
    }
    const rest = { ...base, UpgradeScheme: undefined } as unknown as BaseResult;
    await requireUsableBase(deployer, release, rest);
  });

  it("says where a base lists an invalid address, without showing it", async () => {
    const { deployer, release, base } = shared();
    for (const value of ["\u001b[8m", 7, null, [NOBODY]]) {
      const wrong = { ...base, SchemeRegistrar: value } as unknown as BaseResult;
      expect(await problemsOf(deployer, release, wrong)).to.deep.equal([
        "SchemeRegistrar: the base's entry for it is not an address",
      ]);
    }
  });

  it("accepts addresses in any letter case", async () => {
    const { deployer, release, base } = shared();
    const lower = Object.fromEntries(
      Object.entries(listed(base)).map(([name, address]) => [name, address.toLowerCase()]),
    );
    await requireUsableBase(deployer, release, { ...base, ...lower });
  });

  it("reports everything that is wrong at once", async () => {
    const { deployer, release, base } = shared();
    const wrong = { ...base, UpgradeScheme: NOBODY, ContributionReward: base.GenesisProtocol };
    expect(await problemsOf(deployer, release, wrong)).to.have.length(2);
  });

  it("ignores metadata hashes, and nothing else", async () => {
    // Since rc.51, only their metadata has changed, and the live networks still have older ones.
    const older = await openArcRelease("rc.56");
    const { deployer, connection, release, base } = shared();
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

  it("trusts only its own account if a node provides no storage", async () => {
    const { deployer, release, base } = shared();
    const [, second = ""] = deployer.testAccounts;
    const as = (account: string): ChainReader => ({
      network: deployer.network,
      account,
      code: async (address) => await deployer.code(address),
      read: async (...args) => await deployer.read(...args),
      nonce: async () => (account === deployer.account ? await deployer.nonce(account) : 0),
      storage: async () => await Promise.reject(new Error("no such method")),
    });
    await requireUsableBase(as(deployer.account), release, base);
    const error = await rejection(requireUsableBase(as(second), release, base));
    expect(error.name).to.equal("MigrationError");
    expect(error.message)
      .to.include(`The node does not return what DaoCreator ${base.DaoCreator}`)
      .and.include("eth_getStorageAt fails (no such method)");
  });
});

describe("migrateBase with contracts to reuse", () => {
  const shared = sharedBase("rc.57");

  it("refuses contracts that differ from what it would deploy, before it sends anything", async () => {
    const chain = shared();
    const { deployer, release, base } = chain;
    const { creator, planted } = await plantDaoCreator(chain);
    const before = deployer.stepCount;
    for (const [name, address] of [
      ["ControllerCreator", creator.address],
      ["DaoCreator", planted.address],
      ["DAOToken", base.GenesisProtocol],
    ] as const) {
      const reusable = { ...listed(base), [name]: address };
      await rejected(migrateBase(deployer, release, reusable), `${name} ${address}`, "--restart");
    }
    expect(deployer.stepCount).to.equal(before);
  });

  it("refuses another staking token than the live network's", async () => {
    const release = await openArcRelease();
    await withDeployer(
      async (deployer) => {
        await rejected(migrateBase(deployer, release, { DAOToken: NOBODY }), `DAOToken ${NOBODY}`);
      },
      { chainId: 100 },
    );
  });
});

describe("isDeployed", () => {
  const shared = sharedBase("rc.57");

  it("is false if any contract that a DAO needs has no code", async () => {
    const { deployer, release, base } = shared();
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

describe("chooseContract", () => {
  const shared = sharedBase("rc.57");

  it("takes what the DAO uses, what the change made, the result file's and the known one, in this order", async () => {
    const { deployer, release, base } = shared();
    const name = "UpgradeScheme";
    const right = base[name];
    const another = (await deployer.deploy("another", release.artifact(name))).address;
    const [used, old] = [NOBODY, { ...base, arcVersion: "0.0.1-rc.40", [name]: NOBODY }];
    const wrong = { [name]: base.GenesisProtocol };
    for (const [sources, wanted] of [
      [{ base, inUse: [used], made: [another], known: base }, used],
      [{ base, inUse: [], made: [used, another], known: base }, another],
      [{ base, inUse: [], made: [], known: { [name]: another } }, right],
      // A base of another release is checked; what it lists is taken if it is right all the same.
      [{ base: old, inUse: [], made: [], known: { [name]: another } }, another],
      [{ base: { ...old, [name]: right }, inUse: [], made: [], known: wrong }, right],
      [{ inUse: [], made: [], known: wrong }, undefined],
    ] as const)
      expect(await chooseContract(deployer, release, name, sources)).to.equal(wanted);
    const machine = "GenesisProtocol";
    const sources = { base, inUse: [used], made: [] };
    expect(await chooseContract(deployer, release, machine, sources)).to.equal(base[machine]);
    const without = { inUse: [used], made: [], known: base };
    expect(await chooseContract(deployer, release, machine, without)).to.equal(used);
  });
});

describe("createdByOthers", () => {
  const shared = sharedBase("rc.57");

  it("names the contracts that another account created", async () => {
    const { deployer, connection, release, base } = shared();
    expect(await createdByOthers(deployer, listed(base))).to.deep.equal([]);
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
    expect(await createdByOthers(deployer, listed(mixed))).to.deep.equal(["UpgradeScheme"]);

    const asked: string[][] = [];
    const confirm = (answer: boolean) => async (names: readonly string[]) => {
      asked.push([...names]);
      return await Promise.resolve(answer);
    };
    const { account } = deployer;
    const onPublic = new ProviderReader(provider, { network: networkOf(1), account });
    const require = async (reader: ChainReader, trust: Trust, base = mixed) =>
      await requireTrusted(reader, listed(base), trust, "do this");
    await require(deployer, {});
    await require(onPublic, {}, base);
    await require(onPublic, { trustBase: true });
    expect(asked).to.deep.equal([]);
    await require(onPublic, { confirmForeignBase: confirm(true) });
    expect(asked).to.deep.equal([["UpgradeScheme"]]);
    for (const trust of [{}, { trustBase: false, confirmForeignBase: confirm(false) }]) {
      const { message } = await rejection(require(onPublic, trust));
      expect(message).to.match(/deployed UpgradeScheme\..*--trust-base; otherwise do this\./);
    }
  });
});

describe("unknownContracts", () => {
  it("are those that a DAO needs and that are no known deployments of the network", async () => {
    const release = await openArcRelease("rc.57");
    const { base } = await knownDeployments("xdai", release.version);
    const network = networkOf(100);
    expect(await unknownContracts(network, release, base!)).to.deep.equal({});
    const { ContributionReward, UpgradeScheme } = base!;
    const other = { ...base, DAOToken: UpgradeScheme, UpgradeScheme: ContributionReward };
    expect(await unknownContracts(network, release, other)).to.deep.equal({
      UpgradeScheme: ContributionReward,
    });
    const all = await unknownContracts(networkOf(1), release, base!);
    expect(all).to.include({ UpgradeScheme }).and.to.not.have.any.keys("DAOToken", "Redeemer");
  });
});
