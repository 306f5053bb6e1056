import { readdir } from "node:fs/promises";
import { join, resolve } from "node:path";

import { readArtifactFile } from "../arc/artifact-file.js";
import type { Artifact } from "../arc/artifact.js";
import { openArcRelease } from "../arc/open-release.js";
import { exportInspection } from "../export/export-dao.js";
import type { ExportReport } from "../export/report.js";
import { readCustomSchemes } from "../inspect/custom-schemes.js";
import { MigrationError } from "../support/errors.js";
import { DEFAULTS } from "./defaults.js";
import { inspectInputs, type InspectInputs } from "./inspect-inputs.js";

/** Which DAO is written as a parameters file. */
export interface ExportInputs extends InspectInputs {
  /** Today's holders in place of the founders as founded. */
  readonly now?: boolean | undefined;
  /** Folder of build files of contracts that are not Arc's. */
  readonly customAbis?: string | undefined;
  /** Relative paths and an installed `@daostack/arc` are looked up here. */
  readonly projectRoot: string;
  /** Told what takes long. */
  readonly onNote?: ((message: string) => void) | undefined;
}

/**
 * Reads a DAO from a chain and puts it in the words of a parameters file.
 * @throws UsageError for an address that is none
 * @throws MigrationError where there is no DAO to read, or no file could make an equal one
 */
export async function exportInputs(inputs: ExportInputs): Promise<ExportReport> {
  const { provider, projectRoot, onNote, now = false } = inputs;
  const folder = resolve(projectRoot, inputs.customAbis ?? DEFAULTS.customAbis);
  const isNamed = inputs.customAbis !== undefined && inputs.customAbis !== DEFAULTS.customAbis;
  const builds = isNamed ? await readBuilds(folder) : undefined;
  const { inspection: read, chain } = await inspectInputs(inputs);
  const isUnknown = read.schemes.some(
    ({ registered, contract }) => registered && contract.code === "unknown",
  );
  const custom = isUnknown ? (builds ?? (await readBuilds(folder, true))) : new Map();
  const { inspection, customCode } = isUnknown
    ? await readCustomSchemes(provider, read, custom, inputs)
    : { inspection: read, customCode: {} };
  return await exportInspection(inspection, {
    network: chain.name,
    now,
    customAbis: folder,
    custom: buildsOf(customCode, custom),
    openRelease: async (version) =>
      await openArcRelease(version, { projectRoot, onFetch: (message) => onNote?.(message) }),
  });
}

/** @param mayBeMissing the usual folder need not exist; one that was named does */
async function readBuilds(
  folder: string,
  mayBeMissing = false,
): Promise<ReadonlyMap<string, Artifact>> {
  const files = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (mayBeMissing && error.code === "ENOENT") return [];
    throw new MigrationError(
      `There is no folder ${folder} with build files (--custom-abis, customAbis). Name one that exists, or leave it out.`,
      { cause: error },
    );
  });
  const builds = new Map<string, Artifact>();
  for (const file of files.filter((each) => each.endsWith(".json")).sort()) {
    // A file refers to a build by the file's name.
    const contractName = file.slice(0, -".json".length);
    builds.set(contractName, { ...(await readArtifactFile(join(folder, file))), contractName });
  }
  return builds;
}

function buildsOf(
  customCode: Readonly<Record<string, readonly string[]>>,
  custom: ReadonlyMap<string, Artifact>,
): ReadonlyMap<string, Artifact> {
  return new Map(
    Object.entries(customCode).flatMap(([address, [name = ""]]) => {
      const build = custom.get(name);
      return build === undefined ? [] : [[address, build] as const];
    }),
  );
}
