import { isDeepStrictEqual } from "node:util";
import { dirname, join } from "node:path";

import { DEFAULTS } from "../foundation/support/defaults.js";
import { MigrationError } from "../foundation/support/errors.js";
import { forgetChain, readEntries, ResultFile } from "../foundation/result/file.js";
import { sectionsOf } from "../foundation/result/ledger.js";
import type { MigrationResult } from "../foundation/result/result.js";
import { reportMoved } from "../operations/run/record-made.js";
import { notes } from "../output/describe/event-notes.js";
import { isExample } from "../foundation/params/example.js";
import { writeWhole } from "../foundation/support/write-file.js";
import { ifAbsent, readGivenText } from "../foundation/support/read-given.js";

/**
 * Writes a test chain's result and, in the same folder, the DAO's parameters. Nothing is lost: the result file keeps
 * other chains, and the parameters of another DAO are not overwritten.
 * @param chain the file that its parameters were read from, and its database folder, if any
 * @param onNote called with what could not be written, and why
 */
export async function writeOutputFiles(
  path: string,
  { result, params }: { readonly result: MigrationResult; readonly params: string },
  chain: { readonly params?: unknown; readonly db?: string },
  onNote: (message: string) => void,
): Promise<void> {
  const paramsPath = join(dirname(path), DEFAULTS.params);
  await writeResult(path, result, chain.db !== undefined, onNote);
  if (paramsPath === chain.params) return;
  const advice = "Pass another file with --output.";
  const there = await readGivenText(paramsPath, "The file", advice).catch(ifAbsent);
  if (there === params) return;
  if (there !== undefined && !(await isExample(there))) {
    onNote(`${paramsPath} has the parameters of another DAO and was not changed.`);
    return;
  }
  await tryTo(onNote, async () => await writeWhole(paramsPath, params));
}

/**
 * Adds the chain to the result file, which keeps the chains that it has. If the command has added other DAOs to a
 * persisted chain since its start, those take precedence. Two chains in memory that start within a second can have the
 * same genesis block, so an entry in the file may belong to another one.
 */
async function writeResult(
  path: string,
  result: MigrationResult,
  isPersisted: boolean,
  onNote: (message: string) => void,
): Promise<void> {
  const { network: name, chainId, genesis = "" } = result;
  const chain = { name, chainId, genesis, inProcess: false };
  const [entry] = await readEntries(path, chain);
  const isOurs = entry !== undefined && isDeepStrictEqual(entry.base, result.base);
  const own = isOurs ? sectionsOf(entry) : {};
  const isSameChain = entry?.genesis === genesis;
  const made = { ...sectionsOf(result), ...(isPersisted && isSameChain && own) };
  const isComplete = isDeepStrictEqual(made, own);
  if (isComplete && isSameChain) return;
  // The container image has a file that only lacks values that change with each start, so no note is needed.
  await tryTo(isComplete ? () => {} : onNote, async () => {
    const file = await ResultFile.open(path, chain);
    reportMoved(path, await file.add(made, made), notes(onNote));
  });
}

/** Removes a chain in memory, which ends with its process, from its result file. */
export async function removeFromResult(
  path: string,
  { network: name, chainId, genesis = "" }: MigrationResult,
  onNote: (message: string) => void,
): Promise<void> {
  const chain = { name, chainId, genesis, inProcess: false };
  await tryTo(onNote, async () => await forgetChain(path, chain));
}

/** Runs a write, and only notes its failure: a chain is useful without the files, and a container may be read-only. */
async function tryTo(onNote: (message: string) => void, write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (!(error instanceof MigrationError)) throw error;
    onNote(`Warning: ${error.message}`);
  }
}
