/**
 * Contracts with bindings: those of a DAO, and those that its tests call. No libraries, interfaces and
 * Arc's own mocks, because every binding adds to the size of the package.
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
 * Contracts with an ABI and no bindings: what a DAO can have as custom schemes and stand-alone contracts, and
 * few have. An ABI adds little to the size of the package.
 */
export const ABIS_ALONE: readonly string[] = [
  "Agreement",
  "Forwarder",
  "NectarRepAllocation",
  "PolkaCurve",
  "RageQuitWithToken",
  "RepAllocation",
  "ReputationAdmin",
  "TransitionScheme",
];

/**
 * Whether a factory contains the bytecode, so that it can deploy its contract. Every base has the
 * universal contracts: their factories only connect.
 */
export function isDeployable(contractName: string): boolean {
  return !UNIVERSAL.includes(contractName);
}
