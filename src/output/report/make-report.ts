import { isSameAddress } from "../../foundation/chain/same-address.js";
import type { Eip1193Provider } from "../../foundation/chain/provider.js";
import type { CheckReport } from "../../operations/check/report/report.js";
import type { Inspection } from "../../engine/inspect/description.js";
import { attempt } from "../../engine/inspect/reading/attempt.js";
import { readEntries } from "../../foundation/result/file.js";
import { entryOfDao } from "../../foundation/result/ledger.js";
import type { InspectedDao } from "../../operations/run/find-dao.js";
import type { Simulation } from "../../operations/simulate/simulation.js";
import { packageVersion } from "../../foundation/support/package.js";
import { readCreation, type StandAloneContract } from "./read-creation.js";
import { pageOf } from "./page.js";

/** What to report on. */
export interface ReportInputs extends InspectedDao {
  readonly provider: Eip1193Provider;
  /** Path of the result file. */
  readonly output: string;
  /** Absent without parameters to compare the DAO with. */
  readonly check?: CheckReport;
  readonly simulations: readonly Simulation[];
  readonly signal?: AbortSignal;
  readonly onProgress?: (phrase: string) => void;
}

/** A report, and the data behind it. */
export interface DaoReport {
  /** One page that needs no other files and no network. */
  readonly html: string;
  readonly inspection: Inspection;
  /** Absent if no parameters were given. */
  readonly check?: CheckReport;
  /** The simulations on the page. */
  readonly simulations: readonly Simulation[];
}

/** Reads how a DAO was created, and describes it as a page. */
export async function makeReport(inputs: ReportInputs): Promise<DaoReport> {
  const { inspection, chain: network, check, simulations, provider, signal } = inputs;
  const standAlone = await standAloneOf(inputs);
  inputs.onProgress?.("Reading the transactions that created the DAO");
  const creation = await attempt(
    async () => await readCreation(provider, inspection, standAlone, signal),
  );
  const version = packageVersion();
  const facts = { inspection, network, creation, check, standAlone, simulations, version };
  return { html: pageOf(facts), inspection, check, simulations };
}

/** Contracts that were deployed with this DAO, according to the result file. */
async function standAloneOf({
  output,
  inspection,
  chain,
}: ReportInputs): Promise<readonly StandAloneContract[]> {
  const avatar = inspection.avatar.address;
  const dao = entryOfDao(await readEntries(output, chain), avatar)?.dao;
  if (dao === undefined || !isSameAddress(dao.Avatar, avatar)) return [];
  return dao.StandAloneContracts.map(({ name, alias, address }) => ({
    name: alias ?? name,
    address,
  }));
}
