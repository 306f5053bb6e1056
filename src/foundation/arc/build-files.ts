import { access, readdir } from "node:fs/promises";
import { basename, dirname, join, sep } from "node:path";

import { MigrationError } from "../support/errors.js";
import { madeOnce } from "../support/once.js";
import { shownPath } from "../support/shown-path.js";
import { ArcError } from "./arc-error.js";
import { readArtifactFile } from "./artifact-file.js";
import type { Artifact } from "./artifact.js";
import { withoutMetadata } from "./code.js";
import { requireCurrent, type ReadSource } from "./current-build.js";
import { DEFAULTS } from "../support/defaults.js";

/** Folders with the build files of contracts that are not Arc's. Either may be missing. */
export interface BuildFolders {
  /** One `<Name>.json` for each contract, of any compiler. */
  readonly customAbis?: string;
  /** What a Hardhat project has compiled: `<source>.sol/<Name>.json`. */
  readonly artifacts?: string;
  /** Compiles what changed, before artifacts are read. Absent where Hardhat has done so, as before tests. */
  readonly compile?: () => Promise<void>;
  /** The project's folder, where Hardhat may not have compiled what changed, as with `test --no-compile`: that is refused. */
  readonly uncompiled?: string;
  readonly readSource?: ReadSource;
}

export interface FoundBuild {
  readonly artifact: Artifact;
  readonly file: string;
  readonly origin: "the project" | typeof DEFAULTS.customAbis;
}

/**
 * Contracts that are not Arc's: those that a Hardhat project has compiled, and those in custom-abis. Compiles once, and
 * reads each file once.
 */
export class BuildFiles {
  readonly #folders: BuildFolders;
  /** By file, and by the one that it is linked as: readers of a DAO ask for all after each transaction of a simulation. */
  readonly #artifacts = new Map<string, Promise<Artifact>>();
  #compiled?: Promise<readonly Compiled[]>;

  constructor(folders: BuildFolders) {
    this.#folders = folders;
  }

