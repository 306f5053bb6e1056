import { mkdir, readFile } from "node:fs/promises";
import { dirname } from "node:path";

import type { ArcRelease, Artifact } from "../arc/artifact.js";
import { MigrationError } from "../support/errors.js";
import { writeWhole } from "../support/write-file.js";
import { abiModule, abiName, MARK } from "./abi-module.js";
import { ABIS_ALONE, BOUND_CONTRACTS } from "./contracts.js";

export interface AbisOptions {
  readonly release: ArcRelease;
  /** The project's own contracts, by name. They come before those of the release. */
  readonly builds: ReadonlyMap<string, Artifact>;
  /** Names of contracts. Default: those that DAOs have, and all of `builds`. */
  readonly contracts?: readonly string[];
  /** Absolute path. A file that holds anything but ABIs of ours is refused. */
  readonly outFile: string;
}

/**
 * Writes the ABIs of a release as a TypeScript module of constants, for viem, wagmi and abitype.
 * @returns the names of the contracts
 * @throws ArcError for a contract that there is not
 * @throws MigrationError if the file is something else, or two contracts have one name
 */
export async function writeAbis(options: AbisOptions): Promise<readonly string[]> {
  const { release, builds, outFile } = options;
  const usual = [...BOUND_CONTRACTS, ...ABIS_ALONE].filter((name) => release.has(name));
  const names = options.contracts ?? [...usual, ...builds.keys()];
  const artifacts = [...new Set(names)]
    .sort()
    .map((name) => builds.get(name) ?? release.artifact(name));
  requireOneEach(artifacts);
  await requireOwn(outFile);
  await mkdir(dirname(outFile), { recursive: true });
  const text = abiModule(artifacts, (artifact) =>
    builds.get(artifact.contractName) === artifact ? "of this project" : `Arc ${release.version}`,
  );
  await writeWhole(outFile, text, { advice: "Pass another file with --out-file." });
  return artifacts.map(({ contractName }) => contractName);
}

function requireOneEach(artifacts: readonly Artifact[]): void {
  const known = new Map<string, string>();
  for (const { contractName } of artifacts) {
    const name = abiName(contractName);
    const other = known.get(name);
    if (other !== undefined) {
      throw new MigrationError(
        `${other} and ${contractName} would both be named ${name}. Choose the ones you need with --contracts.`,
      );
    }
    known.set(name, contractName);
  }
}

/** Refuses to replace what is not ours. */
async function requireOwn(file: string): Promise<void> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return MARK;
    throw new MigrationError(`${file} cannot be read: ${error.message}.`, { cause: error });
  });
  if (text === "" || text.startsWith(MARK)) return;
  throw new MigrationError(
    `${file} contains something other than ABIs, which would be lost. Choose another file with --out-file.`,
  );
}
