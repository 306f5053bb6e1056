import { resolve } from "node:path";

import type { Eip1193Provider } from "../chain/provider.js";
import type { Silence } from "../check/report/report.js";
import type { InspectOptions } from "../inspect/inspect-dao.js";
import type { MigrationParameters } from "../params/file/schema.js";
import { makeReport, type DaoReport } from "../report/make-report.js";
import { DEFAULTS } from "../run/defaults.js";
import type { Simulation } from "../simulate/simulation.js";
import { refuseUnknownOptions } from "./known-options.js";
import { openProvider } from "./open-provider.js";

/** Options of `DaoMigration.reportDao`. */
export interface ReportDaoOptions extends InspectOptions {
  /** A node's URL (http, https, ws or wss), or an EIP-1193 provider. Default: http://localhost:8545. */
  readonly provider?: string | Eip1193Provider;
  /** Address of the DAO's avatar. Default: the DAO of the result file. */
  readonly avatar?: string;
  /** Which DAO of the result file. Default: dao, or else test. */
  readonly section?: "dao" | "test";
  /** The result file. Default: migration.json. */
  readonly result?: string;
  /** Migration parameters to compare with, or the path of a parameters file. Default: none. */
  readonly params?: MigrationParameters | string;
  /** Arc release, if the parameters do not name one. Default: that of the result file, or of the code. */
  readonly arcVersion?: string;
  /** Folder with build files of contracts that are not Arc's. Default: custom-abis. */
  readonly customAbis?: string;
  /** Findings that have been reviewed and accepted. */
  readonly silenced?: readonly Silence[];
  /** Pass every pending proposal on a fork, and report what it does. Default: false. */
  readonly simulate?: boolean;
  /** Results of simulateProposals to report, instead of simulating. */
  readonly simulations?: readonly Simulation[];
  /** Fail on any other chain. */
  readonly chainId?: number;
}

const KNOWN: Readonly<Record<keyof ReportDaoOptions, true>> = {
  abis: true,
  arcVersion: true,
  avatar: true,
  block: true,
  cacheDir: true,
  chainId: true,
  customAbis: true,
  fromBlock: true,
  onProgress: true,
  params: true,
  provider: true,
  result: true,
  section: true,
  signal: true,
  silenced: true,
  simulate: true,
  simulations: true,
};

/** See DaoMigration.reportDao. */
export async function reportDao(options: ReportDaoOptions): Promise<DaoReport> {
  refuseUnknownOptions(options, KNOWN);
  const { provider = DEFAULTS.provider, result = DEFAULTS.output, params, ...rest } = options;
  return await makeReport({
    ...rest,
    provider: openProvider(provider),
    params: typeof params === "string" ? resolve(params) : params,
    projectRoot: process.cwd(),
    output: resolve(result),
  });
}
