import { readFile } from "node:fs/promises";

import { networkNameOf } from "../chain/networks.js";
import { isObject } from "../support/is-object.js";
import { MigrationError } from "../support/errors.js";
import { writeWhole } from "../support/write-file.js";
import { readLedger, writing } from "./file.js";
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

/**
 * Merges addresses into a file of the predecessor's format, or creates one. Keeps what the file has for other networks
 * and releases.
 * @throws MigrationError if the file has another format
 */
export async function mergeInto(path: string, shape: DaostackShape): Promise<void> {
  const unlock = await writing(path);
  try {
    const merged = await readShape(path);
    for (const [network, sections] of Object.entries(shape)) {
      const own = (merged[network] ??= {});
      for (const [section, releases] of Object.entries(sections)) {
        own[section] = { ...own[section], ...releases };
      }
    }
    const advice = "Pass another file with --into.";
    await writeWhole(path, `${JSON.stringify(merged, null, 2)}\n`, { advice });
  } finally {
    await unlock();
  }
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

async function readShape(path: string): Promise<DaostackShape> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return {};
    throw new MigrationError(`${path} cannot be read: ${(error as Error).message}.`, {
      cause: error,
    });
  }
  const content = parsed(text);
  const isShape =
    isObject(content) &&
    !("chainId" in content) &&
    Object.values(content).every((own) => isObject(own) && Object.values(own).every(isObject));
  if (isShape) return content as DaostackShape;
  throw new MigrationError(
    `${path} does not have the predecessor's shape: networks, sections, releases ` +
      '({ "private": { "base": { "0.0.1-rc.57": {} } } }). Nothing was written. Pass another file with --into.',
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
