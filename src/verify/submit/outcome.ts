/** What happened to a contract's sources at an explorer. */
export interface SubmissionOutcome {
  readonly name: string;
  readonly address: string;
  readonly status: "verified" | "already verified" | "failed";
  /** The explorer's message. */
  readonly message?: string;
}

/** An explorer's answer for one contract. */
export type ExplorerVerdict = Pick<SubmissionOutcome, "status" | "message">;
