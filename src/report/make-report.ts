import type { CheckReport } from "../check/report/report.js";
import type { Inspection } from "../inspect/description.js";
import { attempt, isNotRead } from "../inspect/reading/attempt.js";
import { readEntry } from "../result/file.js";
import { checkInspected, type CheckInputs } from "../run/check-inputs.js";
import { inspectInputs, type InspectedDao, type InspectInputs } from "../run/inspect-inputs.js";
import { simulatePending } from "../run/simulate-inputs.js";
import type { Simulation } from "../simulate/simulation.js";
import { UsageError } from "../support/errors.js";
import { packageVersion } from "../support/package.js";
import type { StandAloneContract } from "./creation/creation.js";
import { readCreation } from "./creation/read-creation.js";
import { pageOf } from "./page.js";

/** Which DAO to report on, and which parameters to compare it with. */
export interface ReportInputs extends InspectInputs, Omit<CheckInputs, "params"> {
  /** Absent: no comparison. */
  readonly params?: CheckInputs["params"];
  /** Pass every pending proposal on a fork, and report what it does. */
  readonly simulate?: boolean;
  /** Existing simulations to report instead. */
  readonly simulations?: readonly Simulation[];
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

/**
 * Reads a DAO and describes it as a page.
 * @throws UsageError for an invalid address, and for simulations of another DAO
 * @throws ParametersError with all mistakes in the parameters
 * @throws MigrationError if there is no DAO to read
 */
export async function makeReport(inputs: ReportInputs): Promise<DaoReport> {
  const { provider, params, signal, onProgress } = inputs;
  requireOneSource(inputs);
  const inspected = await inspectInputs(inputs);
  const { inspection, chain } = inspected;
  const standAlone = await standAloneOf(inputs.output, inspected);
  onProgress?.("Reading the transactions that created the DAO");
  const creation = await attempt(
    async () => await readCreation(provider, inspection, { standAlone, signal }),
  );
  const check =
    params === undefined ? undefined : await checkInspected({ ...inputs, params }, inspected);
  const simulations = await simulationsOf(inputs, inspection);
  const version = packageVersion();
  const facts = { inspection, network: chain, creation, check, standAlone, simulations, version };
  return {
    html: pageOf(facts),
    inspection,
    simulations,
    ...(check !== undefined && { check }),
  };
}

/** Before anything is read: a DAO with many events takes minutes. */
function requireOneSource({ simulate = false, simulations = [] }: ReportInputs): void {
  if (!simulate || simulations.length === 0) return;
  throw new UsageError(
    "--simulate runs simulations; --simulations takes existing ones. Omit one or the other.",
  );
}

async function simulationsOf(
  { simulate = false, simulations = [], ...inputs }: ReportInputs,
  inspection: Inspection,
): Promise<readonly Simulation[]> {
  const other = simulations.find(
    ({ avatar, chainId }) => avatar !== inspection.avatar.address || chainId !== inspection.chainId,
  );
  if (other !== undefined) {
    throw new UsageError(
      `A simulation is of the DAO ${other.avatar} on chain ${other.chainId}, but the report is of ` +
        `${inspection.avatar.address} on chain ${inspection.chainId}. Pass simulations of the same DAO.`,
    );
  }
  if (!simulate || isNotRead(inspection.proposals)) return simulations;
  return await simulatePending(inputs, inspection);
}

/** Contracts that were deployed with this DAO, according to the result file. */
async function standAloneOf(
  result: string,
  { inspection, chain }: InspectedDao,
): Promise<readonly StandAloneContract[]> {
  const dao = (await readEntry(result, chain))?.dao;
  if (dao?.Avatar.toLowerCase() !== inspection.avatar.address.toLowerCase()) return [];
  return dao.StandAloneContracts.map(({ name, alias, address }) => ({
    name: alias ?? name,
    address,
  }));
}
