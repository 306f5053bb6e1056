import { isDeepStrictEqual } from "node:util";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";

import { MigrationError } from "../support/errors.js";
import type { MigrationResult } from "../result/result.js";
import { isExample } from "../params/example.js";
import { writeWhole } from "../support/write-file.js";

const PARAMETERS_FILE = "migration-params.json";

/**
 * Writes what a test chain holds, for whoever uses it: the result, and beside it the DAO's parameters.
 * A file that somebody else wrote is not lost: a result of another chain id is an error, parameters of
 * another DAO are left alone.
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
  await tryToWrite(paramsPath, params, onNote);
}

async function writeResult(
  path: string,
  result: MigrationResult,
  onNote: (message: string) => void,
): Promise<void> {
  const there = parse(await read(path), path);
  if (there !== undefined) {
    // The image carries a file without the one thing that changes from start to start; it is nobody's.
    const isBaked = there.genesis === undefined && there.network === "private";
    if (there.chainId !== result.chainId && !isBaked) {
      throw new MigrationError(
        `${path} belongs to another chain, ${there.network ?? "unknown"} with the chain id ${there.chainId ?? "unknown"}; ` +
          `this one's is ${result.chainId}. Name another file with --output, or move that one away.`,
      );
    }
    if (there.genesis !== undefined && there.genesis === result.genesis) {
      // A kept chain may have got other DAOs since, which the command noted there. A chain that was
      // started anew within the same second has the same first block, and perhaps more sections.
      const merged = { ...result, ...there };
      if (isDeepStrictEqual(merged, there)) return;
      return await tryToWrite(path, textOf(merged), onNote);
    }
    const isSame = JSON.stringify(there) === JSON.stringify({ ...result, genesis: undefined });
    if (isSame) onNote = () => {};
  }
  await tryToWrite(path, textOf(result), onNote);
}

function textOf(result: object): string {
  return `${JSON.stringify(result, null, 2)}\n`;
}

/** A chain is of use without the files: a container may run without a place to write to. */
async function tryToWrite(
  path: string,
  text: string,
  onNote: (message: string) => void,
): Promise<void> {
  try {
    await writeWhole(path, text);
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

function parse(text: string | undefined, path: string): Partial<MigrationResult> | undefined {
  if (text === undefined) return undefined;
  try {
    const content: unknown = JSON.parse(text);
    if (typeof content === "object" && content !== null) return content;
  } catch {
    // Said below.
  }
  throw new MigrationError(
    `${path} is there and holds no migration's result. Name another file with --output, or move that one away.`,
  );
}
