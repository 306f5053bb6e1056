import { isDeepStrictEqual } from "node:util";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";

import { MigrationError } from "../support/errors.js";
import { readEntry, ResultFile } from "../result/file.js";
import { sectionsOf } from "../result/ledger.js";
import type { MigrationResult } from "../result/result.js";
import { tellWhatMoved } from "../run/tell-what-moved.js";
import { isExample } from "../params/example.js";
import { writeWhole } from "../support/write-file.js";

const PARAMETERS_FILE = "migration-params.json";

/**
 * Writes what a test chain holds, for whoever uses it: the result, and beside it the DAO's parameters.
 * Nothing that was there is lost: the result file keeps other chains, and parameters of another DAO are
 * left alone.
 * @param named the file that the parameters were read from, if any
 * @param onNote told what could not be written, and why
 */
export async function writeOutputFiles(
  path: string,
  { result, params }: { readonly result: MigrationResult; readonly params: string },
  named: string | undefined,
  onNote: (message: string) => void,
): Promise<void> {
  const paramsPath = join(dirname(path), PARAMETERS_FILE);
  await writeResult(path, result, onNote);
  if (paramsPath === named) return;
  const there = await read(paramsPath);
  if (there === params) return;
  if (there !== undefined && !(await isExample(there))) {
    onNote(`${paramsPath} has another DAO's parameters and is left alone.`);
    return;
  }
  await tryTo(onNote, async () => await writeWhole(paramsPath, params));
}

/**
 * Adds the chain to the result file, beside the chains that it holds already. A persisted chain may
 * have got other DAOs since its start, which the command noted there: they count more.
 */
async function writeResult(
  path: string,
  result: MigrationResult,
  onNote: (message: string) => void,
): Promise<void> {
  const { network: name, chainId, genesis = "" } = result;
  const chain = { name, chainId, genesis, inProcess: false };
  const entry = await readEntry(path, chain);
  const isOurs = entry !== undefined && isDeepStrictEqual(entry.base, result.base);
  const own = isOurs ? sectionsOf(entry) : {};
  const made = { ...sectionsOf(result), ...own };
  const isComplete = isDeepStrictEqual(made, own);
  if (isComplete && entry?.genesis === genesis) return;
  // The image carries a file that lacks only what changes from start to start: nobody misses it.
  await tryTo(isComplete ? () => {} : onNote, async () => {
    const file = await ResultFile.open(path, chain);
    tellWhatMoved(await file.add(made, made), { output: path, onNote });
  });
}

/** A chain is of use without the files: a container may run without a place to write to. */
async function tryTo(onNote: (message: string) => void, write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (!(error instanceof MigrationError)) throw error;
    onNote(`Warning: ${error.message}`);
  }
}

async function read(path: string): Promise<string | undefined> {
  return await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw new MigrationError(
      `${path} cannot be read: ${error.message}. Name another with --output.`,
    );
  });
}
