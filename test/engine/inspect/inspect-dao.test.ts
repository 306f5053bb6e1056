import { expect } from "chai";
import { getAddress, parseEther, toBeHex, ZeroAddress, ZeroHash } from "ethers";

import type { Inspection } from "../../../src/engine/inspect/description.js";
import { inspectDao } from "../../../src/engine/inspect/inspect-dao.js";
import type { DaoResult, OrganizationResult } from "../../../src/foundation/result/result.js";
import { SMALL_DAO, type ChainWithBase } from "../migration/with-base.js";
import { schemeOf, wasRead } from "./raw-calls.js";
import { onBase, onDao, onDemo, itOnDao } from "./raw-dao.js";
import { someOf } from "../../some-of.js";

/** One release of each shape: own and universal controllers, both generic schemes, the oldest GenesisProtocol. */
const RELEASES = someOf(["rc.57", "rc.40", "rc.28", "rc.16", "alpha.58"], 4);
const ALL_SCHEMES = {
  SchemeRegistrar: true,
  ContributionReward: true,
  GlobalConstraintRegistrar: true,
  UpgradeScheme: true,
};

/** Reads an account's permissions from the controller. */
async function rawPermissions(
  { read }: ChainWithBase,
  { Avatar, Controller }: OrganizationResult,
  account: string,
  controllerName = "Controller",
): Promise<unknown> {
  return await read(controllerName, Controller, "getSchemePermissions", account, Avatar);
}

describe("inspectDao", () => {
  for (const version of RELEASES) {
    it(`reads the demo test of ${version} as raw calls do`, async () => {
      await onDemo(version, async (chain, test) => {
        const { read, release, base, connection } = chain;
        const found = await inspectDao(connection.provider, test.Avatar);
        expect(JSON.stringify(found)).to.not.include("notRead");
        expect(found.name).to.equal("Demo Test DAO");
        for (const [what, name, address] of [
          [found.avatar, "Avatar", test.Avatar],
          [found.controller, "Controller", test.Controller],
          [found.token.contract, "DAOToken", test.NativeToken],
          [found.reputation.contract, "Reputation", test.NativeReputation],
        ] as const) {
          expect(what).to.deep.include({ address, code: "arc", name });
          expect(what.releases, name).to.include(release.version);
        }
        expect(found.token.totalSupply).to.equal(String(parseEther("6000")));
        const holders = wasRead(found.reputation.holders);
        expect(holders).to.have.length(6);
        for (const { account, amount } of holders) {
          const raw = await read("Reputation", test.NativeReputation, "balanceOf", account);
          expect(amount).to.equal(String(raw));
        }
        const each = { tokens: String(parseEther("1000")), reputation: String(parseEther("1000")) };
        const founders = chain.deployer.testAccounts.slice(0, 6);
        expect(found.founders).to.have.deep.members(
          founders.map((account) => ({ account, ...each })),
        );
        await expectSchemes(chain, test, found);
        expect(found.votingMachines).to.have.length(1);
        expect(found.votingMachines[0]).to.deep.include({
          stakingToken: { address: base.DAOToken, name: "DAOstack", symbol: "GEN", decimals: 18 },
        });
      });
    });

    it(`finds the account that a DAO of ${version} left with all permissions`, async () => {
      const file = { founders: SMALL_DAO.founders, schemes: ALL_SCHEMES, version };
      await onDao(async ({ chain, dao }) => {
        const { account } = chain.deployer;
        expect(await rawPermissions(chain, dao, account)).to.equal("0x0000001f");
        const found = await inspectDao(chain.connection.provider, dao.Avatar);
        const owner = schemeOf(found, account);
        expect(owner).to.deep.include({ registered: true });
        expect(owner.contract).to.deep.equal({ address: account, code: "account" });
        expect(owner.permissions.bytes).to.equal("0x0000001f");
        expect(owner.permissions.words).to.include("upgrade the controller");
        await expectSchemes(chain, dao, found);
      }, file);
    });
  }

  it("keeps DAOs of one universal controller apart", async () => {
    await onBase("rc.28", async (chain) => {
      const raw = { ...SMALL_DAO, useDaoCreator: false, useUController: true };
      const first = await chain.make({
        ...raw,
        schemes: { ContributionReward: true },
        unregisterOwner: true,
      });
      const second = await chain.make({
        ...raw,
        orgName: "Another",
        schemes: { SchemeRegistrar: true, UpgradeScheme: true },
        unregisterOwner: true,
      });
      expect(first.dao.Controller).to.equal(second.dao.Controller);
      for (const [{ dao }, names] of [
        [first, ["ContributionReward"]],
        [second, ["SchemeRegistrar", "UpgradeScheme"]],
      ] as const) {
        const found = await inspectDao(chain.connection.provider, dao.Avatar);
        expect(found.controller).to.deep.include({ name: "UController", universal: true });
        const now = found.schemes.filter(({ registered }) => registered);
        expect(now.map(({ contract }) => contract.name)).to.have.members([...names]);
        await expectSchemes(chain, dao, found, "UController");
        const owner = schemeOf(found, chain.deployer.account);
        expect(owner.registered).to.equal(false);
        expect(owner.history.map(({ event, how }) => `${event} ${how}`)).to.deep.equal([
          "registered controller",
          "unregistered itself",
        ]);
      }
    });
  });

  itOnDao("reads everything at one block, with the same bytes each time", async (raw) => {
    const { Avatar, NativeToken } = raw.dao;
    const before = await raw.inspect(Avatar);
    await raw.control("mintTokens", parseEther("7"), ZeroAddress.replace(/0$/, "9"));
    const supply = await raw.chain.read("DAOToken", NativeToken, "totalSupply");
    expect(supply).to.equal(parseEther("17"));
    const then = await raw.inspect(Avatar, { block: before.block.number });
    expect(JSON.stringify(then)).to.equal(JSON.stringify(before));
    const now = await raw.inspect(Avatar);
    expect(now.token.totalSupply).to.equal(String(parseEther("17")));
    expect(now.token.holders).to.deep.include({
      account: "0x0000000000000000000000000000000000000009",
      amount: String(parseEther("7")),
    });
  });

  itOnDao("lists allowances of the avatar, however they were approved", async (raw) => {
    const { Avatar, NativeToken } = raw.dao;
    const gen = raw.chain.base.DAOToken;
    const spender = getAddress(`0x${"ab".repeat(20)}`);
    await raw.control("externalTokenApproval", gen, spender, 5n);
    const approve = raw.encode("DAOToken", "approve", [raw.accounts[0], 6n]);
    const call = [NativeToken, approve, Avatar, 0n];
    await raw.send("Controller", raw.dao.Controller, "genericCall", call);
    const { allowances } = await raw.inspect(Avatar);
    expect(allowances).to.have.deep.members([
      { token: gen, spender, amount: "5" },
      { token: NativeToken, spender: raw.accounts[0], amount: "6" },
    ]);
  });

  it("does not take a mint for a founding that follows a scheme's registration in its block", async () => {
    await onDao(
      async (raw) => {
        const { Avatar, Controller } = raw.dao;
        const [from, second, third] = raw.accounts as [string, string, string];
        const scheme = await raw.deploy("ContributionReward");
        const calls = [
          ["mintReputation", [1n, second, Avatar]],
          ["registerScheme", [scheme, ZeroHash, "0x00000000", Avatar]],
          ["mintReputation", [2n, third, Avatar]],
          ["mintTokens", [3n, third, Avatar]],
        ] as const;
        await raw.request("evm_setAutomine", [false]);
        for (const [name, args] of calls) {
          const data = raw.encode("Controller", name, args);
          const gas = "0x100000";
          await raw.request("eth_sendTransaction", [{ from, to: Controller, data, gas }]);
        }
        await raw.request("evm_mine");
        await raw.request("evm_setAutomine", [true]);
        const { founders } = await raw.inspect(Avatar);
        expect(wasRead(founders).map(({ account }) => account)).to.deep.equal([from, second]);
      },
      { schemes: {} },
    );
  });
});

