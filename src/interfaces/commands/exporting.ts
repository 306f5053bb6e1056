import { openArcRelease } from "../../foundation/arc/open-release.js";
import { exportInspection } from "../../operations/export/export-dao.js";
import type { ExportReport } from "../../operations/export/report.js";
import { customOf, ownArtifacts } from "../../engine/inspect/custom-schemes.js";
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
  const all = async () => await builds.all();
  const { inspection, chain } = await readDao({ ...inputs, builds: all });
  const custom = await customOf(inspection.schemes, all);
  return await exportInspection(inspection, {
    network: chain.name,
    now,
    builds,
    custom: ownArtifacts(inspection.schemes, custom),
    openRelease: async (version) => await openArcRelease(version, { projectRoot, onFetch }),
  });
}
