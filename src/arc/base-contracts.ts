import { constructorInputs, hasFunction } from "./abi.js";
import type { ArcRelease, Artifact } from "./artifact.js";

/** A constructor parameter that is the address of another contract of the base. */
export interface Dependency {
  /** The constructor's parameter. */
  readonly parameter: string;
  /** The contract's name, in a release and in a base. */
  readonly contract: string;
  /** Where it is read back: by this function, or from this slot of the storage. */
  readonly kept: string | bigint;
}

/** Measured over all releases; DaoCreator has no function that says so. */
const DEPENDENCIES: readonly Dependency[] = [
  { parameter: "_controllerCreator", contract: "ControllerCreator", kept: 1n },
  { parameter: "_daoTracker", contract: "DAOTracker", kept: 2n },
  { parameter: "_stakingToken", contract: "DAOToken", kept: "stakingToken" },
  { parameter: "_contributionReward", contract: "ContributionReward", kept: "contributionReward" },
  { parameter: "_genesisProtocol", contract: "GenesisProtocol", kept: "genesisProtocol" },
];

/**
 * Contracts of the base that take no constructor arguments, or only addresses of contracts above
 * them. Those that a release does not have are left out.
 */
const UNIVERSAL_CONTRACTS = [
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

/** What a DAO or a demo test calls, or is made by. The rest of a base serves other tools. */
export const USED_BY_DAOS: readonly string[] = [
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
  "UGenericScheme",
  "GenericScheme",
  "GenericSchemeMultiCallFactory",
  "CompetitionFactory",
  "ContinuousLocking4ReputationFactory",
];

/**
 * The universal contracts that a release has, in the order in which they are deployed. GenericScheme
 * is one only where it takes its parameters by setParameters; later it is a contract of each DAO.
 */
export function universalContracts(release: ArcRelease): string[] {
  return UNIVERSAL_CONTRACTS.filter(
    (name) =>
      release.has(name) &&
      (name !== "GenericScheme" || hasFunction(release.artifact(name), "setParameters")),
  );
}

/** The universal contracts of a release that a DAO or a demo test is made with. */
export function contractsOfDaos(release: ArcRelease): string[] {
  return universalContracts(release).filter((name) => USED_BY_DAOS.includes(name));
}

/** The contracts of the base that a contract's constructor takes. */
export function dependenciesOf(artifact: Artifact): Dependency[] {
  const inputs = constructorInputs(artifact);
  return DEPENDENCIES.filter(({ parameter }) => inputs.some(({ name }) => name === parameter));
}
