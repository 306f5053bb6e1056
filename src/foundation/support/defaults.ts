/** The start of every report's page, by which a file is recognized as one that a newer one may replace. */
export const REPORT_BEGINS = "<!doctype html>\n<!-- A report of dao-migrate -->\n";

/** Defaults of all entry points; help texts use them, too. This file has no imports. */
export const DEFAULTS = {
  /** URL of a node. */
  provider: "http://localhost:8545",
  /** The result file. */
  output: "migration.json",
  /** The page that `report` writes. */
  report: "dao-report.html",
  /** Looked for in the project's root, before the packaged example. */
  params: "migration-params.json",
  /** The folder of build files of contracts that are not Arc's; messages call any such folder so. */
  customAbis: "custom-abis",
} as const;
