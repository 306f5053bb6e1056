import { resolve } from "node:path";

import type { Artifact } from "../arc/artifact.js";
import { readBuilds } from "../arc/artifact-file.js";
import { openArcRelease } from "../arc/open-release.js";
import { exportInspection } from "../export/export-dao.js";
import type { ExportReport } from "../export/report.js";
import { readCustomSchemes } from "../inspect/custom-schemes.js";
import { DEFAULTS } from "./defaults.js";
import { inspectInputs, type InspectInputs } from "./inspect-inputs.js";

/** Which DAO to write as a parameters file. */
export interface ExportInputs extends InspectInputs {
  /** Lists today's holders as founders, instead of the original ones. */
  readonly now?: boolean;
  /** Folder of build files of contracts that are not Arc's. */
  readonly customAbis?: string;
  /** Base of relative paths and of an installed `@daostack/arc`. */
  readonly projectRoot: string;
  /** Called with what takes long. */
  readonly onNote?: (message: string) => void;
}

/**
 * Reads a DAO from a chain, and describes it as a parameters file.
 * @throws UsageError for an invalid address
 * @throws MigrationError if there is no DAO to read, or if no file can create an equal one
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
