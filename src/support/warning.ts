/** What a warning is about. Each stands for one circumstance, so that a program can tell them apart. */
type WarningCode = "base-of-another-account";

/** Something that does not stop a migration and that the user should know before it is sent. */
export interface Warning {
  readonly code: WarningCode;
  /** What was found, what it means, and what to do. */
  readonly message: string;
}
