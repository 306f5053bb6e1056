/** A contract to verify. */
export interface Target {
  /** The contract's name in Arc or in the project's sources. */
  readonly name: string;
  /** Its path in the result, such as `dao.Schemes.ContributionReward`; `address` if it was requested by address. */
  readonly place: string;
  readonly address: string;
  /** The Arc release that it comes from; absent for a contract of the project. */
  readonly arcVersion?: string;
}

/** The contracts of a DAO and what they rest on, as far as they can be verified. */
export interface DaoTargets {
  readonly targets: readonly Target[];
  readonly leftOut: readonly LeftOut[];
}

/** What belongs to a DAO, or is used by it, but is not verified. */
export interface LeftOut {
  /** What it is, such as `contractToCall of GenericScheme`. */
  readonly what: string;
  /** Absent if not even that is known. */
  readonly address?: string;
  readonly reason: string;
  /** Whether the DAO may rest on contracts that were not even found. */
  readonly unread?: true;
}
