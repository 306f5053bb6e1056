import { resolve } from "node:path";

import type { Eip1193Provider } from "../chain/provider.js";
import { compareInspections as compare } from "../inspect/compare/compare-inspections.js";
import type { Comparison } from "../inspect/compare/comparison.js";
import type { Inspection } from "../inspect/description.js";
import { parseInspection } from "../inspect/inspection-schema.js";
import type { InspectOptions } from "../inspect/inspect-dao.js";
import { DEFAULTS } from "../run/defaults.js";
import { inspectInputs } from "../run/inspect-inputs.js";
import { refuseUnknownOptions } from "./known-options.js";
import { openProvider } from "./open-provider.js";

/** Options of `DaoMigration.inspectDao`. */
export interface InspectDaoOptions extends InspectOptions {
  /** A node's URL (http, https, ws or wss), or an EIP-1193 provider. Default: http://localhost:8545. */
  readonly provider?: string | Eip1193Provider;
  /** Address of the DAO's avatar. Default: the DAO of the result file. */
  readonly avatar?: string;
  /** Which DAO of the result file. Default: dao, or else test. */
  readonly section?: "dao" | "test";
  /** The result file. Default: migration.json. */
  readonly output?: string;
  /** Fail on any other chain. */
  readonly chainId?: number;
}

const KNOWN: Readonly<Record<keyof InspectDaoOptions, true>> = {
  abis: true,
  avatar: true,
  block: true,
  cacheDir: true,
  chainId: true,
  fromBlock: true,
  onProgress: true,
  output: true,
  provider: true,
  section: true,
  signal: true,
};

/** See DaoMigration.inspectDao. */
export async function inspectDao(options: InspectDaoOptions): Promise<Inspection> {
  refuseUnknownOptions(options, KNOWN);
  const { provider = DEFAULTS.provider, output = DEFAULTS.output } = options;
  const { inspection } = await inspectInputs({
    ...options,
    provider: openProvider(provider),
    output: resolve(output),
  });
  return inspection;
}

/** See DaoMigration.compareInspections. */
export function compareInspections(before: unknown, after: unknown): Comparison {
  return compare(
    parseInspection(before, "The first inspection"),
    parseInspection(after, "The second inspection"),
  );
}
