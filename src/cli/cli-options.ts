import type { MigrationOptions } from "../run/options.js";

/** The command's options, before validation. */
export interface CliOptions extends MigrationOptions {
  readonly provider: string;
  readonly keystore?: string;
  readonly passwordFile?: string;
  readonly gasPrice?: string;
  readonly maxGasPrice?: string;
  readonly quiet: boolean;
  readonly json: boolean;
  readonly force: boolean;
  readonly disableConfs: boolean;
  readonly restart: boolean;
  readonly dryRun: boolean;
  readonly allowUnrehearsed: boolean;
  readonly trustBase: boolean;
  readonly output: string;
  readonly params?: string;
  readonly check: boolean;
}
