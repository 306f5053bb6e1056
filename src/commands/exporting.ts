import type { Artifact } from "../arc/artifact.js";
import { openArcRelease } from "../arc/open-release.js";
import { exportInspection } from "../export/export-dao.js";
import type { ExportReport } from "../export/report.js";
import { readCustomSchemes } from "../inspect/custom-schemes.js";
import { buildFiles } from "../run/build-files.js";
import { readDao } from "../run/find-dao.js";
import type { ReadingInputs } from "./reading.js";

/** Which DAO to write as a parameters file. */
export interface ExportInputs extends ReadingInputs {
  readonly now?: boolean;
  readonly customAbis?: string;
}

/** Reads a DAO from a chain, and describes it as a parameters file. */
export async function exportDao(inputs: ExportInputs): Promise<ExportReport> {
  const { provider, projectRoot, onNote: onFetch, now = false } = inputs;
  const builds = buildFiles(projectRoot, inputs.customAbis);
  const { inspection: read, chain } = await readDao(inputs);
  const isUnknown = read.schemes.some(
    ({ registered, contract }) => registered && contract.code === "unknown",
  );
  const custom = isUnknown ? await builds.all() : new Map();
  const { inspection, customCode } = isUnknown
    ? await readCustomSchemes(provider, read, custom, inputs)
    : { inspection: read, customCode: {} };
  return await exportInspection(inspection, {
    network: chain.name,
    now,
    builds,
    custom: buildsOf(customCode, custom),
    openRelease: async (version) => await openArcRelease(version, { projectRoot, onFetch }),
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
