import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { defaultCacheDir } from "../../support/cache-folder.js";
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
 * Finds recordings of test chains. The package contains the one of the chain with default options. The others are in
 * the user's cache folder, keyed by all inputs, and are made when such a chain is first opened. When run from its
 * sources, this package has no recordings, because the code may change at any time.
 */
export class Recordings {
  readonly #place: RecordingsPlace;

  constructor(place: RecordingsPlace = {}) {
    this.#place = place;
  }

  /** @param options with the final `params`; undefined for the packaged example */
  async find(options: TestChainOptions): Promise<Found> {
    if (this.#place.code === undefined && isDefault(options)) {
      return { recording: await unpacked(await readBuilt(PACKAGED)) };
    }
    const key = await this.#keyOf(options);
    if (key === undefined) return {};
    const { cacheDir = defaultCacheDir(), stateDir } = this.#place;
    const folder = await SealedFolder.open(join(cacheDir, FOLDER), LIMITS, stateDir);
    if (folder === undefined) return {};
    const recording = await unpacked(await folder.read(key));
    if (recording !== undefined) return { recording };
    return {
      keep: async (made) => {
        // Files may have changed in the meantime.
        if ((await this.#keyOf(options)) !== key) return;
        await folder.write(key, await packRecording(made, 3));
      },
    };
  }

  /** Undefined if there is no hash of the code, or if the inputs are wrong, which the migration reports. */
  async #keyOf(options: TestChainOptions): Promise<string | undefined> {
    const code = this.#place.code ?? (await readBuilt(CODE))?.toString("utf8");
    return code === undefined ? undefined : await inputsOf(options, code).catch(() => undefined);
  }
}

async function readBuilt(name: string): Promise<Buffer | undefined> {
  const path = builtFile(name);
  return path === undefined ? undefined : await readFile(path).catch(() => undefined);
}

async function unpacked(bytes: Buffer | undefined): Promise<Recording | undefined> {
  const recording = bytes && (await unpackRecording(bytes).catch(() => undefined));
  return Date.now() / 1000 < (recording?.until ?? Infinity) ? recording : undefined;
}
