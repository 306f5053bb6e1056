import { expect } from "chai";
import { parseEther } from "ethers";

import type { DaoChange } from "../../../src/operations/change/change.js";
import type { MigrationParameters } from "../../../src/foundation/params/file/migration-parameters.js";
import type { BaseResult } from "../../../src/foundation/result/result.js";
import { rejection } from "../../rejection.js";
import {
  CHANGING_DAO,
  openDao,
  openDaoBesideBase,
  planned,
  proposed,
  sharedDao,
  type ChangingDao,
} from "./change-dao.js";
import { closing } from "../../closing.js";

const NOBODY = "0x1111111111111111111111111111111111111111";
const { schemes } = CHANGING_DAO;
const FILES = {
  votes: { ...CHANGING_DAO, ContributionReward: [{ voteParams: 1 }] },
  constraints: {
    ...CHANGING_DAO,
    schemes: { ...schemes, GlobalConstraintRegistrar: true },
    GlobalConstraintRegistrar: [{ voteParams: 0 }],
  },
  calls: {
    ...CHANGING_DAO,
    schemes: { ...schemes, GenericScheme: true },
    GenericScheme: [{ targetContract: NOBODY, voteParams: 0 }],
  },
  controller: { ...CHANGING_DAO, arcVersion: "rc.57" },
} as const satisfies Record<string, MigrationParameters>;

const stepsOf = ({ transactions }: DaoChange) => transactions.map(({ step }) => step);
const schemesOf = ({ proposals }: DaoChange) =>
  proposals.flatMap(({ requests }) =>
    requests.kind === "registerScheme" ? [requests.scheme] : [],
  );
const reasonsOf = ({ notCompared }: DaoChange) =>
  notCompared.map(({ reason }) => reason).join("\n");

/** Deploys contracts of Arc's code with which a stranger constructs a base of its own. */
async function plant({ deployer, release, base }: ChangingDao): Promise<BaseResult> {
  const deploy = async (name: string, ...args: unknown[]) =>
    (await deployer.deploy(`stranger/${name}`, release.artifact(name), args)).address;
  const DAOToken = await deploy("DAOToken", "Fake", "GEN", parseEther("1"));
  const GenesisProtocol = await deploy("GenesisProtocol", DAOToken);
  const GlobalConstraintRegistrar = await deploy("GlobalConstraintRegistrar");
  return { ...base, DAOToken, GenesisProtocol, GlobalConstraintRegistrar };
}

