import type { Inspection, ProposalDescription } from "../inspect/description.js";
import { isNotRead } from "../inspect/reading/attempt.js";
import { describeContract } from "../inspect/reading/identify.js";
import { MigrationError, UsageError } from "../support/errors.js";
import { typed } from "../support/secrets.js";
import type { Session } from "./session.js";
import type { SimulatedProposal } from "./simulation.js";

/** A proposal whose scheme and voting machine are known by their code. */
export type Described = Omit<ProposalDescription, "scheme" | "votingMachine"> &
  Pick<SimulatedProposal, "scheme" | "votingMachine">;

/**
 * Finds a proposal by its ID or by the beginning of it.
 * @throws UsageError if the DAO has none, or several
 */
export function findProposal({ proposals }: Inspection, wanted: string): ProposalDescription {
  if (isNotRead(proposals)) {
    throw new MigrationError(`The proposals of this DAO could not be read: ${proposals.notRead}`);
  }
  if (!/^0x[0-9a-f]{1,64}$/i.test(wanted)) {
    throw new UsageError(
      `Expected a proposal id, 0x and up to 64 hex digits, found ${typed(wanted)}.`,
    );
  }
  const found = proposals.filter(({ id }) => id.startsWith(wanted.toLowerCase()));
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  throw new UsageError(
    found.length > 1
      ? `${found.length} proposals of this DAO begin with ${wanted}. Pass more digits of the id.`
      : `This DAO has no proposal ${wanted} among its ${proposals.length}. \`dao-migrate inspect\` lists them.`,
  );
}

/** Whether the proposal still has something to simulate. */
export function isSimulable({ progress, state }: ProposalDescription): boolean {
  if (isNotRead(state) || isNotRead(progress)) return true;
  return ["open", "passed", "to be executed"].includes(progress.stage);
}

const OVER: Readonly<Record<string, string>> = {
  rejected: "was rejected",
  expired: "expired in the queue",
  done: "is done",
};

/** @throws MigrationError if nothing is left to simulate */
export function refuseOver(proposal: ProposalDescription): void {
  const { id, progress } = proposal;
  if (isSimulable(proposal) || isNotRead(progress)) return;
  throw new MigrationError(
    `The proposal ${id} ${OVER[progress.stage] ?? progress.stage}: there is nothing left to simulate. Pass --block with an earlier ` +
      "block to see what it did.",
  );
}

/** Identifies the proposal's scheme and voting machine by their code. */
export async function describeParts(
  { chain }: Pick<Session, "chain">,
  proposal: ProposalDescription,
): Promise<Described> {
  const reader = await chain.reader();
  const [scheme, votingMachine] = await Promise.all([
    describeContract(reader, proposal.scheme),
    describeContract(reader, proposal.votingMachine),
  ]);
  return { ...proposal, scheme, votingMachine };
}
