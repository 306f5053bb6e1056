import { expect } from "chai";
import { ZeroAddress, ZeroHash } from "ethers";

import type { Artifact } from "../../../src/foundation/arc/artifact.js";
import { openArcRelease } from "../../../src/foundation/arc/open-release.js";
import { DEFAULT_ARC_VERSION } from "../../../src/foundation/arc/versions.js";
import type {
  MigrationParameters,
  RawArgument,
} from "../../../src/foundation/params/file/migration-parameters.js";
import type { SchemeResult } from "../../../src/foundation/result/result.js";
import { withCustomAbis } from "../../foundation/params/build-files.js";
import { rejected, rejection } from "../../rejection.js";
import { reader } from "../../simulated-chain.js";
import { expectDao, fields } from "./expect-dao.js";
import {
  codeAt,
  sharedBase,
  SMALL_DAO,
  withBase,
  type ChainWithBase,
  type MadeDao,
} from "./with-base.js";

const VOTES = [50, 1800, 600, 600, 2000, 300, 5, 1, 100, 10, 0];
const TARGET = "0x1111111111111111111111111111111111111111";
const LOCKING = [
  ...["100000000000000000000", 1_600_000_000, 86_400, 1_600_086_400, 12, 85_000, 900, 100],
  ...["DAOTokenAddress", `0x${"00".repeat(31)}01`],
];
const CALLS = {
  ...{ name: "GenericScheme", fromArc: true, permissions: "0x00000010" },
  params: ["GenesisProtocolAddress", { voteParams: 0 }, TARGET],
};

/** Creates a DAO with more parameters than a small one, and expects it to be registered as in the result. */
async function makeWith(
  chain: ChainWithBase,
  more: MigrationParameters,
  customAbis?: string,
): Promise<MadeDao> {
  const made = await chain.make({ ...SMALL_DAO, ...more }, customAbis);
  const { connection, release, base, deployer } = chain;
  await expectDao(connection, release, base, made.parameters, made.dao, deployer.account);
  return made;
}

