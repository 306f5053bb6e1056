/** What became of a contract's sources at an explorer. */
export interface SubmissionOutcome {
  readonly name: string;
  readonly address: string;
  readonly status: "verified" | "already verified" | "failed";
  /** What the explorer said. */
  readonly message?: string;
}

/** An explorer's answer to one contract. */
export type ExplorerVerdict = Pick<SubmissionOutcome, "status" | "message">;
