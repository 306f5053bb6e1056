import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";

import { DEFAULT_ARC_VERSION } from "../../foundation/arc/versions.js";
import { whichRelease } from "../../foundation/arc/which-release.js";
import { buildFiles } from "../../operations/run/build-files.js";
import { canonicalJson } from "../../foundation/support/canonical-json.js";
import { defaultCacheDir } from "../../foundation/support/user-folders.js";
import { builtFile } from "../../foundation/support/package.js";
import { SealedFolder, type SealedLimits } from "../../foundation/support/sealed-folder.js";
import { hardhatVersion } from "../connection.js";
import { DEFAULT_CHAIN_ID, networkToMigrate, type TestChainOptions } from "../options.js";
import type { Recording } from "./recording.js";
import { readRegular } from "../../foundation/support/read-regular.js";

const FOLDER = "test-chains-1";
const MIB = 1024 * 1024;
const DAY = 24 * 60 * 60 * 1000;
/** A recording has 500 KB, so there is room for hundreds. Unpacking it would take longer than reading it. */
const LIMITS: SealedLimits = { file: 64 * MIB, bytes: 256 * MIB, age: 30 * DAY };

const PACKAGED = "test-chain/recording.json";
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
    return { recording: parsed(readBuilt(PACKAGED)) };
  }
  // Undefined if there is no hash of the code, or if the inputs are wrong, which the migration reports.
  const keyOf = async (): Promise<string | undefined> => {
    const hash = code ?? readBuilt(CODE)?.toString("utf8");
    return hash === undefined ? undefined : await inputsOf(options, hash).catch(() => undefined);
  };
  const key = await keyOf();
  const folder = key && (await SealedFolder.open(join(cacheDir, FOLDER), LIMITS, stateDir));
  if (!key || !folder) return {};
  const recording = parsed(await folder.read(key));
  if (recording !== undefined) return { recording };
  return {
    keep: async (made) => {
      // Files may have changed in the meantime.
      if ((await keyOf()) === key) await folder.write(key, Buffer.from(JSON.stringify(made)));
    },
  };
}

function readBuilt(name: string): Buffer | undefined {
  const path = builtFile(name);
  return path === undefined ? undefined : readFileSync(path);
}

function parsed(text: Buffer | undefined): Recording | undefined {
  return text && (JSON.parse(text.toString("utf8")) as Recording);
}

/** Options that affect neither the migration nor its transactions. */
const HARMLESS: ReadonlySet<string> = new Set([
  "initialDate",
  "coinbase",
  "networkId",
  "throwOnCallFailures",
]);

/** Limit for the build files' total bytes. Reading more takes longer than a migration. */
const MOST_BYTES = 32 * 1024 * 1024;

/** Options of the network that matter, without those that have their default. */
function networkOf(options: TestChainOptions): readonly (readonly [string, unknown])[] {
  return Object.entries(networkToMigrate(options))
    .filter(([name, value]) => value !== undefined && !HARMLESS.has(name))
    .filter(([name, value]) => name !== "chainId" || value !== DEFAULT_CHAIN_ID)
    .sort();
}

/** Whether the package has a recording of this chain. */
function isDefault(options: TestChainOptions): boolean {
  const { params, demo = true } = options;
  const isPlain =
    params === undefined && demo && whichRelease(options.arcVersion) === DEFAULT_ARC_VERSION;
  return isPlain && networkOf(options).length === 0;
}

/**
 * Everything that determines what a migration does, as text: with the same inputs, two chains get the same
 * transactions. The text contains the accounts' secrets.
 * @param code a hash of this package's code
 * @returns undefined for a fork, whose state is not part of the inputs, or if there are too many build files
 */
export async function inputsOf(
  options: TestChainOptions,
  code: string,
): Promise<string | undefined> {
  const { demo = true, params, forking } = options;
  if (forking !== undefined) return undefined;
  const contents = typeof params === "string" ? await readRegular(params, "utf8") : params;
  const builds = await buildsOf(options, JSON.stringify(contents) ?? "");
  if (builds === undefined) return undefined;
  return canonicalJson({
    code: [code, hardhatVersion()],
    release: whichRelease(options.arcVersion),
    demo,
    params: typeof params === "string" ? [params, contents] : params,
    builds,
    network: networkOf(options),
  });
}

/** Hashes of the build files that the parameters may name; undefined if there are too many. */
async function buildsOf(
  { customAbis, projectRoot = process.cwd() }: TestChainOptions,
  params: string,
): Promise<readonly string[] | undefined> {
  const files = await buildFiles(projectRoot, customAbis).files(params);
  const builds = [];
  let bytes = 0;
  for (const path of files) {
    bytes += (await stat(path)).size;
    if (bytes > MOST_BYTES) return undefined;
    const hash = createHash("sha256").update(await readRegular(path));
    builds.push(`${path} ${hash.digest("hex")}`);
  }
  return builds;
}
