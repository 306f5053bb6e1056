import { ConstructorFragment, FunctionFragment } from "ethers";

import { signature } from "../../arc/abi.js";
import type { AbiEntry, ArcRelease, Artifact } from "../../arc/artifact.js";
import type { FoundBuild, BuildFiles } from "../../arc/build-files.js";
import { withoutMetadata } from "../../arc/code.js";
import { MigrationError } from "../../support/errors.js";
import { closest } from "../../support/nearest.js";
import { shownPath } from "../../support/shown-path.js";
import type { Place } from "../file/place.js";
import type { ContractSource } from "../parameters.js";
import { DEFAULTS } from "../../support/defaults.js";
import { Described } from "../file/issues.js";

/** Where contracts are found. */
export interface ContractOrigins {
  /** @throws MigrationError if there is no such release */
  openRelease(version: string): Promise<ArcRelease>;
  /** Contracts that are not Arc's. */
  readonly builds?: BuildFiles;
}

/** What a stand-alone contract or custom scheme says about its source. */
export interface WantedContract {
  readonly name: string;
  readonly fromArc: boolean | undefined;
  readonly arcVersion: string | undefined;
}

export interface FoundContract {
  readonly source: ContractSource;
  readonly artifact: Artifact;
  /** Its Arc release; absent for a contract that is not Arc's. */
  readonly release?: ArcRelease;
  /** The build of a contract that is not Arc's. */
  readonly build?: FoundBuild;
}

/** `Wallet of Arc 0.0.1-rc.57`, `Grants of the project` or `Grants of custom-abis`, for messages. */
export function describedContract({ source, release, build }: FoundContract): string {
  return `${source.name} of ${build?.origin ?? `Arc ${release?.version}`}`;
}

/** Finds artifacts in Arc releases, in what the project compiles, and in custom-abis; opens each release only once. */
export class ContractFinder {
  /** Opened releases, by full version. */
  readonly releases = new Map<string, ArcRelease>();
  /** Build files, by contract name. */
  readonly custom = new Map<string, Artifact>();
  readonly #context: ContractOrigins;

  constructor(context: ContractOrigins) {
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
   * Finds the contract of a stand-alone contract or custom scheme. Without `fromArc`, it is the one of the project or of
   * custom-abis if there is one, otherwise Arc's.
   * @param release the DAO's release
   * @param element where it is requested
   */
  async find(
    requested: WantedContract,
    release: ArcRelease | undefined,
    element: Place,
  ): Promise<FoundContract | undefined> {
    const { name, fromArc, arcVersion } = requested;
    const place = element.at("name");
    const own = `contract that the project compiles, or a build file ${name}.json in ${DEFAULTS.customAbis}`;
    if (fromArc !== true) {
      const search = () => this.#findBuild(name, fromArc === false || name.includes(":"));
      const build = await reporting(place, `a ${own}`, search, name);
      if (build === undefined) return undefined;
      if (build !== "none") return this.#own(build, requested, release, element);
    }
    const from =
      arcVersion === undefined ? release : await this.release(arcVersion, element.at("arcVersion"));
    if (from === undefined) return undefined;
    const wanted = `a contract of Arc ${from.version}${fromArc === undefined ? `, a ${own}` : ""}`;
    const search = async () => {
      if (fromArc !== true && !from.has(name)) await this.#refuseMisspelled(name);
      return from.artifact(name);
    };
    const artifact = await reporting(place, wanted, search, name);
    if (artifact === undefined) return undefined;
    const source = { name, fromArc: true, arcVersion: arcVersion && from.version };
    return { source, artifact, release: from };
  }

  /** @throws MigrationError if it cannot be read, or if it is needed and missing */
  async #findBuild(name: string, isNeeded: boolean): Promise<FoundBuild | "none"> {
    const build = await this.#context.builds?.find(name);
    if (build === undefined) {
      if (!isNeeded) return "none";
      await this.#refuseMisspelled(name);
      throw new MigrationError("there is no such contract");
    }
    const { artifact, file } = build;
    for (const [i, entry] of artifact.abi.entries()) assertReadable(entry, `${file}: abi[${i}]`);
    return build;
  }

  /** @throws MigrationError if the name of another contract was surely meant that is not Arc's */
  async #refuseMisspelled(name: string): Promise<void> {
    const meant = closest(name, (await this.#context.builds?.names()) ?? []);
    if (meant === undefined) return;
    throw new MigrationError(`there is no such contract (did you mean ${meant}?)`);
  }

  #own(
    build: FoundBuild,
    requested: WantedContract,
    release: ArcRelease | undefined,
    element: Place,
  ): FoundContract | undefined {
    if (requested.arcVersion !== undefined) {
      const message = "a contract that is not Arc's has no release";
      element.at("arcVersion").warn("no arcVersion, or fromArc: true", message);
    }
    // Results, steps and checks use the contract's name alone.
    const name = requested.name.split(":").at(-1) ?? "";
    const { artifact } = build;
    const known = this.custom.get(name);
    if (known !== undefined && known.bytecode !== artifact.bytecode) {
      const message = `the file has another ${name}`;
      return element.at("name").error("one contract of a name", message, requested.name);
    }
    this.custom.set(name, artifact);
    refuseReplaced(build, requested, release, element);
    return { source: { name, fromArc: false }, artifact, build };
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
    return place.error(wanted, error.message, name);
  }
}

/**
 * Reports a build file that would replace a contract of Arc's by accident, since Arc's code is pinned and the file's
 * is not.
 */
function refuseReplaced(
  { artifact, file }: FoundBuild,
  { name, fromArc }: WantedContract,
  release: ArcRelease | undefined,
  element: Place,
): void {
  if (fromArc !== undefined || release?.has(name) !== true) return;
  const pinned = release.artifact(name);
  if (withoutMetadata(artifact.bytecode) === withoutMetadata(pinned.bytecode)) return;
  const wanted = "fromArc: true for Arc's contract, or fromArc: false for the one of your own";
  const message = `Arc ${release.version} has a ${name}, and ${shownPath(file)} is a different contract`;
  element.at("name").error(wanted, message, name);
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

/**
 * Reports a contract without code of its own, or that cannot be deployed without constructor arguments.
 * @param otherwise what gives it constructor arguments; undefined if it gets them
 */
export function checkDeployable(
  contract: FoundContract,
  element: Place,
  otherwise: string | undefined,
): void {
  const { artifact } = contract;
  const described = describedContract(contract);
  const place = element.at("name");
  if (artifact.bytecode === "0x") {
    const found = new Described("an interface or abstract contract");
    place.error("a contract with bytecode", `${described} has no bytecode to deploy`, found);
  }
  const entry = artifact.abi.find(({ type }) => type === "constructor");
  if (otherwise === undefined || entry?.inputs === undefined || entry.inputs.length === 0) return;
  const found = new Described(signature(entry));
  const wanted = `a constructor without arguments, or ${otherwise}`;
  place.error(wanted, `${described} needs constructor arguments`, found);
}
