import { readFile } from "node:fs/promises";
import { resolve } from "node:path";

import { draftOfFlags, readDraft, type Draft, type DraftFlags } from "../simulate/drafts/draft.js";
import { parseSimulation, parseSimulations } from "../simulate/report/seal.js";
import type { Simulation } from "../simulate/simulation.js";
import { readExpectations, type Expectations } from "../simulate/verdicts/expectations.js";
import { MigrationError, UsageError } from "../support/errors.js";
import { typed } from "../support/secrets.js";

/** Flags that choose what to simulate; the same for commands and tasks. */
export interface SimulateFlags extends DraftFlags {
  /** Paths. */
  readonly file?: string;
  readonly description?: string;
  readonly expect?: string;
  readonly verify?: string;
}

interface SimulateFiles {
  readonly draft?: Draft;
  readonly descriptionText?: Uint8Array;
  readonly expect?: Expectations;
  readonly verify?: Simulation;
}

/**
 * Reads the files that flags name, and combines the flags of a proposal.
 * @throws UsageError for contradictory flags, and for files with unexpected contents
 */
export async function simulateFiles(flags: SimulateFlags): Promise<SimulateFiles> {
  const { file, description, expect, verify } = flags;
  const described =
    description === undefined ? undefined : await read("--description", description);
  const ofFlags = draftOfFlags(flags);
  if (file !== undefined && ofFlags !== undefined) {
    throw new UsageError("--file and other flags both describe a proposal. Omit one or the other.");
  }
  return {
    draft: file === undefined ? ofFlags : await readDraft(resolve(file)),
    descriptionText: described,
    expect: expect === undefined ? undefined : await readExpectations(resolve(expect)),
    verify:
      verify === undefined
        ? undefined
        : parseSimulation((await read("--verify", verify)).toString("utf8")),
  };
}

/**
 * Reads simulations that `simulate --json` printed.
 * @param paths files with one simulation or a list of them
 * @throws UsageError for other contents; MigrationError for a file that cannot be read or was changed
 */
export async function readSimulations(paths: readonly string[]): Promise<readonly Simulation[]> {
  const all = await Promise.all(
    paths.map(async (path) => {
      const text = await read("--simulations", path);
      return parseSimulations(text.toString("utf8"), `The file ${typed(path)}`);
    }),
  );
  return all.flat();
}

async function read(flag: string, path: string): Promise<Buffer> {
  try {
    return await readFile(resolve(path));
  } catch (cause) {
    throw new MigrationError(
      `The file for ${flag}, ${typed(path)}, cannot be read. Check its name.`,
      { cause },
    );
  }
}