describe("the contracts of a DAO", () => {
  const chain = sharedBase("rc.57");

  it("refer to each other, in nested arguments too, and stay uninitialized without params", async () => {
    const { dao } = await makeWith(chain(), {
      StandAloneContracts: [
        { name: "ContributionRewardExt", fromArc: true },
        { name: "Competition", fromArc: true, params: [{ StandAloneContract: 0 }] },
        {
          ...{ name: "DxDaoSchemeConstraints", fromArc: true },
          params: [
            ...["AvatarAddress", 60, "7", ["DAOTokenAddress", "ReputationAddress"], [1, "2"]],
            ["GenesisProtocolAddress", { StandAloneContract: 1 }],
            { StandAloneContract: 0 },
          ],
        },
        { name: "Competition", fromArc: true },
      ],
      CustomSchemes: [
        {
          ...{ name: "ContributionRewardExt", fromArc: true, permissions: "0x00000000" },
          address: { StandAloneContract: 0 },
          params: ["GenesisProtocolAddress", { voteParams: 0 }, { StandAloneContract: 1 }],
        },
      ],
    });
    const [extension, competition, constraints, bare] = dao.StandAloneContracts.map(
      ({ address }) => address,
    ) as [string, string, string, string];
    const { read, base } = chain();
    expect(await read("Competition", competition, "contributionRewardExt")).to.equal(extension);
    expect(await read("Competition", bare, "contributionRewardExt")).to.equal(ZeroAddress);
    expect(dao.Schemes[0]?.address).to.equal(extension);
    expect(await read("ContributionRewardExt", extension, "rewarder")).to.equal(competition);
    for (const [name, argument, value] of [
      ["avatar", undefined, dao.Avatar],
      ["periodSize", undefined, 60n],
      ["periodLimitWei", undefined, 7n],
      ["periodLimitToken", dao.NativeToken, 1n],
      ["periodLimitToken", dao.NativeReputation, 2n],
      ["contractsWhiteListMap", base.GenesisProtocol, true],
      ["contractsWhiteListMap", competition, true],
      ["contractsWhiteListMap", extension, false],
      ["genericSchemeMultiCall", undefined, extension],
    ] as const) {
      const args = argument === undefined ? [] : [argument];
      expect(await read("DxDaoSchemeConstraints", constraints, name, ...args)).to.equal(value);
    }
  });

  it("come from custom-abis, and the overload of initialize is the one that fits", async () => {
    // The first overload is not in the contract: choosing it by name or by their number would revert.
    const overloaded = (name: string, ...types: readonly string[]): Artifact => {
      const inputs = types.map((type) => ({ type, name: "" }));
      const artifact = chain().release.artifact(name);
      const entry = { type: "function", name: "initialize", inputs };
      return { ...artifact, abi: [entry, ...artifact.abi] };
    };
    const artifacts = {
      Contest: overloaded("Competition", "uint256"),
      HouseScheme: overloaded("GenericScheme", "address", "address", "bytes32", "bool"),
    };
    const builds = Object.entries(artifacts).map(([contractName, artifact]) => {
      return [contractName, JSON.stringify({ ...artifact, contractName })] as const;
    });
    await withCustomAbis(Object.fromEntries(builds), async (folder) => {
      const { dao } = await makeWith(
        chain(),
        {
          StandAloneContracts: [{ name: "Contest", params: ["AvatarAddress"] }],
          CustomSchemes: [{ ...CALLS, fromArc: false, name: "HouseScheme" }],
        },
        folder,
      );
      for (const [made, name, arcs, getter, value] of [
        [dao.StandAloneContracts[0], "Contest", "Competition", "contributionRewardExt", dao.Avatar],
        [dao.Schemes[0], "HouseScheme", "GenericScheme", "contractToCall", TARGET],
      ] as const) {
        expect([made?.name, made?.arcVersion]).to.deep.equal([name, undefined]);
        const { deployedBytecode } = chain().release.artifact(arcs);
        expect(await codeAt(chain(), made!.address)).to.equal(deployedBytecode);
        expect(await chain().read(arcs, made!.address, getter)).to.equal(value);
      }
    });
  });

  it("come from a release of their own if they name one", async () => {
    const [old, own] = [await openArcRelease("rc.40"), chain().release];
    const { dao } = await makeWith(chain(), {
      StandAloneContracts: [
        { name: "Competition", fromArc: true, arcVersion: "rc.40" },
        { name: "Competition", fromArc: true },
      ],
      CustomSchemes: [{ ...CALLS, arcVersion: "rc.40" }],
    });
    const [first, second] = dao.StandAloneContracts;
    for (const [made, name, release] of [
      [first, "Competition", old],
      [second, "Competition", own],
      [dao.Schemes[0], "GenericScheme", old],
    ] as const) {
      expect(made?.arcVersion).to.equal(release.version);
      const { deployedBytecode } = release.artifact(name);
      expect(await codeAt(chain(), made!.address)).to.equal(deployedBytecode);
    }
  });

  it("whose function fails end the migration with the step and the contract's reason", async () => {
    const away = { functionName: "transferOwnership", params: ["AvatarAddress"] };
    const wallet = { name: "Wallet", fromArc: true, runFunctions: [away, away] };
    const error = await rejection(makeWith(chain(), { StandAloneContracts: [wallet] }));
    expect(error.name).to.equal("MigrationError");
    expect(error.message).to.include("dao/standAlone/0-Wallet/run/1-transferOwnership");
  });

  it("are refused before anything is sent if a scheme's address has no code", async () => {
    const before = chain().deployer.stepCount;
    const error = await rejection(
      makeWith(chain(), { CustomSchemes: [{ ...CALLS, address: TARGET }] }),
    );
    expect(chain().deployer.stepCount).to.equal(before);
    expect(error.name).to.equal("MigrationError");
    expect(error.message).to.include(`no contract at ${TARGET}`);
  });

  it("are refused before anything is sent if one is a built-in scheme of the file, too", async () => {
    const { base, deployer } = chain();
    const before = deployer.stepCount;
    const error = await rejection(
      makeWith(chain(), {
        schemes: { SchemeRegistrar: true },
        CustomSchemes: [{ ...CALLS, address: base.SchemeRegistrar }],
      }),
    );
    expect(deployer.stepCount).to.equal(before);
    expect(error.message).to.include(
      `${base.SchemeRegistrar} is the SchemeRegistrar that the file`,
    );
  });

  it("use the voting machine that has a scheme's vote parameters, or nothing is sent", async () => {
    const { base, read, deployer } = chain();
    const made = async (machine: RawArgument) =>
      await makeWith(chain(), {
        VotingMachinesParams: [{ AbsoluteVote: { votePerc: 50, voteOnBehalf: ZeroAddress } }],
        CustomSchemes: [{ ...CALLS, params: [machine, { voteParams: 0 }, TARGET] }],
      });
    for (const machine of [{ votingMachine: 0 }, base.AbsoluteVote]) {
      const { address } = (await made(machine)).dao.Schemes[0]!;
      const hash = await read("GenericScheme", address, "voteParams");
      const stored = await read("AbsoluteVote", base.AbsoluteVote, "parameters", hash);
      expect((stored as [bigint])[0]).to.equal(50n);
      expect(await read("GenericScheme", address, "votingMachine")).to.equal(base.AbsoluteVote);
    }
    // Of which machine a hash is, nobody knows before it is looked up there.
    const preset = { votingParamsHash: ZeroHash };
    const hashed = await makeWith(chain(), {
      VotingMachinesParams: [preset],
      CustomSchemes: [{ ...CALLS, params: [base.AbsoluteVote, { voteParams: 0 }, TARGET] }],
    });
    const { address } = hashed.dao.Schemes[0]!;
    expect(await read("GenericScheme", address, "votingMachine")).to.equal(base.AbsoluteVote);
    const count = deployer.stepCount;
    await rejected(made(base.GenesisProtocol), "its vote parameters are of AbsoluteVote");
    expect(deployer.stepCount).to.equal(count);
  });
});

