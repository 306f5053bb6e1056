import { readFile } from "node:fs/promises";
import { resolve } from "node:path";

import {
  draftOfFlags,
  parseDraft,
  readDraft,
  type Draft,
  type DraftFlags,
  type DraftInput,
} from "../simulate/drafts/draft.js";
import { parseSimulation, parseSimulations } from "../simulate/report/seal.js";
import type { Simulation } from "../simulate/simulation.js";
import {
  parseExpectations,
  readExpectations,
  type Expectations,
} from "../simulate/verdicts/expectations.js";
import { MigrationError, UsageError } from "../support/errors.js";
import { typed } from "../support/secrets.js";

/** Options that choose what to simulate. */
interface SimulateFlags extends DraftFlags {
  /** Paths. */
  readonly file?: string;
  readonly description?: string;
  readonly expect?: string | Expectations;
  readonly verify?: string;
  /** In the library, instead of a file. */
  readonly draft?: DraftInput;
  readonly descriptionText?: Uint8Array;
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
  const { file, description, expect, verify, draft } = flags;
  const descriptionText =
    description === undefined ? flags.descriptionText : await read("--description", description);
  const ofFlags = draft === undefined ? draftOfFlags(flags) : parseDraft(draft, "draft");
  if (file !== undefined && ofFlags !== undefined) {
    throw new UsageError("--file and other flags both describe a proposal. Omit one or the other.");
  }
  return {
    draft: file === undefined ? ofFlags : await readDraft(resolve(file)),
    descriptionText,
    expect:
      typeof expect === "string"
        ? await readExpectations(resolve(expect))
        : expect && parseExpectations(expect, "expect"),
    verify:
      verify === undefined
        ? undefined
        : parseSimulation((await read("--verify", verify)).toString("utf8")),
  };
}

/**
 * Reads simulations that `simulate --json` printed.
 * @param given files with one simulation or a list of them; simulations stay as they are
 * @throws UsageError for other contents; MigrationError for a file that cannot be read or was changed
 */
export async function readSimulations(
  given: readonly (string | Simulation)[],
): Promise<readonly Simulation[]> {
  const all = await Promise.all(
    given.map(async (path) => {
      if (typeof path !== "string") return [path];
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
