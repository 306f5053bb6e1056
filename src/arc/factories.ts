/** A contract of Arc that makes a scheme, initialized, in one call. */
export interface SchemeFactory {
  /** Name of the factory, in a release and in the base. */
  readonly contractName:
    "GenericSchemeMultiCallFactory" | "CompetitionFactory" | "ContinuousLocking4ReputationFactory";
  /** The function that makes the scheme; its first argument is the avatar. */
  readonly functionName: string;
  /** The event that says what was created. */
  readonly eventName: string;
  /** The event's parameter that holds the scheme's address. */
  readonly schemeParameter: string;
  /** Contracts made along with the scheme: their names, by the event's parameter. */
  readonly companions: Readonly<Record<string, string>>;
}

/** Factories by the name of the scheme that they make. */
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
