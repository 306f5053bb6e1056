import type { Silence } from "../../operations/check/report/report.js";
import { isNotRead } from "../../engine/inspect/reading/attempt.js";
import type { Inspection } from "../../engine/inspect/description.js";
import { makeReport, type DaoReport } from "../../output/report/make-report.js";
import { checkInspected } from "../../operations/run/compared.js";
import { readDao } from "../../operations/run/find-dao.js";
import type { ParametersSource } from "../../operations/run/parameters-source.js";
import type { Simulation } from "../../operations/simulate/simulation.js";
import { UsageError } from "../../foundation/support/errors.js";
import type { ReadingInputs } from "./reading.js";
import { readSimulations, simulatePending } from "./simulating.js";

/** Which DAO to report on, and what to compare it with. */
interface ReportedDao extends ReadingInputs {
  /** Absent: no comparison. */
  readonly params?: ParametersSource;
  readonly arcVersion?: string;
  readonly customAbis?: string;
  readonly silenced?: readonly Silence[];
  /** Pass every pending proposal on a fork, and report what it does. */
  readonly simulate?: boolean;
  /** Existing simulations to report instead, or files with them. */
  readonly simulations?: readonly (string | Simulation)[];
}

/** Reads a DAO and describes it as a page. */
export async function reportDao(inputs: ReportedDao): Promise<DaoReport> {
  const given = await readSimulations(inputs.simulations ?? []);
  const read = await readDao(inputs);
  const { inspection } = read;
  requireSimulationsOf(inspection, given);
  const check = inputs.params === undefined ? undefined : await checkInspected(inputs, read);
  const isSimulated = inputs.simulate === true && !isNotRead(inspection.proposals);
  const simulations = isSimulated ? await simulatePending(inputs, inspection) : given;
  return await makeReport({ ...inputs, ...read, check, simulations });
}

function requireSimulationsOf(inspection: Inspection, simulations: readonly Simulation[]): void {
  const other = simulations.find(
    ({ avatar, chainId }) => avatar !== inspection.avatar.address || chainId !== inspection.chainId,
  );
  if (other === undefined) return;
  throw new UsageError(
    `A simulation is of the DAO ${other.avatar} on chain ${other.chainId}, but the report is of ` +
      `${inspection.avatar.address} on chain ${inspection.chainId}. Pass simulations of the same DAO.`,
  );
}
