import { resolve } from "node:path";

import type { Eip1193Provider } from "../chain/provider.js";
import type { ExportReport } from "../export/report.js";
import type { InspectOptions } from "../inspect/inspect-dao.js";
import { DEFAULTS } from "../run/defaults.js";
import { exportInputs } from "../run/export-inputs.js";
import { refuseUnknownOptions } from "./known-options.js";
import { openProvider } from "./open-provider.js";

/** Options of `DaoMigration.exportDao`. */
export interface ExportDaoOptions extends Omit<InspectOptions, "abis"> {
  /** A node's URL (http, https, ws or wss), or an EIP-1193 provider. Default: http://localhost:8545. */
  readonly provider?: string | Eip1193Provider;
  /** Address of the DAO's avatar. Default: the DAO of the result file. */
  readonly avatar?: string;
  /** Use today's holders as founders, not the original ones. */
  readonly now?: boolean;
  /** Which DAO of the result file. Default: dao, or else test. */
  readonly section?: "dao" | "test";
  /** The result file. Default: migration.json. */
  readonly result?: string;
  /** Folder with build files of contracts that are not Arc's. Default: custom-abis. */
  readonly customAbis?: string;
  /** Fail on any other chain. */
  readonly chainId?: number;
}

const KNOWN: Readonly<Record<keyof ExportDaoOptions, true>> = {
  avatar: true,
  block: true,
  cacheDir: true,
  chainId: true,
  customAbis: true,
  fromBlock: true,
  now: true,
  onProgress: true,
  provider: true,
  result: true,
  section: true,
  signal: true,
};

/** See DaoMigration.exportDao. */
export async function exportDao(options: ExportDaoOptions): Promise<ExportReport> {
  refuseUnknownOptions(options, KNOWN);
  const { provider = DEFAULTS.provider, result = DEFAULTS.output } = options;
  return await exportInputs({
    ...options,
    provider: openProvider(provider),
    projectRoot: process.cwd(),
    output: resolve(result),
  });
}
