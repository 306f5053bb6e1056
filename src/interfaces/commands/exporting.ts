import type { Artifact } from "../../foundation/arc/artifact.js";
import { openArcRelease } from "../../foundation/arc/open-release.js";
import { exportInspection } from "../../operations/export/export-dao.js";
import type { ExportReport } from "../../operations/export/report.js";
import { customOf } from "../../engine/inspect/custom-schemes.js";
import type { Inspection } from "../../engine/inspect/description.js";
import { buildFiles } from "../../operations/run/build-files.js";
import { readDao } from "../../operations/run/find-dao.js";
import type { ReadingInputs } from "./reading.js";

/** Which DAO to write as a parameters file. */
export interface ExportInputs extends ReadingInputs {
  readonly now?: boolean;
  readonly customAbis?: string;
}

/** Reads a DAO from a chain, and describes it as a parameters file. */
export async function exportDao(inputs: ExportInputs): Promise<ExportReport> {
  const { projectRoot, onNote: onFetch, now = false } = inputs;
  const builds = buildFiles(projectRoot, inputs.customAbis);
  const { inspection, chain } = await readDao({
    ...inputs,
    builds: async () => await builds.all(),
  });
  const custom = await customOf(inspection.schemes, async () => await builds.all());
  return await exportInspection(inspection, {
    network: chain.name,
    now,
    builds,
    custom: buildsOf(inspection, custom),
    openRelease: async (version) => await openArcRelease(version, { projectRoot, onFetch }),
  });
}

function buildsOf(
  { schemes }: Inspection,
  custom: ReadonlyMap<string, Artifact>,
): ReadonlyMap<string, Artifact> {
  return new Map(
    schemes.flatMap(({ contract: { address, ownName = "" } }) => {
      const build = custom.get(ownName);
      return build === undefined ? [] : [[address, build] as const];
    }),
  );
}
