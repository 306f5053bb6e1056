/** What every door takes where nothing else is said; help texts read it, too. Nothing is imported here. */
export const DEFAULTS = {
  /** Address of a node. */
  provider: "http://localhost:8545",
  /** The result file. */
  output: "migration.json",
  /** The page of `report`. */
  report: "dao-report.html",
  /** Looked for in the project's root, before the packaged example. */
  params: "migration-params.json",
  /** Folder of build files of contracts that are not Arc's. */
  customAbis: "custom-abis",
  /** Blocks, the step's own included. */
  confirmations: 1,
} as const;
