import { expect } from "chai";
import { ZeroHash } from "ethers";

import { openArcRelease } from "../../../src/foundation/arc/open-release.js";
import { DEFAULT_ARC_VERSION } from "../../../src/foundation/arc/versions.js";
import type { MigrationParameters } from "../../../src/foundation/params/file/migration-parameters.js";
import type { SchemeResult } from "../../../src/foundation/result/result.js";
import { withArtifacts } from "../../build-files.js";
import { rejection } from "../../rejection.js";
import { reader } from "../../simulated-chain.js";
import { expectDao, expectScheme, fields } from "./expect-dao.js";
import { SMALL_DAO, withBase, type ChainWithBase, type MadeDao } from "./with-base.js";

type CustomSchemes = NonNullable<MigrationParameters["CustomSchemes"]>;

const VOTES = [50, 1800, 600, 600, 2000, 300, 5, 1, 100, 10, 0];
const TARGET = "0x1111111111111111111111111111111111111111";
const HASH = `0x${"00".repeat(31)}01`;
const LOCKING = [
  "100000000000000000000",
  1_600_000_000,
  86_400,
  1_600_086_400,
  12,
  85_000,
  900,
  100,
  "DAOTokenAddress",
  HASH,
];

/** Creates a DAO with these custom schemes, and expects each to be registered as in the result. */
async function makeWith(
  chain: ChainWithBase,
  schemes: CustomSchemes,
  more: MigrationParameters = {},
  customAbis?: string,
): Promise<MadeDao> {
  const made = await chain.make({ ...SMALL_DAO, ...more, CustomSchemes: schemes }, customAbis);
  const { connection, release, base, deployer } = chain;
  await expectDao(connection, release, base, made.parameters, made.dao, deployer.account);
  expect(made.dao.Schemes.map(({ permissions }) => permissions)).to.deep.equal(
    made.parameters.customSchemes.map(({ permissions }) => permissions),
  );
  return made;
}

function schemeAt({ dao }: MadeDao, index: number): SchemeResult {
  const scheme = dao.Schemes[index];
  if (scheme === undefined) throw new Error(`There is no scheme ${index}.`);
  return scheme;
}

async function codeAt({ connection }: ChainWithBase, address: string): Promise<unknown> {
  return await connection.provider.request({ method: "eth_getCode", params: [address, "latest"] });
}

