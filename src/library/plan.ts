import { resolve } from "node:path";

import type { Change } from "../change/change.js";
import type { Eip1193Provider } from "../chain/provider.js";
import type { InspectOptions } from "../inspect/inspect-dao.js";
import type { MigrationParameters } from "../params/file/migration-parameters.js";
import { DEFAULTS } from "../run/defaults.js";
import { parametersSource } from "../run/parameters-source.js";
import { planInputs } from "../run/plan-inputs.js";
import { refuseUnknownOptions } from "./known-options.js";
import { openProvider } from "./open-provider.js";

/** Options of `DaoMigration.planChange`. */
export interface PlanChangeOptions extends InspectOptions {
  /** A node's URL (http, https, ws or wss), or an EIP-1193 provider. Default: http://localhost:8545. */
  readonly provider?: string | Eip1193Provider;
  /** Address of the DAO's avatar. Default: the DAO of the result file. */
  readonly avatar?: string;
  /** The target: parameters, or the path of a parameters file. Default: `migration-params.json`. */
  readonly params?: MigrationParameters | string;
  /** Arc release, if the parameters do not name one. Default: that of the result file, or of the code. */
  readonly arcVersion?: string;
  /** Folder with build files of contracts that are not Arc's. Default: custom-abis. */
  readonly customAbis?: string;
  /** Which DAO of the result file. Default: dao, or else test. */
  readonly section?: "dao" | "test";
  /** The result file. Default: migration.json. */
  readonly output?: string;
  /** Fail on any other chain. */
  readonly chainId?: number;
  /** Plan even if afterwards nothing could register schemes. */
  readonly force?: boolean;
  /** Plan a controller of the file's release if the DAO has a different one. Default: false. */
  readonly newController?: boolean;
}

const KNOWN: Readonly<Record<keyof PlanChangeOptions, true>> = {
  abis: true,
  arcVersion: true,
  avatar: true,
  block: true,
  cacheDir: true,
  chainId: true,
  customAbis: true,
  force: true,
  fromBlock: true,
  newController: true,
  onProgress: true,
  output: true,
  params: true,
  provider: true,
  section: true,
  signal: true,
};

/** See DaoMigration.planChange. */
export async function planChange(options: PlanChangeOptions): Promise<Change> {
  refuseUnknownOptions(options, KNOWN);
  const { provider = DEFAULTS.provider, output = DEFAULTS.output, params } = options;
  const projectRoot = process.cwd();
  const { change } = await planInputs({
    ...options,
    provider: openProvider(provider),
    params: await parametersSource({ given: params, projectRoot }),
    projectRoot,
    output: resolve(output),
  });
  return change;
}
