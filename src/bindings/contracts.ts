/**
 * Contracts that bindings are made of: what a DAO consists of and what its tests talk to. Libraries,
 * interfaces and Arc's own mocks are left out, since every binding adds to the size of the package.
 */
const UNIVERSAL = [
  "AbsoluteVote",
  "CompetitionFactory",
  "ContinuousLocking4ReputationFactory",
  "ContributionReward",
  "ControllerCreator",
  "DAORegistry",
  "DAOTracker",
  "DaoCreator",
  "GenericSchemeMultiCallFactory",
  "GenesisProtocol",
  "GlobalConstraintRegistrar",
  "OrganizationRegister",
  "QuorumVote",
  "Redeemer",
  "SchemeRegistrar",
  "UController",
  "UGenericScheme",
  "UpgradeScheme",
  "VestingScheme",
  "VoteInOrganizationScheme",
];

const OF_ONE_DAO = [
  "ActionMock",
  "Auction4Reputation",
  "Avatar",
  "Competition",
  "ContinuousLocking4Reputation",
  "ContributionRewardExt",
  "Controller",
  "DAOToken",
  "DxDaoSchemeConstraints",
  "ERC20Mock",
  "ExternalLocking4Reputation",
  "FixedReputationAllocation",
  "GenericScheme",
  "GenericSchemeMultiCall",
  "LockingEth4Reputation",
  "LockingToken4Reputation",
  "Reputation",
  "ReputationFromToken",
  "SignalScheme",
  "SimpleSchemeConstraints",
  "TokenCapGC",
  "Wallet",
];

export const BOUND_CONTRACTS: readonly string[] = [...UNIVERSAL, ...OF_ONE_DAO].sort();

/**
 * Whether a factory can deploy its contract, for which it carries the bytecode. Universal contracts
 * are in every base: their factories only connect to them.
 */
export function isDeployable(contractName: string): boolean {
  return !UNIVERSAL.includes(contractName);
}
