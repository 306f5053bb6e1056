import { UsageError } from "../support/errors.js";
import { nearest } from "../support/nearest.js";
import type { DaoMigrationOptions } from "./options.js";

const KNOWN: Readonly<Record<keyof DaoMigrationOptions, true>> = {
  allowUnrehearsed: true,
  check: true,
  onCheck: true,
  silenced: true,
  trustBase: true,
  arcVersion: true,
  chainId: true,
  confirm: true,
  confirmations: true,
  customAbis: true,
  force: true,
  gasPrice: true,
  maxGasPrice: true,
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

/** Options of the predecessor's library, and what to do instead. */
const PREDECESSORS: Readonly<Record<string, string>> = {
  customAbisLocation: "pass customAbis",
  disableconfs: "omit it; nothing is asked unless confirm is given",
  optimizedabis: "omit it; contracts are always read in a small form",
  prevmigration: "one file is read and written; set it with output",
};

/**
 * Rejects unknown options: a misspelled one would otherwise be ignored silently.
 * @param known an object with the known names; default: those of migrations
 * @throws UsageError with a suggestion
 */
export function refuseUnknownOptions(options: object, known: object = KNOWN): void {
  const names = Object.keys(known);
  const unknown = Object.keys(options).find((name) => !names.includes(name));
  if (unknown === undefined) return;
  const instead = Object.hasOwn(PREDECESSORS, unknown) ? PREDECESSORS[unknown] : undefined;
  if (instead !== undefined) {
    throw new UsageError(`There is no option "${unknown}": ${instead}. See docs/moving.md.`);
  }
  const [closest] = nearest(unknown, names, 1);
  throw new UsageError(
    `Unknown option ${JSON.stringify(unknown)}. ` +
      (closest === undefined ? `The options are ${names.join(", ")}.` : `Did you mean ${closest}?`),
  );
}