  /**
   * Finds a contract: in the project's artifacts first, because they are what its sources say now, then in custom-abis,
   * which may also have the addresses of its libraries.
   * @param name `MyScheme`, or fully qualified `contracts/MyScheme.sol:MyScheme`, which only artifacts have
   * @throws MigrationError if several artifacts have the name, if its source has changed since, or if custom-abis has
   * another contract of that name
   * @throws ArcError for a file that is not a build file
   */
  async find(name: string): Promise<FoundBuild | undefined> {
    const compiled = (await this.#listCompiled()).filter((each) =>
      [each.name, each.source].includes(name),
    );
    if (compiled.length > 1) {
      const sources = compiled.map(({ source }) => source).join(", ");
      throw new MigrationError(
        `The project has several contracts ${name}: ${sources}. Write the one that you mean, with its source.`,
      );
    }
    const file = await this.#inCustomAbis(name);
    await this.#requireCurrent(compiled);
    const custom = file === undefined ? undefined : await this.#build(file, DEFAULTS.customAbis);
    const own = compiled[0] && (await this.#build(compiled[0].file, "the project", custom));
    if (own !== undefined && custom !== undefined && !areEqual(own.artifact, custom.artifact)) {
      throw new MigrationError(
        `${shownPath(own.file)} and ${shownPath(custom.file)} are different contracts. ` +
          "Remove the second if the project compiles it, or write the first with its source, as in contracts/A.sol:A.",
      );
    }
    return own ?? custom;
  }

  /** The names of all, of those that the project compiles also with their sources. */
  async names(): Promise<readonly string[]> {
    const custom = (await this.#customFiles()).map((file) => basename(file, ".json"));
    const compiled = await this.#listCompiled();
    return [...custom, ...compiled.flatMap(({ name, source }) => [name, source])];
  }

  /**
   * Those of custom-abis, by file name.
   * @throws ArcError for a file that is not a build file
   */
  async custom(): Promise<Map<string, Artifact>> {
    const builds = new Map<string, Artifact>();
    for (const file of await this.#customFiles()) {
      // Parameters refer to a build by its file name.
      const contractName = basename(file, ".json");
      builds.set(contractName, { ...(await this.#read(file)), contractName });
    }
    return builds;
  }

  /**
   * Every contract, to recognize code on a chain. Where custom-abis has another contract of a name, the compiled one is
   * listed with its source.
   * @throws ArcError for a file of custom-abis that is not a build file
   */
  async all(): Promise<ReadonlyMap<string, Artifact>> {
    const builds = await this.custom();
    for (const { name, source, file } of await this.#listCompiled()) {
      // A project's other contracts may need libraries, which says nothing about a DAO.
      const artifact = await this.#read(file).catch(unlessUnreadable);
      if (artifact === undefined || artifact.deployedBytecode === "0x") continue;
      const known = builds.get(name);
      builds.set(known === undefined || areEqual(known, artifact) ? name : source, artifact);
    }
    return builds;
  }

  /**
   * The files of custom-abis, and those of compiled contracts that a text names: what a migration may use.
   * @param text parameters, as JSON
   */
  async files(text: string): Promise<readonly string[]> {
    const compiled = await this.#listCompiled();
    const named = compiled.filter(({ name }) => text.includes(name));
    await this.#requireCurrent(named);
    return [...(await this.#customFiles()), ...named.map(({ file }) => file)];
  }

  async #requireCurrent(compiled: readonly Compiled[]): Promise<void> {
    const { uncompiled, artifacts, readSource } = this.#folders;
    if (uncompiled === undefined || artifacts === undefined) return;
    for (const { file } of compiled) await requireCurrent(uncompiled, artifacts, file, readSource);
  }

  async #build(
    file: string,
    origin: FoundBuild["origin"],
    linked?: FoundBuild,
  ): Promise<FoundBuild> {
    return { artifact: await this.#read(file, linked), file, origin };
  }

  async #read(file: string, linked?: FoundBuild): Promise<Artifact> {
    const key = `${file} ${linked?.file}`;
    const read = async () => await readArtifactFile(file, linked?.artifact);
    return await madeOnce(this.#artifacts, key, read);
  }

  async #customFiles(): Promise<readonly string[]> {
    const { customAbis } = this.#folders;
    if (customAbis === undefined) return [];
    const names = await readdir(customAbis).catch(noFolder);
    return names
      .filter((name) => name.endsWith(".json"))
      .sort()
      .map((name) => join(customAbis, name));
  }

  async #listCompiled(): Promise<readonly Compiled[]> {
    const { artifacts, compile } = this.#folders;
    this.#compiled ??= Promise.resolve(compile?.()).then(async () => await listCompiled(artifacts));
    return await this.#compiled;
  }

  async #inCustomAbis(name: string): Promise<string | undefined> {
    const { customAbis } = this.#folders;
    if (customAbis === undefined || name.includes(":")) return undefined;
    const file = join(customAbis, `${name}.json`);
    return await access(file).then(
      () => file,
      () => undefined,
    );
  }
}

interface Compiled {
  readonly name: string;
  /** Its fully qualified name. */
  readonly source: string;
  readonly file: string;
}

/** The artifacts of a Hardhat project; folders named `artifacts` that are something else have none. */
async function listCompiled(folder: string | undefined): Promise<readonly Compiled[]> {
  if (folder === undefined) return [];
  const paths = await readdir(folder, { recursive: true }).catch(noFolder);
  return paths
    .filter((path) => path.endsWith(".json") && dirname(path).endsWith(".sol"))
    .sort()
    .map((path) => {
      const name = basename(path, ".json");
      return {
        name,
        source: `${dirname(path).split(sep).join("/")}:${name}`,
        file: join(folder, path),
      };
    });
}

/** Compilers append metadata, which differs although a contract does not. */
function areEqual(one: Artifact, other: Artifact): boolean {
  return withoutMetadata(one.bytecode) === withoutMetadata(other.bytecode);
}

function noFolder(error: NodeJS.ErrnoException): string[] {
  if (error.code === "ENOENT") return [];
  throw new ArcError(`A folder of build files cannot be read: ${error.message}.`, { cause: error });
}

function unlessUnreadable(error: unknown): undefined {
  if (!(error instanceof ArcError)) throw error;
}