async function expectSchemes(
  chain: ChainWithBase,
  dao: OrganizationResult | DaoResult,
  inspection: Inspection,
  controllerName = "Controller",
): Promise<void> {
  const { read, base } = chain;
  for (const scheme of inspection.schemes) {
    const { address } = scheme.contract;
    const raw = await rawPermissions(chain, dao, address, controllerName);
    expect(scheme.permissions.bytes, scheme.contract.name).to.equal(raw);
    expect(scheme.registered).to.equal(raw !== "0x00000000");
  }
  for (const { name, address, permissions } of dao.Schemes) {
    const scheme = schemeOf(inspection, address);
    // The result has the name in the parameters, which for universal schemes lacks the U.
    expect(scheme.contract.name).to.be.oneOf([name, `U${name}`]);
    expect(scheme.permissions.bytes).to.equal(toBeHex(BigInt(permissions) | 1n, 4));
    expect(scheme.history.at(-1)).to.deep.include({ event: "registered", how: "scheme" });
    const parameters = wasRead(scheme.parameters);
    expect(Object.keys(parameters.votes), name).to.not.have.length(0);
    for (const { votingMachine, paramsHash, rules } of Object.values(parameters.votes)) {
      expect(votingMachine).to.equal(base.GenesisProtocol);
      await expectRules(read, base.GenesisProtocol, paramsHash, rules);
    }
  }
}

/** Compares vote rules with the contract's raw parameters, converted here to the file's units. */
async function expectRules(
  read: ChainWithBase["read"],
  machine: string,
  hash: string,
  rules: unknown,
): Promise<void> {
  const raw = (await read("GenesisProtocol", machine, "parameters", hash)) as readonly unknown[];
  const { GenesisProtocol } = rules as { GenesisProtocol: Record<string, unknown> };
  if ("others" in GenesisProtocol) {
    // Up to alpha.58, the pre-boosted parameters are those that later apply to queued proposals.
    expect(GenesisProtocol).to.deep.include({
      queuedVoteRequiredPercentage: Number(raw[0]),
      queuedVotePeriodLimit: Number(raw[1]),
      boostedVotePeriodLimit: Number(raw[2]),
      daoBountyConst: "75",
      minimumDaoBounty: "100",
    });
    expect(GenesisProtocol.others).to.deep.include({ thresholdConstA: String(raw[3]) });
    return;
  }
  expect(GenesisProtocol).to.deep.equal({
    queuedVoteRequiredPercentage: Number(raw[0]),
    queuedVotePeriodLimit: Number(raw[1]),
    boostedVotePeriodLimit: Number(raw[2]),
    preBoostedVotePeriodLimit: Number(raw[3]),
    thresholdConst: String(Math.round((Number(raw[4]) * 1000) / 2 ** 40)),
    quietEndingPeriod: Number(raw[6]),
    proposingRepReward: String(Number(raw[7]) / 1e18),
    votersReputationLossRatio: Number(raw[8]),
    minimumDaoBounty: String(Number(raw[9]) / 1e18),
    daoBountyConst: String(raw[10]),
    activationTime: Number(raw[11]),
    voteOnBehalf: raw[12],
  });
}
