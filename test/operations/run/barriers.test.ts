import { expect } from "chai";
import { Wallet } from "ethers";

import { openArcRelease } from "../../../src/foundation/arc/open-release.js";
import { privateNetwork } from "../../../src/foundation/chain/private-chain.js";
import { RehearsalDeployer } from "../../../src/engine/execution/deployers/rehearsal-deployer.js";
import { openEmptyChain } from "../../../src/engine/execution/fork/empty-chain.js";
import { transactionsOf, type PlannedStep } from "../../../src/engine/execution/steps/plan.js";
import { StepLedger } from "../../../src/engine/execution/steps/step-ledger.js";
import { exampleParameters } from "../../../src/foundation/params/example.js";
import { prepareMigration, type Section } from "../../../src/operations/run/prepare.js";
import { runMigration } from "../../../src/operations/run/run-migration.js";
import { closing } from "../../closing.js";

const CHAIN_ID = 31337;
const ACCOUNTS = Array.from({ length: 10 }, () => Wallet.createRandom().address);

/** Rehearses a migration on an empty chain. */
async function planOf(
  arcVersion: string,
  sections: readonly Section[],
  changes: object = {},
): Promise<readonly PlannedStep[]> {
  const example = await exampleParameters(await openArcRelease(arcVersion));
  const params = { ...example, ...changes };
  const inputs = { sections, arcVersion, params, projectRoot: process.cwd() };
  const prepared = await prepareMigration(inputs, "private", {});
  await using chain = closing(await openEmptyChain(CHAIN_ID));
  const deployer = new RehearsalDeployer(
    chain,
    {
      network: privateNetwork(CHAIN_ID),
      account: ACCOUNTS[0]!,
      testAccounts: ACCOUNTS,
      transactionGasLimit: 16_777_216n,
      canMoveClock: true,
    },
    {
      ledger: new StepLedger(),
      funding: { gasPrice: 1n, dataFee: 0n, fundsOf: async () => await Promise.resolve(0n) },
      onEvent: () => {},
    },
  );
  await runMigration(deployer, prepared, {});
  return transactionsOf(deployer.plan);
}

/** The steps that wait for what they rest on, with the contracts that are read back. */
function barriersOf(plan: readonly PlannedStep[]): [string, string[]][] {
  return plan.flatMap(({ step, restsOn }): [string, string[]][] =>
    restsOn === undefined ? [] : [[step, restsOn.map(({ contractName }) => contractName)]],
  );
}

const OWN = [
  "Wallet",
  "Competition",
  "DxDaoSchemeConstraints",
  "GenericScheme",
  "GenericScheme",
  "ContributionRewardExt",
  "GenericSchemeMultiCall",
  "ContinuousLocking4Reputation",
];

describe("The barriers of a migration", () => {
  it("stand before the schemes of a DAO by DaoCreator, after reading back all that was set up", async () => {
    const plan = await planOf("rc.57", ["base", "dao"]);
    const barriers = barriersOf(plan);
    expect(barriers.map(([step]) => step)).to.deep.equal(["dao/setSchemes"]);
    expect(barriers[0]![1]).to.include.members(OWN);
    const { values } = plan
      .flatMap(({ restsOn = [] }) => restsOn)
      .find(({ contractName }) => contractName === "ContributionRewardExt")!;
    expect(values.map(({ name }) => name)).to.include.members([
      "avatar",
      "votingMachine",
      "voteParams",
      "rewarder",
    ]);
  });

  it("stand before ownership is given away, schemes are registered and the deployer leaves", async () => {
    const plan = await planOf("rc.57", ["base", "dao"], { useDaoCreator: false });
    const barriers = barriersOf(plan);
    expect(barriers.map(([step]) => step)).to.deep.equal([
      "dao/track",
      "dao/transferOwnership/avatar",
      "dao/registerScheme/0-SchemeRegistrar",
      "dao/unregisterOwner",
    ]);
    expect(barriers[0]![1]).to.include.members(["DAOToken", "Reputation"]);
    expect(barriers[2]![1]).to.include.members(OWN);
  });

  it("cost a demo test one wave, for its schemes", async () => {
    const barriers = barriersOf(await planOf("rc.57", ["base", "test"]));
    expect(barriers.map(([step]) => step)).to.deep.equal(["test/setSchemes"]);
  });

  for (const arcVersion of ["rc.57", "alpha.58"]) {
    it(`leave nothing final in a wave with what it rests on, in ${arcVersion}`, async () => {
      const ways = [{ useDaoCreator: true }, { useDaoCreator: false, useUController: true }];
      for (const changes of ways)
        expectApart(await planOf(arcVersion, ["base", "dao", "test"], changes));
    });
  }
});

/** Expects that no call tells a contract of one that its own wave creates, unless its own wave creates both. */
function expectApart(plan: readonly PlannedStep[]): void {
  for (const [place, { step, to, data, wave }] of plan.entries()) {
    if (to === undefined) continue;
    const created = plan
      .slice(0, place)
      .filter((each) => each.wave === wave && each.contractAddress !== undefined)
      .map(({ contractAddress }) => contractAddress!.slice(2).toLowerCase());
    if (created.includes(to.slice(2).toLowerCase())) continue;
    expect(
      created.filter((address) => data.includes(address)),
      step,
    ).to.deep.equal([]);
  }
}
