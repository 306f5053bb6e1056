import { resolve } from "node:path";

import type { Eip1193Provider } from "../chain/provider.js";
import type { CheckReport, Silence } from "../check/report/report.js";
import type { InspectOptions } from "../inspect/inspect-dao.js";
import type { MigrationParameters } from "../params/file/schema.js";
import { checkedParameters, checkInputs } from "../run/check-inputs.js";
import { DEFAULTS } from "../run/defaults.js";
import { refuseUnknownOptions } from "./known-options.js";
import { openProvider } from "./open-provider.js";

/** Options of `DaoMigration.checkDao`. */
export interface CheckDaoOptions extends Omit<InspectOptions, "abis"> {
  /** A node's URL (http, https, ws or wss), or an EIP-1193 provider. Default: http://localhost:8545. */
  readonly provider?: string | Eip1193Provider;
  /** Address of the DAO's avatar. Default: the DAO of the result file. */
  readonly avatar?: string;
  /** Migration parameters, or the path of a parameters file. Default: `migration-params.json`, or else the packaged example. */
  readonly params?: MigrationParameters | string;
  /** Arc release, if the parameters do not name one. Default: that of the result file, or of the code. */
  readonly arcVersion?: string;
  /** Folder with build files of contracts that are not Arc's. Default: custom-abis. */
  readonly customAbis?: string;
  /** Which DAO of the result file. Default: dao. For `test`, the parameters may be left out. */
  readonly section?: "dao" | "test";
  /** The result file. Default: migration.json. */
  readonly output?: string;
  /** Fail on any other chain. */
  readonly chainId?: number;
  /** Findings that have been reviewed and accepted. */
  readonly silenced?: readonly Silence[];
}

const KNOWN: Readonly<Record<keyof CheckDaoOptions, true>> = {
  arcVersion: true,
  avatar: true,
  block: true,
  cacheDir: true,
  chainId: true,
  customAbis: true,
  fromBlock: true,
  onProgress: true,
  output: true,
  params: true,
  provider: true,
  section: true,
  signal: true,
  silenced: true,
};

/** See DaoMigration.checkDao. */
export async function checkDao(options: CheckDaoOptions): Promise<CheckReport> {
  refuseUnknownOptions(options, KNOWN);
  const { provider = DEFAULTS.provider, output = DEFAULTS.output, params } = options;
  const projectRoot = process.cwd();
  return await checkInputs({
    ...options,
    provider: openProvider(provider),
    params: await checkedParameters(options.section, { given: params, projectRoot }),
    projectRoot,
    output: resolve(output),
  });
}
