import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { defaultCacheDir } from "../../support/user-folders.js";
import { builtFile } from "../../support/package.js";
import { SealedFolder, type SealedLimits } from "../../support/sealed-folder.js";
import type { TestChainOptions } from "../options.js";
import { inputsOf, isDefault } from "./inputs.js";
import { packRecording, unpackRecording, type Recording } from "./recording.js";

const FOLDER = "test-chains-1";
const MIB = 1024 * 1024;
const DAY = 24 * 60 * 60 * 1000;
/** A recording has 100 KB, so there is room for hundreds. */
const LIMITS: SealedLimits = { file: 16 * MIB, bytes: 64 * MIB, age: 30 * DAY };

const PACKAGED = "test-chain/recording.bin";
const CODE = "test-chain/code.txt";

/** Where to store recordings of chains with options. */
export interface RecordingsPlace {
  readonly cacheDir?: string;
  readonly stateDir?: string;
  /** A hash of this package's code, because other code may migrate differently. */
  readonly code?: string;
}

export interface Found {
  readonly recording?: Recording;
  /** Saves the recording of a chain that had none. */
  readonly keep?: (recording: Recording) => Promise<void>;
}

/**
 * Finds the recording of a test chain. The package contains the one of the chain with default options. The others are
 * in the user's cache folder, keyed by all inputs, and are made when such a chain is first opened. When run from its
 * sources, this package has no recordings, because the code may change at any time.
 * @param options with the final `params`; undefined for the packaged example
 */
export async function findRecording(
  options: TestChainOptions,
  { code, cacheDir = defaultCacheDir(), stateDir }: RecordingsPlace,
): Promise<Found> {
  if (code === undefined && isDefault(options)) {
    return { recording: await unpacked(await readBuilt(PACKAGED)) };
  }
  // Undefined if there is no hash of the code, or if the inputs are wrong, which the migration reports.
  const keyOf = async (): Promise<string | undefined> => {
    const hash = code ?? (await readBuilt(CODE))?.toString("utf8");
    return hash === undefined ? undefined : await inputsOf(options, hash).catch(() => undefined);
  };
  const key = await keyOf();
  const folder = key && (await SealedFolder.open(join(cacheDir, FOLDER), LIMITS, stateDir));
  if (!key || !folder) return {};
  const recording = await unpacked(await folder.read(key));
  if (recording !== undefined) return { recording };
  return {
    keep: async (made) => {
      // Files may have changed in the meantime.
      if ((await keyOf()) === key) await folder.write(key, await packRecording(made, 3));
    },
  };
}

async function readBuilt(name: string): Promise<Buffer | undefined> {
  const path = builtFile(name);
  return path === undefined ? undefined : await readFile(path).catch(() => undefined);
}

async function unpacked(bytes: Buffer | undefined): Promise<Recording | undefined> {
  const recording = bytes && (await unpackRecording(bytes).catch(() => undefined));
  return Date.now() / 1000 < (recording?.until ?? Infinity) ? recording : undefined;
}