describe("custom schemes", () => {
  const initialized = {
    fromArc: true,
    params: ["GenesisProtocolAddress", { voteParams: 0 }, TARGET],
    permissions: "0x00000010",
  };

  for (const [form, schemes] of [
    ["a mapping", { GenericScheme: [{ ...initialized, alias: "First" }, initialized] }],
    [
      "a list",
      [
        { ...initialized, name: "GenericScheme", alias: "First" },
        { ...initialized, name: "GenericScheme" },
      ],
    ],
  ] as [string, CustomSchemes][]) {
    it(`as ${form} are deployed and initialized, the avatar first`, async () => {
      await withBase("rc.57", async (chain) => {
        const made = await makeWith(chain, schemes);
        expect(made.dao.Schemes.map(({ alias }) => alias)).to.deep.equal(["First", undefined]);
        expect(schemeAt(made, 0).address).to.not.equal(schemeAt(made, 1).address);
        for (const { address, paramsHash } of made.dao.Schemes) {
          expect(paramsHash).to.equal(ZeroHash);
          expect(await codeAt(chain, address)).to.equal(
            chain.release.artifact("GenericScheme").deployedBytecode,
          );
          const held = async (name: string) => await chain.read("GenericScheme", address, name);
          expect(await held("avatar")).to.equal(made.dao.Avatar);
          expect(await held("votingMachine")).to.equal(chain.base.GenesisProtocol);
          expect(await held("contractToCall")).to.equal(TARGET);
          const votes = await fields(
            chain.read,
            chain.release,
            "GenesisProtocol",
            chain.base.GenesisProtocol,
            "parameters",
            await held("voteParams"),
          );
          expect(votes).to.include({ queuedVotePeriodLimit: 1800n, boostedVotePeriodLimit: 600n });
        }
      });
    });
  }

  it("that are universal get setParameters, at an address or deployed", async () => {
    await withBase("rc.57", async (chain) => {
      const universal = {
        name: "VoteInOrganizationScheme",
        fromArc: true,
        isUniversal: true,
        params: [{ voteParams: 0 }, "GenesisProtocolAddress"],
        permissions: "0x0000001f",
      };
      const address = chain.base.VoteInOrganizationScheme;
      const made = await makeWith(chain, [{ ...universal, address }, universal]);
      expect(schemeAt(made, 0).address).to.equal(address);
      expect(schemeAt(made, 1).address).to.not.equal(address);
      for (const scheme of made.dao.Schemes) {
        const set = await fields(
          chain.read,
          chain.release,
          "VoteInOrganizationScheme",
          scheme.address,
          "parameters",
          scheme.paramsHash,
        );
        expect(set.intVote).to.equal(chain.base.GenesisProtocol);
        expect(set.voteParams).to.not.equal(ZeroHash);
      }
    });
  });

  it("at an address without code are refused before anything is sent", async () => {
    await withBase("rc.57", async (chain) => {
      const scheme = { ...initialized, name: "GenericScheme", address: TARGET };
      const before = chain.deployer.stepCount;
      const error = await rejection(makeWith(chain, [scheme]));
      expect(chain.deployer.stepCount).to.equal(before);
      expect(error.name).to.equal("MigrationError");
      expect(error.message).to.include(`no contract at ${TARGET}`);
    });
  });

  it("can be stand-alone contracts, which are initialized as schemes", async () => {
    await withBase("rc.57", async (chain) => {
      const made = await makeWith(
        chain,
        [
          {
            name: "ContributionRewardExt",
            fromArc: true,
            address: { StandAloneContract: 0 },
            params: ["GenesisProtocolAddress", { voteParams: 0 }, { StandAloneContract: 1 }],
            permissions: "0x00000000",
          },
        ],
        {
          StandAloneContracts: [
            { name: "ContributionRewardExt", fromArc: true },
            { name: "Competition", fromArc: true, params: [{ StandAloneContract: 0 }] },
          ],
        },
      );
      const [extension, competition] = made.dao.StandAloneContracts;
      expect(schemeAt(made, 0).address).to.equal(extension?.address);
      expect(
        await chain.read("ContributionRewardExt", schemeAt(made, 0).address, "rewarder"),
      ).to.equal(competition?.address);
    });
  });

  it("run their functions once they are set up", async () => {
    await withBase("rc.57", async (chain) => {
      const made = await makeWith(chain, [
        {
          name: "ReputationAdmin",
          fromArc: true,
          params: [0, 1_614_764_214_000, 0],
          runFunctions: [{ functionName: "transferOwnership", params: [TARGET] }],
          permissions: "0x00000000",
        },
      ]);
      expect(await chain.read("ReputationAdmin", schemeAt(made, 0).address, "owner")).to.equal(
        TARGET,
      );
    });
  });

  it("come from custom-abis, and the overload of initialize is the one that fits", async () => {
    await withBase("rc.57", async (chain) => {
      const generic = chain.release.artifact("GenericScheme");
      const sameCount = ["address", "address", "bytes32", "bool"].map((type) => ({
        type,
        name: "",
      }));
      const overloaded = {
        ...generic,
        abi: [{ type: "function", name: "initialize", inputs: sameCount }, ...generic.abi],
      };
      await withArtifacts({ HouseScheme: overloaded }, async (folder) => {
        const scheme = { ...initialized, fromArc: false, name: "HouseScheme" };
        const made = await makeWith(chain, [scheme], {}, folder);
        const { name, address, arcVersion } = schemeAt(made, 0);
        expect([name, arcVersion]).to.deep.equal(["HouseScheme", undefined]);
        expect(await codeAt(chain, address)).to.equal(generic.deployedBytecode);
        expect(await chain.read("GenericScheme", address, "contractToCall")).to.equal(TARGET);
      });
    });
  });

  it("come from a release of their own if they name one", async () => {
    const old = await openArcRelease("rc.40");
    await withBase("rc.57", async (chain) => {
      const made = await makeWith(chain, [
        { ...initialized, name: "GenericScheme", arcVersion: "rc.40" },
      ]);
      const { address, arcVersion } = schemeAt(made, 0);
      expect(arcVersion).to.equal("0.0.1-rc.40");
      expect(await codeAt(chain, address)).to.equal(old.artifact("GenericScheme").deployedBytecode);
      expect(await reader(chain.connection, old)("GenericScheme", address, "avatar")).to.equal(
        made.dao.Avatar,
      );
    });
  });

  it("are registered without DaoCreator as well", async () => {
    await withBase("rc.57", async (chain) => {
      const made = await makeWith(
        chain,
        { GenericScheme: { ...initialized, permissions: "0x0000000a" } },
        { useDaoCreator: false, unregisterOwner: true },
      );
      await expectScheme(chain.read, "Controller", made.dao, schemeAt(made, 0));
    });
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
  const withFactories = (version: string, arcVersion?: string): CustomSchemes =>
    Object.entries(votes(version)).map(([schemeName, params]) => ({
      name: schemeName,
      schemeName,
      fromArc: true,
      fromFactory: true,
      params,
      permissions: "0x00000010",
      ...(arcVersion !== undefined && { arcVersion }),
    }));

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
