import { parseEther, ZeroAddress } from "ethers";

import { encodeCall, functionEntry, hasFunction } from "../../foundation/arc/abi.js";
import type { ArcRelease } from "../../foundation/arc/artifact.js";
import { MigrationError } from "../../foundation/support/errors.js";
import type {
  DaoParameters,
  GenesisProtocolParameters,
} from "../../foundation/params/parameters.js";
import type { BaseResult, DemoTestResult, SchemeResult } from "../../foundation/result/result.js";
import { TOKENS_OF_A_TEST_ACCOUNT } from "../../foundation/chain/test-mnemonic.js";
import { provideStakes } from "./demo-stakes.js";
import {
  account,
  propose,
  stake,
  vote,
  type DemoOrganization,
  type DemoProposal,
} from "./demo-voting.js";
import type { AccountNeeds, Contract, Deployer } from "./deployer.js";
import { at, ofBase, type Materials } from "./materials.js";
import { setVoteParameters } from "./set-vote-parameters.js";
import { forgeOrganization, organizationResult, registerOrganization } from "./organization.js";
import { findProblems } from "./check-organization.js";
import { setSchemes } from "./register-schemes.js";
import { prepareSchemes } from "./prepare-schemes.js";
import { hasQueue, requireDaoSupport } from "../../foundation/arc/features.js";
import { contractOfSection } from "../../foundation/arc/shared-schemes.js";

const STEP = "test";
/** This many test accounts, starting with the first. */
export const FOUNDERS = 6;

/** Periods in seconds, short enough that a test can wait for their end. */
const VOTE_PARAMETERS: GenesisProtocolParameters = {
  queuedVoteRequiredPercentage: 50n,
  queuedVotePeriodLimit: 1800n,
  boostedVotePeriodLimit: 600n,
  preBoostedVotePeriodLimit: 600n,
  thresholdConst: 2000n,
  quietEndingPeriod: 300n,
  proposingRepReward: parseEther("5"),
  votersReputationLossRatio: 1n,
  minimumDaoBounty: parseEther("100"),
  // Up to rc.7, the DAO stakes this many times the average, later this percentage of it. With 1, the stakes below
  // exceed the DAO's in every release.
  daoBountyConst: 1n,
  activationTime: 0n,
  voteOnBehalf: ZeroAddress,
};

/** More than twice the DAO's own stake of 100, so a proposal is boosted even beside another boosted one. */
const BOOSTING_STAKE = parseEther("300");
/** Stakes of the accounts that boost a proposal, by account index. */
const STAKES = new Map([2, 3].map((index) => [index, BOOSTING_STAKE]));
/** Names of groups of steps that several accounts send; see SendOptions.group. */
const VOTING = "voting";
const WAITED = "waited";

/**
 * Gas that the test accounts need, over all releases and with the margins of live networks. The first one proposes, the
 * first four vote and stake, and all approve staking (test/live/gas.long.ts).
 */
const NEEDS_OF_ACCOUNTS: readonly AccountNeeds[] = [
  { gas: 5_000_000n, transactions: 7 },
  ...Array.from({ length: 3 }, () => ({ gas: 2_000_000n, transactions: 4 })),
  ...Array.from({ length: 6 }, () => ({ gas: 100_000n, transactions: 1 })),
];

const REWARD = { tokens: parseEther("10"), reputation: parseEther("10") };

const SCHEMES: Omit<DaoParameters["schemes"], "GenericScheme"> = {
  SchemeRegistrar: [{ voteRegisterParams: 0, voteRemoveParams: 0 }],
  ContributionReward: [{ voteParams: 0 }],
  GlobalConstraintRegistrar: [],
  UpgradeScheme: [],
};

/**
 * A demo test's DAO as parameters.
 * @param accounts accounts that vote; the first of them are founders
 * @param actionMock the contract that the generic scheme calls; absent if the release has none
 */
export function demoParameters(accounts: readonly string[], actionMock?: string): DaoParameters {
  return {
    orgName: "Demo Test DAO",
    tokenName: "Demo Test DAO Token",
    tokenSymbol: "DTT",
    useUController: false,
    useDaoCreator: true,
    unregisterOwner: true,
    noTrack: false,
    founders: accounts.slice(0, FOUNDERS).map((address) => ({
      address,
      tokens: TOKENS_OF_A_TEST_ACCOUNT,
      reputation: TOKENS_OF_A_TEST_ACCOUNT,
    })),
    votingMachinesParams: [VOTE_PARAMETERS],
    schemes: {
      ...SCHEMES,
      GenericScheme:
        actionMock === undefined ? [] : [{ voteParams: 0, targetContract: actionMock }],
    },
    standAloneContracts: [],
    customSchemes: [],
  };
}

/**
 * Creates a test DAO with a proposal in each state that the release's GenesisProtocol can reach: queued (with votes for
 * and against), pre-boosted, boosted and executed, and a call through the generic scheme. If the clock cannot be moved,
 * it leaves out states that take time.
 */
