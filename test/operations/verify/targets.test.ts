import { join } from "node:path";

import { readFile } from "node:fs/promises";

import { expect } from "chai";

import type { BlockReader } from "../../../src/engine/inspect/reading/block-reader.js";
import { lookalikeOf } from "../../../src/foundation/arc/lookalikes.js";
import { openArcRelease } from "../../../src/foundation/arc/open-release.js";
import { exampleFile } from "../../../src/foundation/params/example.js";
import type { MigrationParameters } from "../../../src/foundation/params/file/migration-parameters.js";
import type { DaoTargets } from "../../../src/operations/verify/verification.js";
import { changedFrom } from "../../../src/operations/verify/rests-on.js";
import { targetsFor } from "../../../src/operations/verify/verify-sources.js";
import { eachOnce, findDao, targetsOf } from "../../../src/operations/verify/targets.js";
import { SMALL_DAO, withBase } from "../../engine/migration/with-base.js";
import { makeDao } from "../simulate/dangerous-dao.js";
import { runtimeCodes } from "../../compile-source.js";
import { expectRecorded } from "../../recorded.js";
import { rejection } from "../../rejection.js";
import { openChain } from "../../simulated-chain.js";

const AVATAR = `0x${"a1".repeat(20)}`;
const CONTROLLER = `0x${"c0".repeat(20)}`;
const IMPLEMENTATION = `0x${"1c".repeat(20)}`;
const IMPLEMENTATION_SLOT = "0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc";

/** The parts of dxdao-contracts 2 that match Arc, and those that differ. */
describe("findDao", () => {
  let codes: Record<string, string>;

  before(() => {
    codes = runtimeCodes(join(import.meta.dirname, "targets.sol"));
  });

  it("refuses a DAO of dxdao-contracts 2 by name, even behind a proxy", async () => {
    const release = await openArcRelease("rc.57");
    const connection = await openChain();
    const { provider } = connection;
    const put = (address: string, code: string) =>
      provider.request({ method: "hardhat_setCode", params: [address, code] });
    await put(AVATAR, codes["Avatar"]!);
    await put(CONTROLLER, codes["DAOController"]!);
    const find = () => findDao(AVATAR, release, { provider });
    const refusal = /not one of Arc's.*DAOController of dxdao-contracts 2/;
    expect((await rejection(find())).message).to.match(refusal);

    await put(CONTROLLER, "0x00");
    await put(IMPLEMENTATION, codes["DAOController"]!);
    await provider.request({
      method: "hardhat_setStorageAt",
      params: [CONTROLLER, IMPLEMENTATION_SLOT, `0x${IMPLEMENTATION.slice(2).padStart(64, "0")}`],
    });
    expect((await rejection(find())).message).to.match(refusal);
    await connection.close();
  });

  it("names each scheme, and the release with its code if the DAO's does not have it", async () => {
    const old = await openArcRelease("rc.34");
    await withBase("rc.34", async ({ make, connection: { provider } }) => {
      const schemes = { ContributionReward: true, SchemeRegistrar: true, UpgradeScheme: true };
      const { dao } = await make({ ...SMALL_DAO, schemes });
      const [first, second, third] = dao.Schemes.map(({ address }) => address);
      const newer = (await openArcRelease("rc.57")).artifact("ContributionReward");
      const put = (address: string | undefined, code: string | undefined) =>
        provider.request({ method: "hardhat_setCode", params: [address, code] });
      await put(first, newer.deployedBytecode);
      await put(second, codes["WalletScheme"]);
      await put(third, codes["Avatar"]);
      const { targets } = await findDao(dao.Avatar, old, { provider });
      expectRecorded(targets.slice(0, 4).map(({ name, arcVersion }) => [name, arcVersion]));
      const at = (address: string | undefined) =>
        targets.find((target) => target.address === address);
      expect(at(first)).to.include({ name: "ContributionReward", arcVersion: "0.0.1-rc.57" });
      expect(at(second)).to.include({ name: "WalletScheme", arcVersion: "0.0.1-rc.34" });
      expect(at(third)?.name).to.equal("a scheme that is not Arc's");
    });
  });

  it("has what the DAO of a result file got since, and what is not verified of it", async () => {
    await withBase("rc.57", async (chain) => {
      const schemes = { SchemeRegistrar: true, ContributionReward: true };
      const d = await makeDao(chain, { founders: [...SMALL_DAO.founders], schemes });
      const called = `0x${"ca".repeat(20)}`;
      await d.ask("hardhat_setCode", called, "0x5f00");
      const later = await d.initialized("GenericScheme", d.own.machine, d.own.hash, called);
      const entry = { network: "private", chainId: 31337, base: chain.base, dao: d.dao };
      const { provider } = chain.connection;
      const addresses = async (address?: string) => {
        const { targets, leftOut = [] } = await targetsFor(
          { provider, output: "", address },
          entry,
          undefined,
        );
        const notVerified = leftOut.map((each) => each.address?.toLowerCase());
        return [targets.map((each) => each.address), notVerified] as const;
      };
      expect((await addresses())[0]).to.not.include(later);
      await d.registered(later, "10");
      for (const address of [undefined, d.dao.Avatar]) {
        const [verified, notVerified] = await addresses(address);
        expect(verified).to.include.members([later, d.scheme("SchemeRegistrar")]);
        expect(notVerified).to.deep.equal([called]);
      }
    });
  });

  it("recognises a DAO under the universal controller, and its schemes among those of other DAOs", async () => {
    await withBase("rc.16", async ({ make, base, release, connection: { provider } }) => {
      const raw = { ...SMALL_DAO, useUController: true };
      const { dao } = await make({ ...raw, schemes: { ContributionReward: true } });
      await make({ ...raw, orgName: "Another DAO", schemes: { SchemeRegistrar: true } });
      const { targets } = await findDao(dao.Avatar, release, { provider });
      expect(targets.map(({ name, address }) => [name, address])).to.deep.equal([
        ["Avatar", dao.Avatar],
        ["DAOToken", dao.NativeToken],
        ["Reputation", dao.NativeReputation],
        ["UController", base.UController],
        ["ContributionReward", base.ContributionReward],
        ["GenesisProtocol", base.GenesisProtocol],
      ]);
    });
  });

  it("includes what a DAO rests on, even if a byte of it was changed, and says what is left out", async () => {
    await withBase("rc.57", async ({ make, base, release, connection: { provider } }) => {
      const raw = JSON.parse(await readFile(exampleFile(), "utf8")) as MigrationParameters;
      const { dao } = await make(raw);
      const find = async () => await findDao(dao.Avatar, release, { provider });
      const nameAt = ({ targets }: DaoTargets, address: string) =>
        targets.find((target) => target.address === address)?.name;
      const before = await find();
      const called = dao.StandAloneContracts.map(({ name, address }) => [name, address] as const);
      const rests = [...called, ["GenesisProtocol", base.GenesisProtocol] as const];
      for (const [name, address] of rests) expect(nameAt(before, address), name).to.equal(name);
      expect(before.leftOut).to.deep.equal([]);

      const change = async (address: string, code: string) =>
        await provider.request({ method: "hardhat_setCode", params: [address, code] });
      const schemes = dao.Schemes.map(({ address }) => address);
      for (const [name, address] of rests.filter((each) => !schemes.includes(each[1]))) {
        const code = release.artifact(name).deployedBytecode;
        const byte = code.slice(402, 404) === "00" ? "01" : "00";
        await change(address, code.slice(0, 402) + byte + code.slice(404));
      }
      const after = await find();
      for (const [name, address] of rests) expect(nameAt(after, address), name).to.equal(name);

      const target = dao.StandAloneContracts.find(({ name }) => name === "ActionMock")!;
      await change(target.address, codes["Avatar"]!);
      await change(base.GenesisProtocol, codes["Avatar"]!);
      const other = await find();
      expect(nameAt(other, base.GenesisProtocol)).to.equal("a contract that is not Arc's");
      expect(other.leftOut).to.deep.include({
        what: "contractToCall of GenericScheme",
        address: target.address,
        reason: "its code is not Arc's",
      });
    });
  });

  it("does not mistake an Arc contract for another project's", async () => {
    for (const version of ["rc.19", "rc.57"]) {
      const release = await openArcRelease(version);
      for (const name of release.contractNames) {
        expect(lookalikeOf(release.artifact(name).deployedBytecode), name).to.equal(undefined);
      }
    }
  });
});

