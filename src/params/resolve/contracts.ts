import { access } from "node:fs/promises";
import { join } from "node:path";

import { ConstructorFragment, FunctionFragment } from "ethers";

import { signature } from "../../arc/abi.js";
import { readArtifactFile } from "../../arc/artifact-file.js";
import type { AbiEntry, ArcRelease, Artifact } from "../../arc/artifact.js";
import { withoutMetadata } from "../../arc/code.js";
import { MigrationError } from "../../support/errors.js";
import type { IssueList, Path } from "../file/issues.js";
import { Described } from "../file/issues.js";
import type { ContractSource } from "../parameters.js";

/** What a stand-alone contract or custom scheme says about its source. */
export interface WantedContract {
  readonly name: string;
  readonly fromArc: boolean | undefined;
  readonly arcVersion: string | undefined;
}

export interface FoundContract {
  readonly source: ContractSource;
  readonly artifact: Artifact;
  /** Its Arc release; absent for a contract from custom-abis. */
  readonly release?: ArcRelease;
  /** `Wallet of Arc 0.0.1-rc.57`, for messages. */
  readonly described: string;
}

/** The name of an Arc contract; undefined for one from custom-abis. */
export function arcNameOf({
  artifact,
  release,
}: {
  readonly artifact: Artifact;
  readonly release?: ArcRelease;
}): string | undefined {
  return release === undefined ? undefined : artifact.contractName;
}

interface FinderOptions {
  readonly issues: IssueList;
  readonly openRelease: (version: string) => Promise<ArcRelease>;
  readonly customAbis: string | undefined;
}

/** Finds artifacts in Arc releases and in custom-abis; opens or reads each only once. */
export class ContractFinder {
  /** Opened releases, by full version. */
  readonly releases = new Map<string, ArcRelease>();
  /** Build files, by contract name. */
  readonly custom = new Map<string, Artifact>();
  readonly #options: FinderOptions;

  constructor(options: FinderOptions) {
    this.#options = options;
  }

  /** @throws MigrationError if there is no such release */
  async open(version: string): Promise<ArcRelease> {
    const release = await this.#options.openRelease(version);
    this.releases.set(release.version, release);
    return release;
  }

  /** Like `open`, for a version from the file: undefined if there is no such release, which is reported. */
  async release(version: string, path: Path): Promise<ArcRelease | undefined> {
    const wanted = "an available release of Arc";
    return await this.#reporting(path, version, wanted, () => this.open(version));
  }

