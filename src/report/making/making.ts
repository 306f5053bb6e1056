/** A contract that a migration deployed beside the DAO, as the result file has it. */
export interface StandAloneContract {
  readonly name: string;
  readonly address: string;
}

/** How a DAO was created, as far as its chain shows. */
export interface MakingDescription {
  /** The account that sent the first transaction of it. */
  readonly maker: string;
  /** Oldest first. */
  readonly transactions: readonly TransactionDescription[];
  /** Which transactions may be missing, a sentence; absent if all were looked at. */
  readonly missing?: string;
}

export interface TransactionDescription {
  readonly hash: string;
  readonly block: number;
  /** UNIX seconds. */
  readonly time: number;
  /** What it did, a phrase. */
  readonly what: string;
  readonly gas: string;
  /** Wei, with what a rollup takes for its data. */
  readonly cost: string;
  readonly failed: boolean;
}
