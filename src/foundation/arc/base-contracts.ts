import { constructorInputs } from "./abi.js";
import type { ArcRelease, Artifact } from "./artifact.js";
import { BUILT_IN_SCHEMES } from "./permissions.js";
import { sectionOfContract, servesManyDaos } from "./shared-schemes.js";

/** A constructor parameter that is the address of another contract of the base. */
export interface Dependency {
  readonly parameter: string;
  /** The contract's name, in a release and in a base. */
  readonly contract: string;
  /** Where the address can be read: from this function, or this storage slot. */
  readonly kept: string | bigint;
}

/** Measured in all releases. DaoCreator has no functions for its dependencies, so it has storage slots. */
const DEPENDENCIES: readonly Dependency[] = [
  { parameter: "_controllerCreator", contract: "ControllerCreator", kept: 1n },
  { parameter: "_daoTracker", contract: "DAOTracker", kept: 2n },
  { parameter: "_stakingToken", contract: "DAOToken", kept: "stakingToken" },
  { parameter: "_contributionReward", contract: "ContributionReward", kept: "contributionReward" },
  { parameter: "_genesisProtocol", contract: "GenesisProtocol", kept: "genesisProtocol" },
];

/**
 * Base contracts whose constructors take no arguments, or only addresses of contracts above them. A release may lack
 * some of them.
 */
export const UNIVERSAL_CONTRACTS = [
  "DAOTracker",
  "ControllerCreator",
  "DaoCreator",
  "UController",
  "GenesisProtocol",
  "SchemeRegistrar",
  "UpgradeScheme",
  "GlobalConstraintRegistrar",
  "ContributionReward",
  "AbsoluteVote",
  "QuorumVote",
  "TokenCapGC",
  "VestingScheme",
  "VoteInOrganizationScheme",
  "OrganizationRegister",
  "Redeemer",
  "UGenericScheme",
  "GenericScheme",
  "GenericSchemeMultiCallFactory",
  "CompetitionFactory",
  "ContinuousLocking4ReputationFactory",
] as const;

/** Contracts of a base that no DAO and no demo test calls, for other tools. */
const NOT_USED: readonly string[] = [
  "QuorumVote",
  "TokenCapGC",
  "VestingScheme",
  "VoteInOrganizationScheme",
  "OrganizationRegister",
  "Redeemer",
];

/** Contracts that a DAO or a demo test calls, or that create it. */
export const USED_BY_DAOS: readonly string[] = UNIVERSAL_CONTRACTS.filter(
  (name) => !NOT_USED.includes(name),
);

/** A release's universal contracts, in the order of deployment: no schemes of which each DAO has its own. */
export function universalContracts(release: ArcRelease): string[] {
  const isScheme = (name: string) =>
    BUILT_IN_SCHEMES.some((each) => each === sectionOfContract(name));
  return UNIVERSAL_CONTRACTS.filter(
    (name) => release.has(name) && (!isScheme(name) || servesManyDaos(release.artifact(name).abi)),
  );
}

/** A release's universal contracts that are needed to create a DAO or a demo test. */
export function contractsOfDaos(release: ArcRelease): string[] {
  return universalContracts(release).filter((name) => USED_BY_DAOS.includes(name));
}

export function dependenciesOf(artifact: Artifact): Dependency[] {
  const inputs = constructorInputs(artifact);
  return DEPENDENCIES.filter(({ parameter }) => inputs.some(({ name }) => name === parameter));
}