  /**
   * Finds the contract of a stand-alone contract or custom scheme. Without `fromArc`, it is the one in custom-abis if
   * there is one, otherwise Arc's.
   * @param release the DAO's release
   * @param path of the element
   */
  async find(
    requested: WantedContract,
    release: ArcRelease | undefined,
    path: Path,
  ): Promise<FoundContract | undefined> {
    if (!(requested.fromArc ?? !(await this.#isCustom(requested.name)))) {
      const found = await this.#fromFolder(requested, path);
      if (found !== undefined) this.#refuseReplaced(found, requested, release, path);
      return found;
    }
    const { name, arcVersion } = requested;
    const own =
      arcVersion === undefined ? release : await this.release(arcVersion, [...path, "arcVersion"]);
    if (own === undefined) return undefined;
    const wanted =
      requested.fromArc === undefined
        ? `a contract of Arc ${own.version}, or a build file ${name}.json in custom-abis`
        : `a contract of Arc ${own.version}`;
    const artifact = await this.#reporting([...path, "name"], name, wanted, () =>
      own.artifact(name),
    );
    return (
      artifact && {
        source: {
          name,
          fromArc: true,
          ...(arcVersion !== undefined && { arcVersion: own.version }),
        },
        artifact,
        release: own,
        described: `${name} of Arc ${own.version}`,
      }
    );
  }

  /**
   * Reports a build file that would replace a contract of Arc's by accident, since Arc's code is pinned and the file's
   * is not.
   */
  #refuseReplaced(
    { artifact }: FoundContract,
    { name, fromArc }: WantedContract,
    release: ArcRelease | undefined,
    path: Path,
  ): void {
    if (fromArc !== undefined || release?.has(name) !== true) return;
    const pinned = release.artifact(name);
    if (withoutMetadata(artifact.bytecode) === withoutMetadata(pinned.bytecode)) return;
    this.#options.issues.error(
      [...path, "name"],
      name,
      "fromArc: true for Arc's contract, or fromArc: false for the one of custom-abis",
      `Arc ${release.version} has a ${name}, and ${name}.json in custom-abis is a different contract`,
    );
  }

  async #isCustom(name: string): Promise<boolean> {
    const { customAbis } = this.#options;
    if (customAbis === undefined) return false;
    return await access(join(customAbis, `${name}.json`)).then(
      () => true,
      () => false,
    );
  }

  async #fromFolder(
    { name, arcVersion }: WantedContract,
    path: Path,
  ): Promise<FoundContract | undefined> {
    const { issues, customAbis } = this.#options;
    if (arcVersion !== undefined) {
      const wanted = "no arcVersion, or fromArc: true";
      issues.warn(
        [...path, "arcVersion"],
        arcVersion,
        wanted,
        "a contract from custom-abis has no release",
      );
    }
    if (customAbis === undefined) {
      const wanted = `a folder custom-abis with ${name}.json`;
      issues.error([...path, "name"], name, wanted, "no folder custom-abis is configured");
      return undefined;
    }
    const file = join(customAbis, `${name}.json`);
    const artifact = await this.#reporting([...path, "name"], name, `a build file ${file}`, () =>
      this.#read(name, file),
    );
    return (
      artifact && {
        source: { name, fromArc: false },
        artifact,
        described: `${name} of custom-abis`,
      }
    );
  }

  async #read(name: string, file: string): Promise<Artifact> {
    const artifact = this.custom.get(name) ?? (await readArtifactFile(file));
    for (const [i, entry] of artifact.abi.entries()) assertReadable(entry, `${file}: abi[${i}]`);
    this.custom.set(name, artifact);
    return artifact;
  }

  async #reporting<T>(
    path: Path,
    found: string,
    wanted: string,
    find: () => T | Promise<T>,
  ): Promise<T | undefined> {
    try {
      return await find();
    } catch (error) {
      if (!(error instanceof MigrationError)) throw error;
      this.#options.issues.error(path, found, wanted, error.message);
      return undefined;
    }
  }
}

function assertReadable(entry: AbiEntry, place: string): void {
  try {
    if (entry.type === "function") {
      FunctionFragment.from(entry);
    } else if (entry.type === "constructor") {
      ConstructorFragment.from(entry);
    }
  } catch {
    throw new MigrationError(`${place} is not an ABI entry.`);
  }
}

/** Reports a contract that cannot be deployed without constructor arguments. */
export function checkDeployable(
  { artifact, described }: FoundContract,
  path: Path,
  issues: IssueList,
): void {
  checkBytecode({ artifact, described }, path, issues);
  const entry = artifact.abi.find(({ type }) => type === "constructor");
  if (entry?.inputs !== undefined && entry.inputs.length > 0) {
    const found = new Described(signature(entry));
    issues.error(
      [...path, "name"],
      found,
      "a constructor without arguments",
      `${described} needs constructor arguments`,
    );
  }
}

/** Reports a contract without code of its own. */
export function checkBytecode(
  { artifact, described }: Pick<FoundContract, "artifact" | "described">,
  path: Path,
  issues: IssueList,
): void {
  if (artifact.bytecode === "0x") {
    const found = new Described("an interface or abstract contract");
    issues.error(
      [...path, "name"],
      found,
      "a contract with bytecode",
      `${described} has no bytecode to deploy`,
    );
  }
}
