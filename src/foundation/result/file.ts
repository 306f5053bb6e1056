import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";

import { whichRelease } from "../arc/which-release.js";
import type { ChainIdentity } from "../chain/identity.js";
import { networkNameOf, type NetworkName } from "../chain/networks.js";
import { MigrationError } from "../support/errors.js";
import { lock, type Unlock } from "../support/file-lock.js";
import { isObject } from "../support/is-object.js";
import { problemIn, readSchema } from "../support/json-schema.js";
import { requireWritable, targetOf, writeWhole } from "../support/write-file.js";
import { legacyEntries } from "./legacy.js";
import {
  addTo,
  EMPTY,
  entriesOf,
  entryOfNetwork,
  newestFirst,
  organizationMadeFrom,
  sectionsOf,
  type Addition,
  type Ledger,
} from "./ledger.js";
import type { LedgerEntry, MigrationResult, OrganizationResult, ResultSections } from "./result.js";
import { ifAbsent, readGivenJson } from "../support/read-given.js";
import { readRegular } from "../support/read-regular.js";

/** What a migration that starts over uses from a result: only the base, unless it makes one. */
export function restarted(
  { base }: ResultSections,
  creation: readonly (keyof ResultSections)[],
): ResultSections {
  return base === undefined || creation.includes("base") ? {} : { base };
}

/** What happened to a result file when a migration was added to it. */
export interface WrittenResult {
  readonly result: MigrationResult;
  /** Entries that moved from the top to `others`. */
  readonly replaced: readonly LedgerEntry[];
  /** Where a predecessor's file was kept, if it was one. */
  readonly predecessor?: string;
}

/**
 * The file from which a migration reads its base, and to which it adds its result. It covers any number of networks and
 * releases. Opening it checks everything that could fail at the end of a migration, before anything is sent.
 */
export class ResultFile {
  readonly path: string;
  /** The file's sections for this chain and release, which a migration builds on. */
  readonly sections: ResultSections;
  readonly #chain: ChainIdentity;
  readonly #ledger: Ledger;

  /**
   * Reads a file in our format or one of the predecessor's two. A missing file has no sections.
   * @param arcVersion release of the wanted sections; default: the newest of the chain
   * @throws MigrationError if the file is not a result, or could not be written
   */
  static async open(path: string, chain: ChainIdentity, arcVersion?: string): Promise<ResultFile> {
    const file = await ResultFile.read(path, chain, arcVersion);
    await requireWritable(path);
    // Reports a file system without locks now, rather than when there is a result to lose.
    await (
      await writing(path)
    )();
    return file;
  }

  /**
   * Like `open`, but for reading only: this user may not be allowed to write the file.
   * @throws MigrationError if the file is not a result
   */
  static async read(path: string, chain: ChainIdentity, arcVersion?: string): Promise<ResultFile> {
    const { ledger } = await readContent(path, chain.name, arcVersion);
    return new ResultFile(path, chain, ledger, arcVersion);
  }

  private constructor(
    path: string,
    chain: ChainIdentity,
    ledger: Ledger,
    arcVersion: string | undefined,
  ) {
    this.path = path;
    this.#chain = chain;
    this.#ledger = ledger;
    this.sections = sectionsOf(entriesOf(ledger, chain, arcVersion)[0]);
  }

