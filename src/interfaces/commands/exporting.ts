import { isSameAddress } from "../../foundation/chain/same-address.js";
import { readEntries } from "../../foundation/result/file.js";
import { entryOfDao, organizationWith } from "../../foundation/result/ledger.js";
import type { ContractResult, DaoResult } from "../../foundation/result/result.js";
import type { Inspection } from "../../engine/inspect/description.js";
import { readerOf } from "../../engine/inspect/reading/block-reader.js";
import { readReferredContracts } from "../../engine/inspect/schemes/referred-contracts.js";
import type { ListedContract } from "../../operations/export/stand-alone.js";
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
  const avatar = inspection.avatar.address;
  const entry = entryOfDao(await readEntries(inputs.output, chain), avatar);
  const dao: Partial<DaoResult> = (entry && organizationWith(entry, avatar)) ?? {};
  return await exportInspection(inspection, {
    listed: await readListed(inputs, inspection, dao.StandAloneContracts ?? []),
    network: chain.name,
    now,
    builds,
    custom: ownArtifacts(inspection.schemes, custom),
    openRelease: async (version) => await openArcRelease(version, { projectRoot, onFetch }),
  });
}

async function readListed(
  { provider, cacheDir, signal }: ExportInputs,
  inspection: Inspection,
  all: readonly ContractResult[],
): Promise<readonly ListedContract[]> {
  if (all.length === 0) return [];
  const { avatar, controller, token, reputation } = inspection;
  const reader = await readerOf(provider, inspection, { cacheDir, signal });
  const values = { listed: all.map(({ address }) => address) };
  const own = { avatar, controller, token: token.contract, reputation: reputation.contract };
  const found = await readReferredContracts(reader, own, avatar.address, { values });
  await reader.requireSameBlock();
  return all.map((each) => ({
    ...each,
    found: found.find(({ contract }) => isSameAddress(contract.address, each.address)),
  }));
}
