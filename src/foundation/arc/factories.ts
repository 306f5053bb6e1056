/** An Arc contract that creates and initializes a scheme in one call. */
export interface SchemeFactory {
  /** The factory's name, in a release and in the base. */
  readonly contractName:
    "GenericSchemeMultiCallFactory" | "CompetitionFactory" | "ContinuousLocking4ReputationFactory";
  /** The function that creates the scheme. Its first argument is the avatar. */
  readonly functionName: string;
  /** The event that reports what was created. */
  readonly eventName: string;
  readonly schemeParameter: string;
  /** Contracts created together with the scheme: their names, by the event's parameter. */
  readonly companions: Readonly<Record<string, string>>;
}

/** CompetitionFactory creates two contracts; this one is the scheme. */
const SCHEME_OF_COMPETITION = "ContributionRewardExt";

/** The contract that a factory creates for a scheme, by any of the names of the scheme; undefined if none does. */
export function madeByFactory(...names: readonly (string | undefined)[]): string | undefined {
  return names
    .map((name) => (name === "Competition" ? SCHEME_OF_COMPETITION : name))
    .find((name) => name !== undefined && Object.hasOwn(FACTORIES, name));
}

/** The factory that creates a scheme, by any of the names of the scheme; undefined if none does. */
export function factoryOf(...names: readonly (string | undefined)[]): SchemeFactory | undefined {
  return FACTORIES[madeByFactory(...names) ?? ""];
}

/** Factories, by the name of the scheme that they create. */
export const FACTORIES: Readonly<Record<string, SchemeFactory>> = {
  GenericSchemeMultiCall: {
    contractName: "GenericSchemeMultiCallFactory",
    functionName: "createGenericSchemeMultiCallSimple",
    eventName: "NewGenericSchemeMultiCall",
    schemeParameter: "genericSchemeMultiCall",
    companions: {},
  },
  ContinuousLocking4Reputation: {
    contractName: "ContinuousLocking4ReputationFactory",
    functionName: "createCL4R",
    eventName: "NewCL4R",
    schemeParameter: "continuousLocking4Reputation",
    companions: {},
  },
  ContributionRewardExt: {
    contractName: "CompetitionFactory",
    functionName: "createCompetition",
    eventName: "NewCompetition",
    schemeParameter: "contributionRewardExt",
    companions: { competition: "Competition" },
  },
};