  /**
   * The newest DAO of this chain that was made from the same inputs on the same base, in any entry.
   * @param inputs hash of the inputs
   */
  madeFrom(section: "dao" | "test", inputs: string): OrganizationResult | undefined {
    return organizationMadeFrom(this.#ledger, this.#chain, this.sections.base, section, inputs);
  }

  /** Whether the file has an address, of whatever chain. */
  holds(address: string): boolean {
    return JSON.stringify(this.#ledger).toLowerCase().includes(address.toLowerCase());
  }

  /**
   * Adds the sections that a migration made. Keeps what another migration wrote in the meantime, even at the same
   * moment. Writes the file atomically, and keeps a copy of a predecessor's file.
   * @param existing what the migration built on
   */
  async add(
    made: ResultSections,
    existing: ResultSections = this.sections,
    more: Pick<Addition, "isChange" | "createdIn"> = {},
  ): Promise<WrittenResult> {
    const unlock = await writing(this.path);
    try {
      const { name } = this.#chain;
      const content = await readContent(this.path, name, existing.base?.arcVersion);
      const { ledger: before, isPredecessors } = content;
      const now = new Date().toISOString();
      const added = { chain: this.#chain, existing, made, now, ...more };
      const { ledger, replaced } = addTo(before, added);
      const { top, others } = ledger;
      if (top === undefined) throw new Error("A ledger that was added to has a top.");
      const result: MigrationResult = { ...top, ...(others.length > 0 && { others }) };
      const predecessor = isPredecessors ? `${this.path}.predecessor` : undefined;
      await writeWhole(this.path, `${JSON.stringify(result, null, 2)}\n`, {
        beforeReplacing: async () => {
          if (predecessor !== undefined) await keep(this.path, predecessor);
        },
      });
      return { result, replaced, predecessor };
    } finally {
      await unlock();
    }
  }
}

/**
 * Reads a chain's entries from a result file, newest first: also earlier DAOs, which are in `others`. Does not check
 * that the file can be written.
 * @param arcVersion the wanted release; default: any
 * @throws MigrationError if the file is not a result
 */
export async function readEntries(
  path: string,
  chain: ChainIdentity,
  arcVersion?: string,
): Promise<readonly LedgerEntry[]> {
  const { ledger } = await readContent(path, chain.name, arcVersion);
  return entriesOf(ledger, chain, arcVersion);
}

/** That a result file has nothing of a kind on a chain, or does not exist; as the beginning of an error. */
export function lacking(path: string, what: string): string {
  return existsSync(path)
    ? `${path} has ${what} on this chain.`
    : `There is no result file ${path}.`;
}

/**
 * Reads a network's entry from a result file, whatever chain it is from.
 * @param arcVersion the wanted release; default: the newest
 * @returns undefined if there is no file, or if it has no entry of that network and release
 */
export async function readResultOf(
  path: string,
  network: NetworkName,
  arcVersion?: string,
): Promise<MigrationResult | undefined> {
  const name = networkNameOf(network);
  const { ledger } = await readContent(path, name, arcVersion);
  const entry = entryOfNetwork(ledger, name, arcVersion);
  if (entry === undefined) return undefined;
  const { replaced: _replaced, ...result } = entry;
  return result;
}

/**
 * Reads everything in a result file of our format or the predecessor's; empty if there is no file.
 * @throws MigrationError if the file is not a result
 */
export async function readLedger(path: string): Promise<Ledger> {
  return (await readContent(path, "private")).ledger;
}

/** Whether a file has an entry of a migration's result, in our format or the predecessor's, even a damaged one. */
export async function holdsResult(path: string): Promise<boolean> {
  const content = await readJson(path).catch(() => undefined);
  if (content === undefined) return false;
  if ("chainId" in content) return ["base", "dao", "test", "others"].some((key) => key in content);
  try {
    const asked = { network: "private", arcVersion: whichRelease(undefined) } as const;
    return legacyEntries(content, path, asked).length > 0;
  } catch {
    return false;
  }
}

async function readContent(
  path: string,
  network: NetworkName,
  arcVersion?: string,
): Promise<{ readonly ledger: Ledger; readonly isPredecessors: boolean }> {
  const content = await readJson(path);
  if (content === undefined) return { ledger: EMPTY, isPredecessors: false };
  if (!("chainId" in content)) {
    const others = legacyEntries(content, path, { network, arcVersion: whichRelease(arcVersion) });
    return { ledger: { top: undefined, others }, isPredecessors: true };
  }
  requireShape(path, content);
  const { others = [], ...top } = content as unknown as MigrationResult;
  return { ledger: { top, others }, isPredecessors: false };
}

/** Someone may have edited the file, so its values are checked before they are used. */
function requireShape(path: string, content: Readonly<Record<string, unknown>>): void {
  const problem = problemIn(content, readSchema("migration.schema.json"));
  if (problem === undefined) return;
  throw new MigrationError(
    `${path} is not a valid result: ${problem.path}: ${problem.message}. ` +
      "Correct it, move it away, or name another file with --result.",
  );
}

/** How long a writer waits for others, in milliseconds. Each takes only a few. */
const PATIENCE = 10_000;

/** Locks a result file: only one process at a time may read it, add to it and replace it. */
export async function writing(path: string): Promise<Unlock> {
  const guarded = {
    what: `The result file ${path}`,
    holder: "another program that is writing it",
    instead: "pass another file with --output",
  };
  return await lock(`${await targetOf(path)}.writing`, guarded, PATIENCE);
}

/**
 * Removes a chain that has ended from a result file. The newest other entry becomes the top; a file without entries is
 * deleted. A file in the predecessor's format is left alone.
 */
export async function forgetChain(path: string, chain: ChainIdentity): Promise<void> {
  // A file that could not be written cannot be locked either.
  if ((await readEntries(path, chain)).length === 0) return;
  const unlock = await writing(path);
  try {
    const { ledger, isPredecessors } = await readContent(path, chain.name);
    const ended = new Set(entriesOf(ledger, chain));
    if (isPredecessors || ended.size === 0) return;
    const [top, ...others] = newestFirst(ledger).filter((entry) => !ended.has(entry));
    if (top === undefined) return await rm(path);
    const { replaced: _replaced, ...first } = top;
    const left: MigrationResult = {
      ...first,
      others: others.length > 0 ? others.reverse() : undefined,
    };
    await writeWhole(path, `${JSON.stringify(left, null, 2)}\n`);
  } finally {
    await unlock();
  }
}

/** Copies a file, unless the copy exists. */
async function keep(path: string, aside: string): Promise<void> {
  // Written atomically, because half a copy would count as complete after a kill.
  if (!existsSync(aside)) await writeWhole(aside, await readRegular(path));
}

const ADVICE = "Pass another file with --result, or move that one away.";

async function readJson(path: string): Promise<Record<string, unknown> | undefined> {
  const content = await readGivenJson(path, "The result file", ADVICE).catch(ifAbsent);
  if (content === undefined || isObject(content)) return content;
  throw new MigrationError(
    `${path} should contain a migration's result, an object with the sections base, dao and test. ${ADVICE}`,
  );
}
