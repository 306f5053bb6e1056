/** The subject of a warning: one code per situation, so that a program can distinguish them. */
type WarningCode =
  | "base-of-another-account"
  | "delegate"
  | "deployer-keeps-permissions"
  | "duplicate-proposal"
  | "no-code"
  | "no-founders"
  | "no-reputation"
  | "no-schemes"
  | "public-key"
  | "stray-proposal"
  | "time-in-milliseconds"
  | "time-in-the-past"
  | "unpaid-promises"
  | "unregistered"
  | "unused-vote-parameters"
  | "useless-votes";

/** Something that does not stop a migration but that the user should know before anything is sent. */
export interface Warning {
  readonly code: WarningCode;
  /** What was found, what it means, and what to do. */
  readonly message: string;
}