describe("targetsOf", () => {
  const at = (byte: string) => `0x${byte.repeat(20)}`;
  const arcVersion = "0.0.1-rc.40";
  const base = { arcVersion, UController: at("ab"), DAORegistry: at("02") };
  const organization = (first: string, Controller: string) => ({
    name: "A DAO",
    arcVersion,
    Avatar: at(`${first}1`),
    NativeToken: at(`${first}2`),
    NativeReputation: at(`${first}3`),
    Controller,
    Schemes: [{ name: "GenericScheme", alias: "mock", address: at(`${first}4`), arcVersion }],
  });
  const dao = {
    ...organization("3", base.UController.toUpperCase().replace("0X", "0x")),
    StandAloneContracts: [{ name: "Own", address: at("38") }],
  };
  const test = {
    ...organization("5", at("55")),
    proposalId: at("00"),
    ActionMock: at("56"),
  };

  it("has base, DAO, demo test and the contracts of the project, each address once", () => {
    const entry = { network: "private", chainId: 31337, base, dao, test } as const;
    const found = targetsOf(entry as unknown as Parameters<typeof targetsOf>[0]);
    expectRecorded(
      found.map(({ place, name, address, arcVersion: release }) => [place, name, address, release]),
    );
    expect(targetsOf({ network: "private", chainId: 31337 })).to.deep.equal([]);
  });

  it("keeps the first of several at one address", () => {
    const [first, second] = ["first", "second"].map((place) => ({ name: "A", place }));
    const found = eachOnce([
      { ...first!, address: at("aB") },
      { ...second!, address: at("Ab") },
      { ...second!, address: at("01") },
    ]);
    expect(found.map(({ place, address }) => [place, address])).to.deep.equal([
      ["first", at("aB")],
      ["second", at("01")],
    ]);
  });
});

describe("changedFrom", () => {
  it("names the Arc contract of which less than a twentieth differs", async () => {
    const release = await openArcRelease("rc.57");
    const code = release.artifact("Avatar").deployedBytecode;
    const changed = async (digits: number, ending = "") => {
      const from = code.length - digits;
      const other = [...code.slice(from)].map((digit) => (digit === "0" ? "1" : "0")).join("");
      const reader = {
        code: async () => await Promise.resolve(code.slice(0, from) + other + ending),
      };
      const contract = { address: AVATAR, code: "unknown" } as const;
      return await changedFrom(reader as unknown as BlockReader, contract, release);
    };
    const most = Math.ceil(code.length / 20);
    expect(await changed(2)).to.equal("Avatar");
    expect(await changed(most - 1)).to.equal("Avatar");
    expect(await changed(most)).to.equal(undefined);
    expect(await changed(2, "00")).to.equal(undefined);
  });
});
