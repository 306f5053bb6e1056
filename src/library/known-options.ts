import { UsageError } from "../support/errors.js";
import { nearest } from "../support/nearest.js";
import type { DaoMigrationOptions } from "./options.js";

const KNOWN: Readonly<Record<keyof DaoMigrationOptions, true>> = {
  arcVersion: true,
  chainId: true,
  confirm: true,
  confirmations: true,
  customAbis: true,
  force: true,
  gasPrice: true,
  mnemonic: true,
  onNote: true,
  onProgress: true,
  output: true,
  params: true,
  private: true,
  privateKey: true,
  provider: true,
  quiet: true,
  registryOwner: true,
  restart: true,
  signal: true,
  signer: true,
  stakingToken: true,
};

/**
 * Refuses options that do not exist: a misspelled one would be ignored without a word.
 * @throws UsageError with the nearest name
 */
export function refuseUnknownOptions(options: object): void {
  const names = Object.keys(KNOWN);
  const unknown = Object.keys(options).find((name) => !names.includes(name));
  if (unknown === undefined) return;
  const [closest] = nearest(unknown, names, 1);
  throw new UsageError(
    `Unknown option ${JSON.stringify(unknown)}. ` +
      (closest === undefined ? `The options are ${names.join(", ")}.` : `Did you mean ${closest}?`),
  );
}
