import { access } from "node:fs/promises";
import { join } from "node:path";

import { ConstructorFragment, FunctionFragment } from "ethers";

import { signature } from "../../arc/abi.js";
import { readArtifactFile } from "../../arc/artifact-file.js";
import type { AbiEntry, ArcRelease, Artifact } from "../../arc/artifact.js";
import { withoutMetadata } from "../../arc/code.js";
import { MigrationError } from "../../support/errors.js";
import { Described } from "../file/issues.js";
import type { Place } from "../file/place.js";
import type { ContractSource } from "../parameters.js";
import type { ParametersContext } from "./resolution.js";

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
}

/** `Wallet of Arc 0.0.1-rc.57`, for messages. */
export function describedContract({ source, release }: FoundContract): string {
  return `${source.name} of ${release === undefined ? "custom-abis" : `Arc ${release.version}`}`;
}

/** Finds artifacts in Arc releases and in custom-abis; opens or reads each only once. */
export class ContractFinder {
  /** Opened releases, by full version. */
  readonly releases = new Map<string, ArcRelease>();
  /** Build files, by contract name. */
  readonly custom = new Map<string, Artifact>();
  readonly #context: Pick<ParametersContext, "openRelease" | "customAbis">;

  constructor(context: Pick<ParametersContext, "openRelease" | "customAbis">) {
    this.#context = context;
  }

  /** @throws MigrationError if there is no such release */
  async open(version: string): Promise<ArcRelease> {
    const release = await this.#context.openRelease(version);
    this.releases.set(release.version, release);
    return release;
  }

  /** Like `open`, for a version from the file: undefined if there is no such release, which is reported. */
  async release(version: string, place: Place): Promise<ArcRelease | undefined> {
    return await reporting(place, "an available release of Arc", () => this.open(version), version);
  }

  /**
   * Finds the contract of a stand-alone contract or custom scheme. Without `fromArc`, it is the one in custom-abis if
   * there is one, otherwise Arc's.
   * @param release the DAO's release
   * @param element where it is requested
   */
  async find(
    requested: WantedContract,
    release: ArcRelease | undefined,
    element: Place,
  ): Promise<FoundContract | undefined> {
    const { name, fromArc, arcVersion } = requested;
    if (!(fromArc ?? !(await this.#isCustom(name)))) {
      const found = await this.#fromFolder(requested, element);
      if (found !== undefined) refuseReplaced(found, requested, release, element);
      return found;
    }
    const own =
      arcVersion === undefined ? release : await this.release(arcVersion, element.at("arcVersion"));
    if (own === undefined) return undefined;
    const place = element.at("name");
    const others = fromArc === undefined ? `, or a build file ${name}.json in custom-abis` : "";
    const wanted = `a contract of Arc ${own.version}${others}`;
    const artifact = await reporting(place, wanted, () => own.artifact(name), name);
    if (artifact === undefined) return undefined;
    const source = { name, fromArc: true, arcVersion: arcVersion && own.version };
    return { source, artifact, release: own };
  }

  async #isCustom(name: string): Promise<boolean> {
    const { customAbis } = this.#context;
    if (customAbis === undefined) return false;
    return await access(join(customAbis, `${name}.json`)).then(
      () => true,
      () => false,
    );
  }

  async #fromFolder(
    { name, arcVersion }: WantedContract,
    element: Place,
  ): Promise<FoundContract | undefined> {
    const { customAbis } = this.#context;
    const place = element.at("name");
    if (arcVersion !== undefined) {
      const message = "a contract from custom-abis has no release";
      element.at("arcVersion").warn("no arcVersion, or fromArc: true", message);
    }
    if (customAbis === undefined) {
      const wanted = `a folder custom-abis with ${name}.json`;
      place.error(wanted, "no folder custom-abis is configured", name);
      return undefined;
    }
    const file = join(customAbis, `${name}.json`);
    const read = () => this.#read(name, file);
    const artifact = await reporting(place, `a build file ${file}`, read, name);
    return artifact && { source: { name, fromArc: false }, artifact };
  }

  async #read(name: string, file: string): Promise<Artifact> {
    const artifact = this.custom.get(name) ?? (await readArtifactFile(file));
    for (const [i, entry] of artifact.abi.entries()) assertReadable(entry, `${file}: abi[${i}]`);
    this.custom.set(name, artifact);
    return artifact;
  }
}

/** What `find` returns; undefined if it throws a MigrationError, which is reported. */
async function reporting<Found>(
  place: Place,
  wanted: string,
  find: () => Found | Promise<Found>,
  name: string,
): Promise<Found | undefined> {
  try {
    return await find();
  } catch (error) {
    if (!(error instanceof MigrationError)) throw error;
    place.error(wanted, error.message, name);
    return undefined;
  }
}

/**
 * Reports a build file that would replace a contract of Arc's by accident, since Arc's code is pinned and the file's
 * is not.
 */
function refuseReplaced(
  { artifact }: FoundContract,
  { name, fromArc }: WantedContract,
  release: ArcRelease | undefined,
  element: Place,
): void {
  if (fromArc !== undefined || release?.has(name) !== true) return;
  const pinned = release.artifact(name);
  if (withoutMetadata(artifact.bytecode) === withoutMetadata(pinned.bytecode)) return;
  element
    .at("name")
    .error(
      "fromArc: true for Arc's contract, or fromArc: false for the one of custom-abis",
      `Arc ${release.version} has a ${name}, and ${name}.json in custom-abis is a different contract`,
      name,
    );
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

/** Reports a contract without code of its own, or that cannot be deployed without constructor arguments. */
export function checkDeployable(
  contract: FoundContract,
  element: Place,
  takesArguments: boolean,
): void {
  const { artifact } = contract;
  const described = describedContract(contract);
  const place = element.at("name");
  if (artifact.bytecode === "0x") {
    const found = new Described("an interface or abstract contract");
    place.error("a contract with bytecode", `${described} has no bytecode to deploy`, found);
  }
  const entry = artifact.abi.find(({ type }) => type === "constructor");
  if (takesArguments || entry?.inputs === undefined || entry.inputs.length === 0) return;
  const found = new Described(signature(entry));
  place.error("a constructor without arguments", `${described} needs constructor arguments`, found);
}
