/** A contract that a migration deployed beside the DAO, from the result file. */
export interface StandAloneContract {
  readonly name: string;
  readonly address: string;
}

/** How a DAO was created, as far as the chain shows. */
export interface CreationDescription {
  /** The account that sent the first of its transactions. */
  readonly maker: string;
  /** Oldest first. */
  readonly transactions: readonly TransactionDescription[];
  /** Which transactions may be missing, as a sentence; absent if all were searched. */
  readonly missing?: string;
}

export interface TransactionDescription {
  readonly hash: string;
  readonly block: number;
  /** UNIX seconds. */
  readonly time: number;
  /** What it did, as a phrase. */
  readonly what: string;
  readonly gas: string;
  /** Wei, including a rollup's fee for its data. */
  readonly cost: string;
  readonly failed: boolean;
}
