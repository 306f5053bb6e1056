import type { Silence } from "../../operations/check/report/report.js";
import { isNotRead } from "../../engine/inspect/reading/attempt.js";
import type { Inspection } from "../../engine/inspect/description.js";
import type { PageFacts, StandAloneContract } from "../../output/report/facts.js";
import { pageOf } from "../../output/report/page.js";
import { checkInspected } from "../../operations/run/compared.js";
import { type InspectedDao, readDao } from "../../operations/run/find-dao.js";
import type { ParametersSource } from "../../foundation/params/which-parameters.js";
import type { Simulation } from "../../operations/simulate/simulation.js";
import { isSameAddress } from "../../foundation/chain/same-address.js";
import { readEntries } from "../../foundation/result/file.js";
import { entryOfDao } from "../../foundation/result/ledger.js";
import { UsageError } from "../../foundation/support/errors.js";
import { packageVersion } from "../../foundation/support/package.js";
import type { OptionsOf } from "./flag.js";
import type { flags } from "./flags.js";
import type { ReadingInputs } from "./reading.js";
import { readSimulations, simulatePending } from "./simulating.js";

interface ReportedDao
  extends
    ReadingInputs,
    OptionsOf<Pick<typeof flags, "arcVersion" | "customAbis" | "simulate" | "simulations">> {
  /** Absent: no comparison. */
  readonly params?: ParametersSource;
  readonly silenced?: readonly Silence[];
}

/** A report, and the data behind it. */
export interface DaoReport extends Pick<PageFacts, "inspection" | "check" | "simulations"> {
  /** One page that needs no other files and no network. */
  readonly html: string;
}

export async function reportDao(inputs: ReportedDao): Promise<DaoReport> {
  const given = await readSimulations(inputs.simulations ?? []);
  const read = await readDao(inputs);
  const { inspection } = read;
  requireSimulationsOf(inspection, given);
  const check = inputs.params === undefined ? undefined : await checkInspected(inputs, read);
  const isSimulated = inputs.simulate === true && !isNotRead(inspection.proposals);
  const simulations = isSimulated ? await simulatePending(inputs, inspection) : given;
  const standAlone = await standAloneOf(inputs.output, read);
  const version = packageVersion();
  const facts = { inspection, network: read.chain, check, standAlone, simulations, version };
  return { html: pageOf(facts), inspection, check, simulations };
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

async function standAloneOf(
  output: string,
  { chain, inspection: { avatar } }: InspectedDao,
): Promise<readonly StandAloneContract[]> {
  const dao = entryOfDao(await readEntries(output, chain), avatar.address)?.dao;
  if (dao === undefined || !isSameAddress(dao.Avatar, avatar.address)) return [];
  return dao.StandAloneContracts.map(({ name, alias = name, address }) => ({
    name: alias,
    address,
  }));
}
