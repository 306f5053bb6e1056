import { expect } from "chai";
import { ZeroAddress } from "ethers";

import { openArcRelease } from "../../../src/foundation/arc/open-release.js";
import { prepareSchemes } from "../../../src/engine/migration/prepare-schemes.js";
import { rejection } from "../../rejection.js";
import { addressOf, listed, ScriptedDeployer } from "./scripted-deployer.js";
import { BASE, HASH } from "./step-values.js";
import { resolved, SMALL_DAO } from "./with-base.js";

describe("the steps for built-in schemes, by which a journal is resumed", () => {
  const BUILT_IN: [version: string, steps: string[], schemes: string[]][] = [
    [
      "rc.57",
      [
        "dao/schemes/SchemeRegistrar/0: SchemeRegistrar.setParameters(0xc0, 0xc1, 0x54) at 0x56",
        "dao/schemes/ContributionReward/0: ContributionReward.setParameters(0xc1, 0x64) at 0x55",
        "dao/schemes/GenericScheme/0/deploy: deploy GenericScheme()",
        "dao/schemes/GenericScheme/0/initialize: GenericScheme.initialize(0x10, 0x80, 0xc0, 0x82) at 0x01",
        "dao/schemes/GenericScheme/1/deploy: deploy GenericScheme()",
        "dao/schemes/GenericScheme/1/initialize: GenericScheme.initialize(0x10, 0x54, 0xc0, 0x81) at 0x02",
        "dao/schemes/GlobalConstraintRegistrar/0: GlobalConstraintRegistrar.setParameters(0xc0, 0x54) at 0x58",
        "dao/schemes/UpgradeScheme/0: UpgradeScheme.setParameters(0xc1, 0x64) at 0x57",
      ],
      [
        "SchemeRegistrar, 0x56, 0.0.1-rc.57, 0x0000001f, 0xab",
        "ContributionReward, 0x55, 0.0.1-rc.57, 0x00000000, 0xab",
        "GenericScheme, 0x01, 0.0.1-rc.57, 0x00000010, 0x00",
        "GenericScheme, 0x02, 0.0.1-rc.57, 0x00000010, 0x00",
        "GlobalConstraintRegistrar, 0x58, 0.0.1-rc.57, 0x00000004, 0xab",
        "UpgradeScheme, 0x57, 0.0.1-rc.57, 0x0000000a, 0xab",
      ],
    ],
    [
      "rc.33",
      [
        "dao/schemes/SchemeRegistrar/0: SchemeRegistrar.setParameters(0xc0, 0xc1, 0x54) at 0x56",
        "dao/schemes/ContributionReward/0: ContributionReward.setParameters(0xc1, 0x64) at 0x55",
        "dao/schemes/UGenericScheme/0: UGenericScheme.setParameters(0xc0, 0x80, 0x82) at 0x59",
        "dao/schemes/UGenericScheme/1: UGenericScheme.setParameters(0xc0, 0x54, 0x81) at 0x59",
        "dao/schemes/GlobalConstraintRegistrar/0: GlobalConstraintRegistrar.setParameters(0xc0, 0x54) at 0x58",
        "dao/schemes/UpgradeScheme/0: UpgradeScheme.setParameters(0xc1, 0x64) at 0x57",
      ],
      [
        "SchemeRegistrar, 0x56, 0.0.1-rc.33, 0x0000001f, 0xab",
        "ContributionReward, 0x55, 0.0.1-rc.33, 0x00000000, 0xab",
        "GenericScheme, 0x59, 0.0.1-rc.33, 0x00000010, 0xab",
        "GenericScheme, 0x59, 0.0.1-rc.33, 0x00000010, 0xab",
        "GlobalConstraintRegistrar, 0x58, 0.0.1-rc.33, 0x00000004, 0xab",
        "UpgradeScheme, 0x57, 0.0.1-rc.33, 0x0000000a, 0xab",
      ],
    ],
  ];
  for (const [version, steps, results] of BUILT_IN) {
    it(`prepare the built-in schemes of ${version}`, async () => {
      const { parameters } = await resolved(
        {
          ...SMALL_DAO,
          VotingMachinesParams: [
            ...SMALL_DAO.VotingMachinesParams,
            ...SMALL_DAO.VotingMachinesParams,
          ],
          StandAloneContracts: [{ name: "ActionMock", fromArc: true }],
          schemes: {
            SchemeRegistrar: true,
            ContributionReward: true,
            GenericScheme: true,
            GlobalConstraintRegistrar: true,
            UpgradeScheme: true,
          },
          SchemeRegistrar: { voteRegisterParams: 0, voteRemoveParams: 1 },
          ContributionReward: { voteParams: 1 },
          GenericScheme: [
            { targetContract: { StandAloneContract: 0 }, votingMachine: addressOf(80) },
            { targetContract: addressOf(81) },
          ],
          GlobalConstraintRegistrar: {},
          UpgradeScheme: { voteParams: 1 },
        },
        version,
      );
      const unset = Array.from({ length: 6 }, () => ZeroAddress);
      const reads = Object.fromEntries(
        [
          "SchemeRegistrar",
          "ContributionReward",
          "UGenericScheme",
          "GlobalConstraintRegistrar",
          "UpgradeScheme",
        ].flatMap((name) => [
          [`${name}.setParameters`, [HASH]],
          [`${name}.parameters`, unset],
        ]),
      );
      const deployer = new ScriptedDeployer({ reads });
      const schemes = await prepareSchemes(
        {
          deployer,
          step: "dao",
          release: await openArcRelease(version),
          base: BASE,
          avatar: addressOf(10),
          voteHashes: [`0x${"c0".repeat(32)}`, `0x${"c1".repeat(32)}`],
          votingMachines: [addressOf(54), addressOf(64)],
          standAloneAddresses: [addressOf(82)],
        },
        parameters.schemes,
      );
      expect(deployer.steps).to.deep.equal(steps);
      expect(schemes.map((each) => listed(Object.values(each)))).to.deep.equal(results);
    });
  }

  it("set a scheme's parameters only if they are not set, and check those that are", async () => {
    const { parameters } = await resolved(
      { ...SMALL_DAO, schemes: { ContributionReward: true }, ContributionReward: [{}] },
      "rc.57",
    );
    const prepare = async (voteHash: string) => {
      const deployer = new ScriptedDeployer({
        reads: {
          "ContributionReward.setParameters": [HASH],
          "ContributionReward.parameters": [voteHash, addressOf(54)],
        },
      });
      const context = {
        deployer,
        step: "dao",
        release: await openArcRelease("rc.57"),
        base: BASE,
        avatar: addressOf(10),
        voteHashes: [HASH],
        standAloneAddresses: [],
      };
      const schemes = await prepareSchemes(context, parameters.schemes);
      return { schemes, steps: deployer.steps };
    };
    const { schemes, steps } = await prepare(HASH);
    expect(steps).to.deep.equal([]);
    expect(schemes[0]?.paramsHash).to.equal(HASH);
    const attackers = `0x${"66".repeat(32)}`;
    expect((await rejection(prepare(attackers))).message).to.equal(
      `ContributionReward ${addressOf(55)} stores parameters under the hash ${HASH} that do not match it: voteApproveParams is ${attackers}, not ${HASH}. Do not use this base; deploy your own.`,
    );
  });
});