/** All of these have Arc's code. A plan knows no account, so every proposal is a stranger's for it. */
describe("a change uses no planted contract", () => {
  const made = sharedDao(openDao);
  let planted: BaseResult;

  before(async () => {
    planted = await plant(made);
  });

  it("not a voting machine of the result file that was constructed with another token", async () => {
    const { GenesisProtocol } = planted;
    const base = { ...made.base, GenesisProtocol };
    for (const knowsResult of [true, false]) {
      const error = await rejection(planned({ ...made, base }, FILES.votes, { knowsResult }));
      expect(error.message).to.contain(
        `GenesisProtocol ${GenesisProtocol}: it was constructed with DAOToken ${planted.DAOToken}, but the base has ${base.DAOToken}`,
      );
    }
  });

  it("not one of a base of another release, either", async () => {
    const { GenesisProtocol } = planted;
    const base = { ...made.base, GenesisProtocol, arcVersion: "0.0.1-rc.56" };
    const { proposals } = await planned({ ...made, base }, FILES.votes);
    expect(proposals.map(({ differences }) => differences)).to.deep.equal([
      [
        "ContributionReward (voteApproveParams): queuedVoteRequiredPercentage is 50 on the chain but 60 in the file.",
      ],
    ]);
  });

  it("not a universal scheme that only a stranger's proposal names", async () => {
    const { GlobalConstraintRegistrar } = planted;
    const base = { ...made.base, GlobalConstraintRegistrar };
    await proposed({ ...made, base }, FILES.constraints);
    const change = await planned(made, FILES.constraints);
    expect(schemesOf(change)).to.deep.equal([made.base.GlobalConstraintRegistrar]);
    expect(change.transactions.map(({ address }) => address)).to.deep.equal([
      made.base.GlobalConstraintRegistrar,
    ]);
    expect(change.warnings.map(({ id }) => id)).to.include("stray-proposal");
  });

  it("not another universal scheme of the result file than the DAO's", async () => {
    const { deployer, release, base, dao } = made;
    const artifact = release.artifact("ContributionReward");
    const registered = dao.Schemes.find(({ name }) => name === "ContributionReward")!;
    const own = { artifact, address: base.ContributionReward };
    const args = await deployer.read(own, "parameters", [registered.paramsHash]);
    const other = await deployer.deploy("stranger/ContributionReward", artifact);
    await deployer.send("stranger/setParameters", other, "setParameters", args);
    const intended = [{ ...registered, address: other.address }];
    const change = await planned(made, FILES.votes, { inputs: { intended } });
    expect(schemesOf(change)).to.deep.equal([own.address]);
    expect(reasonsOf(change)).to.contain("the base has another contract for this");
  });

  it("not a scheme whose voting machine is a stranger's, whoever names it", async () => {
    const stranger = { ...made, base: planted };
    const { made: result } = await proposed(stranger, FILES.calls);
    const listed = { inputs: { intended: result.dao!.Intended } };
    for (const [options, reason] of [
      [{}, ""],
      [listed, `it votes with ${planted.GenesisProtocol}`],
    ] as const) {
      const change = await planned(made, FILES.calls, options);
      expect(stepsOf(change)).to.include("change/schemes/GenericScheme/0/deploy");
      expect(reasonsOf(change)).to.contain(reason);
      const [stray] = change.warnings.filter(({ id }) => id === "stray-proposal");
      expect(stray?.what).to.match(
        /^The open proposal 0x\w+, made by 0x\w+, registers GenericScheme 0x\w+ with the permissions 0x/,
      );
    }
    // A result file says which of the account's contracts the DAO may use.
    const { made: own } = await proposed(made, FILES.calls, { inputs: { account: NOBODY } });
    const change = await planned(made, FILES.calls, { inputs: { intended: own.dao!.Intended } });
    expect(stepsOf(change)).to.deep.equal([]);
    expect(change.proposals.map(({ status }) => status)).to.deep.equal(["open"]);
  });

  it("not a stand-alone contract of the result file with other code", async () => {
    const file = {
      ...FILES.calls,
      GenericScheme: [{ targetContract: { StandAloneContract: 0 }, voteParams: 0 }],
      StandAloneContracts: [{ name: "ActionMock", fromArc: true }],
    } as const satisfies MigrationParameters;
    const listed = { name: "ActionMock", address: made.base.UpgradeScheme, arcVersion: "rc.57" };
    const dao = { ...made.dao, StandAloneContracts: [listed] };
    const change = await planned({ ...made, dao }, file, { knowsResult: true });
    expect(stepsOf(change)).to.include("change/standAlone/0-ActionMock/deploy");
  });

  it("not a controller that only a stranger's proposal names", async () => {
    await using older = closing(await openDaoBesideBase(CHANGING_DAO, "rc.33", "rc.57"));
    const newController = true;
    await proposed(older, FILES.controller, { newController });
    const change = await planned(older, FILES.controller, { newController });
    expect(stepsOf(change)).to.include("change/controller/deploy");
    expect(change.warnings.map(({ what }) => what).join()).to.match(
      /The open proposal 0x\w+, made by 0x\w+, hands the DAO over to the controller 0x/,
    );
    const { account } = older.deployer;
    const own = await planned(older, FILES.controller, { newController, inputs: { account } });
    expect(own.transactions).to.deep.equal([]);
    expect(own.proposals.map(({ status }) => status)).to.deep.equal(["open"]);
  });
});