export async function migrateDemoTest(
  deployer: Deployer,
  release: ArcRelease,
  base: BaseResult,
): Promise<DemoTestResult> {
  requireDaoSupport(release);
  if (deployer.testAccounts.length < FOUNDERS) {
    throw new MigrationError(
      `A demo test needs ${FOUNDERS} accounts to vote and stake; ${deployer.testAccounts.length} ` +
        "can send transactions here. Add accounts to the network.",
    );
  }
  const materials: Materials = {
    deployer,
    step: STEP,
    artifacts: { release, releases: new Map(), custom: new Map() },
    base,
    parameters: demoParameters(deployer.testAccounts),
  };
  const organization = await forgeOrganization(materials);
  await registerOrganization(materials, organization);
  const actionMock = await deployActionMock(deployer, release);
  const avatar = organization.avatar.address;
  const parameters = demoParameters(deployer.testAccounts, actionMock?.address);
  const voteHashes = await setVoteParameters(materials);
  const schemes = await prepareSchemes(
    { ...materials, parameters },
    { avatar, voteHashes, standAloneAddresses: [] },
  );
  await setSchemes(materials, organization, schemes);

  const demo: DemoOrganization = {
    deployer,
    step: STEP,
    avatar,
    genesisProtocol: ofBase(materials, "GenesisProtocol"),
    contributionReward: ofBase(materials, "ContributionReward"),
    stakingToken: base.DAOToken,
  };
  const proposals = await makeProposals(demo, release, schemes, actionMock);
  const problems = await findProblems(deployer, organization, { schemes, keepsDeployer: false });

  return {
    ...organizationResult(organization, release, schemes, problems),
    ...(actionMock !== undefined && { ActionMock: actionMock.address }),
    ...proposals,
  };
}

/** Deploys the target of the generic scheme's proposal; releases before alpha.45 have neither. */
async function deployActionMock(
  deployer: Deployer,
  release: ArcRelease,
): Promise<Contract | undefined> {
  const possible =
    release.has("GenericScheme") &&
    release.has("ActionMock") &&
    hasFunction(release.artifact("ActionMock"), "test2");
  if (!possible) return undefined;
  return await deployer.deploy(`${STEP}/ActionMock`, release.artifact("ActionMock"));
}

/** Approves all tokens of every test account for staking, so that users of the chain can stake, too. */
async function allowStaking(
  deployer: Deployer,
  release: ArcRelease,
  demo: DemoOrganization,
): Promise<void> {
  const token = at(release, "DAOToken", demo.stakingToken);
  const args = [demo.genesisProtocol.address, TOKENS_OF_A_TEST_ACCOUNT];
  for (const [index, from] of deployer.testAccounts.entries()) {
    const options = { from, group: VOTING };
    await deployer.send(`${STEP}/approve/${index}`, token, "approve", args, options);
  }
}

/**
 * One account first makes all proposals. Then several accounts vote and stake, and what has to wait comes last. A live
 * network thus takes a block or two for each part, and the clock moves only once.
 */
async function makeProposals(
  demo: DemoOrganization,
  release: ArcRelease,
  schemes: readonly SchemeResult[],
  actionMock: Contract | undefined,
) {
  await demo.deployer.fundTestAccounts(`${STEP}/fund`, NEEDS_OF_ACCOUNTS);
  const waits = hasQueue(demo.genesisProtocol.artifact);
  const queued = await proposeReward(demo, "queued");
  const boosted =
    !waits || demo.deployer.canMoveClock ? await proposeReward(demo, "boosted") : undefined;
  const preBoosted = waits ? await proposeReward(demo, "preBoosted") : undefined;
  const executed = await proposeReward(demo, "executed");
  const generic = await proposeGeneric(demo, release, schemes, actionMock);

  await provideStakes(demo, release, STAKES);
  await allowStaking(demo.deployer, release, demo);
  const first = (name: string, proposalId: string): DemoProposal => ({
    name,
    proposalId,
    group: VOTING,
  });
  await vote(demo, first("queued", queued), 1, "for");
  await vote(demo, first("queued", queued), 2, "against");
  for (const voter of [0, 1, 2, 3]) await vote(demo, first("executed", executed), voter, "for");
  if (boosted !== undefined) await boost(demo, boosted, waits);
  if (preBoosted !== undefined) {
    // After the wait for the others, so that its own pre-boosted period has just begun.
    await stake(demo, { ...first("preBoosted", preBoosted), group: WAITED }, 3, BOOSTING_STAKE);
  }
  return {
    proposalId: queued,
    queuedProposalId: queued,
    ...(preBoosted !== undefined && { preBoostedProposalId: preBoosted }),
    ...(boosted !== undefined && { boostedProposalId: boosted }),
    executedProposalId: executed,
    ...(generic !== undefined && { gsProposalId: generic }),
  };
}

/** With a queue: stakes, waits for the pre-boosted period, then votes. Without: only stakes. */
async function boost(demo: DemoOrganization, proposalId: string, waits: boolean): Promise<void> {
  const proposal = { name: "boosted", proposalId };
  await stake(demo, { ...proposal, group: VOTING }, 2, BOOSTING_STAKE);
  if (waits) {
    const period = Number(VOTE_PARAMETERS.preBoostedVotePeriodLimit) + 1;
    await demo.deployer.increaseTime(`${STEP}/boosted/wait`, period);
  }
  await vote(demo, { ...proposal, group: WAITED }, 1, "for");
}

async function proposeReward(demo: DemoOrganization, name: string): Promise<string> {
  const beneficiary = account(demo.deployer, 1);
  const reward = { kind: "reward", beneficiary, ...REWARD } as const;
  return await propose(demo, name, demo.contributionReward, reward);
}

async function proposeGeneric(
  demo: DemoOrganization,
  release: ArcRelease,
  schemes: readonly SchemeResult[],
  actionMock: Contract | undefined,
): Promise<string | undefined> {
  const scheme = schemes.find(({ name }) => name === "GenericScheme");
  if (scheme === undefined || actionMock === undefined) return undefined;
  const contract = at(release, contractOfSection(scheme.name, release), scheme.address);
  const data = encodeCall(functionEntry(actionMock.artifact, "test2"), [demo.avatar]);
  return await propose(demo, "generic", contract, { kind: "call", data });
}