describe("custom schemes made by factories", () => {
  const votes = (version: string) => {
    const custom = ["GenesisProtocolAddress", 0, VOTES, TARGET];
    const spending = ["0.0.1-rc.56", "0.0.1-rc.57"].includes(version) ? [true] : [];
    return {
      GenericSchemeMultiCall: [...custom, [TARGET], ...spending, "what it is for"],
      Competition: custom,
      ContinuousLocking4Reputation: LOCKING,
    };
  };
  const withFactories = (version: string, arcVersion?: string): MigrationParameters => ({
    CustomSchemes: Object.entries(votes(version)).map(([schemeName, params]) => ({
      name: schemeName,
      schemeName,
      fromArc: true,
      fromFactory: true,
      params,
      permissions: "0x00000010",
      ...(arcVersion !== undefined && { arcVersion }),
    })),
  });

  /** Expects the contracts that the three factories of a release created, with the field names of the release. */
  async function expectMade(chain: ChainWithBase, made: MadeDao, version: string): Promise<void> {
    const release = await openArcRelease(version);
    const read = reader(chain.connection, release);
    const [multiCall, competition, locking] = made.dao.Schemes as [
      SchemeResult,
      SchemeResult,
      SchemeResult,
    ];
    expect(made.dao.Schemes.map(({ name }) => name)).to.deep.equal([
      "GenericSchemeMultiCall",
      "ContributionRewardExt",
      "ContinuousLocking4Reputation",
    ]);
    for (const { name, address, arcVersion } of made.dao.Schemes) {
      expect(arcVersion).to.equal(version);
      expect(await read(name, address, "avatar"), name).to.equal(made.dao.Avatar);
    }
    for (const { name, address } of [multiCall, competition]) {
      const set = await fields(
        chain.read,
        chain.release,
        "GenesisProtocol",
        chain.base.GenesisProtocol,
        "parameters",
        await read(name, address, "voteParams"),
      );
      expect(set, name).to.include({ queuedVotePeriodLimit: 1800n, voteOnBehalf: TARGET });
    }
    const companion = made.dao.StandAloneContracts.find(({ name }) => name === "Competition");
    expect(companion?.arcVersion).to.equal(version);
    expect(await read("ContributionRewardExt", competition.address, "rewarder")).to.equal(
      companion?.address,
    );
    expect(await read("Competition", companion?.address ?? "", "contributionRewardExt")).to.equal(
      competition.address,
    );
    expect(await read("ContinuousLocking4Reputation", locking.address, "token")).to.equal(
      made.dao.NativeToken,
    );
    expect(await read("ContinuousLocking4Reputation", locking.address, "batchTime")).to.equal(
      86_400n,
    );
  }

  for (const version of ["0.0.1-rc.55", "0.0.1-rc.56", DEFAULT_ARC_VERSION]) {
    it(`of ${version} are the factories of the base`, async () => {
      await withBase(version, async (chain) => {
        const before = chain.deployer.stepCount;
        const made = await makeWith(chain, withFactories(version));
        // forgeOrg, two for the registry, the vote parameters, one call per factory, setSchemes.
        expect(chain.deployer.stepCount - before).to.equal(8);
        await expectMade(chain, made, version);
      });
    });
  }

  it("of another release than the base are deployed for it", async () => {
    await withBase("rc.57", async (chain) => {
      for (const version of ["0.0.1-rc.55", "0.0.1-rc.56"]) {
        const made = await makeWith(chain, withFactories(version, version));
        await expectMade(chain, made, version);
      }
    });
  });
});
