import { NEW_PROPOSAL, newProposalIn } from "../../engine/governance/machine-events.js";
import { isVotingMachine } from "../../foundation/arc/voting-machines.js";
import type { Inspection, ProposalDescription } from "../../engine/inspect/description.js";
import { isPending } from "../../engine/inspect/proposals/pending.js";
import { attempt, isNotRead } from "../../engine/inspect/reading/attempt.js";
import type { BlockReader } from "../../engine/inspect/reading/block-reader.js";
import { describeContract, openContract } from "../../engine/inspect/reading/identify.js";
import { MigrationError, UsageError } from "../../foundation/support/errors.js";
import { FORMATS } from "../../foundation/support/formats.js";
import { beginningOf, typed } from "../../foundation/support/secrets.js";
import type { Session } from "./session.js";
import type { SimulatedProposal } from "./simulation.js";

/** A proposal whose scheme and voting machine are known by their code. */
export type Described = Omit<ProposalDescription, "scheme" | "votingMachine"> &
  Pick<SimulatedProposal, "scheme" | "votingMachine" | "rewarder">;

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
      ? `${found.length} proposals of this DAO begin with ${beginningOf(wanted)}. Pass more digits of the id.`
      : `This DAO has no proposal ${beginningOf(wanted)} among its ${proposals.length}. \`dao-migrate inspect\` lists them.`,
  );
}

/**
 * Finds the avatar of the DAO to which a proposal belongs, from its ID alone. Anybody can emit the event of a new
 * proposal, so it counts only if Arc's code did. Anybody can also make a proposal for a DAO in a voting machine of
 * Arc's; reading the DAO shows whether one of its own schemes made this one.
 * @throws UsageError if the ID is not complete; MigrationError if no voting machine has it
 */
export async function findDaoOf(reader: BlockReader, id: string): Promise<string> {
  if (!FORMATS.Hash.test(id)) {
    throw new UsageError(
      "No DAO is known here, and this is only the beginning of a proposal's id. Pass the whole id, 0x and 64 hex digits, " +
        "or the avatar of its DAO, 0x and 40 hex digits.",
    );
  }
  for (const log of await reader.logs({ topics: [NEW_PROPOSAL, id.toLowerCase()] })) {
    const { code, name } = await describeContract(reader, log.address);
    if (code === "arc" && isVotingMachine(name)) return newProposalIn([log])!.organization;
  }
  throw new MigrationError(
    `None of Arc's voting machines on this chain has the proposal ${beginningOf(id)} at block ${reader.block.number}. Check the id and the chain, or pass the avatar of its DAO.`,
  );
}

export function isSimulable(proposal: ProposalDescription): boolean {
  return isNotRead(proposal.state) || isPending(proposal);
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

/** Identifies the proposal's scheme, voting machine and rewarder by their code. */
export async function describeParts(
  { chain }: Pick<Session, "chain">,
  proposal: ProposalDescription,
): Promise<Described> {
  const reader = await chain.reader();
  const [scheme, votingMachine] = await Promise.all([
    describeContract(reader, proposal.scheme),
    describeContract(reader, proposal.votingMachine),
  ]);
  const contract = openContract(reader, scheme);
  const described = async () =>
    await describeContract(reader, String(await contract!.value("rewarder")));
  const rewarder = contract?.has("rewarder") === true ? await attempt(described) : undefined;
  return { ...proposal, scheme, votingMachine, rewarder };
}
