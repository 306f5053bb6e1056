import { networkNameOf } from "../chain/networks.js";
import { MigrationError } from "../support/errors.js";
import { readLedger } from "./file.js";
import { newestFirst, releaseOfEntry } from "./ledger.js";
import type { BaseResult, LedgerEntry, OrganizationResult } from "./result.js";

/** Sections of one network, by release: `{ base: { "0.0.1-rc.57": { GEN: "0x..." } } }`. */
type NetworkShape = Record<string, Record<string, object>>;
/** The predecessor's `migration.json`, by network. */
export type DaostackShape = Record<string, NetworkShape>;

/**
 * Converts a result file to the predecessor's format. Uses the newest entry of each network and release; leaves out
 * chains that ended with their process.
 * @throws MigrationError if the file cannot be read, or contains nothing that this format can express
 */
export async function daostackShapeOf(path: string): Promise<DaostackShape> {
  const entries = newestFirst(await readLedger(path)).filter(({ inProcess }) => inProcess !== true);
  const shape: DaostackShape = {};
  // The newest entry is added last, so it wins.
  for (const entry of entries.toReversed()) addEntry(shape, entry);
  if (Object.keys(shape).length > 0) return shape;
  throw new MigrationError(
    `${path} has no addresses of an existing chain: it is empty, or its chain ended with its process. ` +
      "Pass another file with --result.",
  );
}

function addEntry(shape: DaostackShape, entry: LedgerEntry): void {
  const release = releaseOfEntry(entry);
  if (release === undefined) return;
  const network = (shape[networkNameOf(entry.network)] ??= {});
  const { base, dao, test } = entry;
  if (base !== undefined) (network.base ??= {})[release] = baseShape(base);
  if (dao !== undefined) (network.dao ??= {})[dao.arcVersion] = organizationShape(dao);
  if (test !== undefined) (network.test ??= {})[test.arcVersion] = organizationShape(test);
}

function baseShape({ arcVersion: _, DAOToken, ...others }: BaseResult): object {
  return { GEN: DAOToken, ...others };
}

function organizationShape({
  arcVersion: _,
  NativeToken,
  NativeReputation,
  ...others
}: OrganizationResult): object {
  const { name, Avatar, ...rest } = others;
  return { name, Avatar, DAOToken: NativeToken, Reputation: NativeReputation, ...rest };
}
