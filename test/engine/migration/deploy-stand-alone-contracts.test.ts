import { expect } from "chai";

import type { Artifact } from "../../../src/foundation/arc/artifact.js";
import { openArcRelease } from "../../../src/foundation/arc/open-release.js";
import type { MigrationParameters } from "../../../src/foundation/params/file/migration-parameters.js";
import { withArtifacts } from "../../build-files.js";
import { rejection } from "../../rejection.js";
import { SMALL_DAO, withBase, type ChainWithBase } from "./with-base.js";

/** Returns the parameters of a small DAO with these stand-alone contracts. */
function withContracts(
  contracts: NonNullable<MigrationParameters["StandAloneContracts"]>,
): MigrationParameters {
  return { ...SMALL_DAO, StandAloneContracts: contracts };
}

async function codeAt({ connection }: ChainWithBase, address: string): Promise<unknown> {
  return await connection.provider.request({ method: "eth_getCode", params: [address, "latest"] });
}

describe("stand-alone contracts", () => {
  it("get constructor arguments if constructor is true", async () => {
    await withBase("rc.57", async (chain) => {
      const { dao } = await chain.make(
        withContracts([
          {
            name: "DAOToken",
            alias: "Points",
            fromArc: true,
            constructor: true,
            params: ["Points", "PTS", "1000000000000000000000000"],
          },
        ]),
      );
      const [token] = dao.StandAloneContracts;
      expect(token).to.include({ name: "DAOToken", alias: "Points", arcVersion: "0.0.1-rc.57" });
      const address = token?.address ?? "";
      expect(await codeAt(chain, address)).to.equal(
        chain.release.artifact("DAOToken").deployedBytecode,
      );
      expect(await chain.read("DAOToken", address, "symbol")).to.equal("PTS");
      expect(await chain.read("DAOToken", address, "cap")).to.equal(10n ** 24n);
      expect(await chain.read("DAOToken", address, "owner")).to.equal(chain.deployer.account);
    });
  });

  it("are initialized in order, with addresses of those before them and every address word", async () => {
    await withBase("rc.57", async (chain) => {
      const { dao } = await chain.make(
        withContracts([
          { name: "ContributionRewardExt", fromArc: true },
          { name: "Competition", fromArc: true, params: [{ StandAloneContract: 0 }] },
          {
            name: "DxDaoSchemeConstraints",
            fromArc: true,
            params: [
              "AvatarAddress",
              60,
              "7",
              ["DAOTokenAddress", "ReputationAddress"],
              [1, "2"],
              ["GenesisProtocolAddress", { StandAloneContract: 1 }],
              { StandAloneContract: 0 },
            ],
          },
        ]),
      );
      const [extension, competition, constraints] = dao.StandAloneContracts.map(
        ({ address }) => address,
      ) as [string, string, string];
      expect(await chain.read("Competition", competition, "contributionRewardExt")).to.equal(
        extension,
      );
      const held = async (name: string, ...args: unknown[]) =>
        await chain.read("DxDaoSchemeConstraints", constraints, name, ...args);
      expect(await held("avatar")).to.equal(dao.Avatar);
      expect(await held("periodSize")).to.equal(60n);
      expect(await held("periodLimitWei")).to.equal(7n);
      expect(await held("periodLimitToken", dao.NativeToken)).to.equal(1n);
      expect(await held("periodLimitToken", dao.NativeReputation)).to.equal(2n);
      expect(await held("contractsWhiteListMap", chain.base.GenesisProtocol)).to.equal(true);
      expect(await held("contractsWhiteListMap", competition)).to.equal(true);
      expect(await held("contractsWhiteListMap", extension)).to.equal(false);
      expect(await held("genericSchemeMultiCall")).to.equal(extension);
    });
  });

  it("are left uninitialized without params", async () => {
    await withBase("rc.57", async (chain) => {
      const { dao } = await chain.make(withContracts([{ name: "Competition", fromArc: true }]));
      const address = dao.StandAloneContracts[0]?.address ?? "";
      expect(await chain.read("Competition", address, "contributionRewardExt")).to.match(/^0x0+$/);
    });
  });

  it("run their functions in order, after they are deployed", async () => {
    await withBase("rc.57", async (chain) => {
      const { dao } = await chain.make(
        withContracts([
          {
            name: "DAOToken",
            fromArc: true,
            constructor: true,
            params: ["Points", "PTS", 0],
            runFunctions: [
              { functionName: "mint", params: ["AvatarAddress", "5"] },
              { functionName: "mint", params: [{ StandAloneContract: 0 }, 6] },
              { functionName: "transferOwnership", params: ["AvatarAddress"] },
            ],
          },
        ]),
      );
      const address = dao.StandAloneContracts[0]?.address ?? "";
      expect(await chain.read("DAOToken", address, "balanceOf", dao.Avatar)).to.equal(5n);
      expect(await chain.read("DAOToken", address, "balanceOf", address)).to.equal(6n);
      expect(await chain.read("DAOToken", address, "owner")).to.equal(dao.Avatar);
    });
  });

  it("come from a release of their own if they name one", async () => {
    const old = await openArcRelease("rc.40");
    await withBase("rc.57", async (chain) => {
      expect(old.artifact("Competition").deployedBytecode).to.not.equal(
        chain.release.artifact("Competition").deployedBytecode,
      );
      const { dao } = await chain.make(
        withContracts([
          { name: "Competition", fromArc: true, arcVersion: "rc.40" },
          { name: "Competition", fromArc: true },
        ]),
      );
      expect(dao.StandAloneContracts.map(({ arcVersion }) => arcVersion)).to.deep.equal([
        "0.0.1-rc.40",
        "0.0.1-rc.57",
      ]);
      const codes = [old, chain.release].map(
        (release) => release.artifact("Competition").deployedBytecode,
      );
      for (const [index, code] of codes.entries()) {
        expect(await codeAt(chain, dao.StandAloneContracts[index]?.address ?? "")).to.equal(code);
      }
    });
  });

  it("come from custom-abis, and the overload of initialize is the one that fits", async () => {
    await withBase("rc.57", async (chain) => {
      const competition = chain.release.artifact("Competition");
      const overloaded: Artifact = {
        ...competition,
        // The first overload is not in the contract: choosing it by name alone would revert.
        abi: [
          { type: "function", name: "initialize", inputs: [{ type: "uint256", name: "_x" }] },
          ...competition.abi,
        ],
      };
      await withArtifacts({ Contest: overloaded }, async (folder) => {
        const { dao } = await chain.make(
          withContracts([{ name: "Contest", params: ["AvatarAddress"] }]),
          folder,
        );
        const [contract] = dao.StandAloneContracts;
        expect(contract).to.include({ name: "Contest" });
        const address = contract?.address ?? "";
        expect(await codeAt(chain, address)).to.equal(competition.deployedBytecode);
        expect(await chain.read("Competition", address, "contributionRewardExt")).to.equal(
          dao.Avatar,
        );
      });
    });
  });

  it("whose function fails end the migration with the step and the contract's reason", async () => {
    await withBase("rc.57", async (chain) => {
      const error = await rejection(
        chain.make(
          withContracts([
            {
              name: "Wallet",
              fromArc: true,
              runFunctions: [
                { functionName: "transferOwnership", params: ["AvatarAddress"] },
                { functionName: "transferOwnership", params: ["AvatarAddress"] },
              ],
            },
          ]),
        ),
      );
      expect(error.name).to.equal("MigrationError");
      expect(error.message).to.include("dao/standAlone/0-Wallet/run/1-transferOwnership");
    });
  });
});
