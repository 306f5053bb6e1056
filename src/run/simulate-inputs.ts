import type { Inspection, ProposalDescription } from "../inspect/description.js";
import { isNotRead } from "../inspect/reading/attempt.js";
import { simulateDraft, simulateOn, type SimulateOptions } from "../simulate/simulate-proposal.js";
import { findProposal, isSimulable } from "../simulate/find-proposal.js";
import { parseDraft, type Draft } from "../simulate/drafts/draft.js";
import { openSession, type Session } from "../simulate/session.js";
import type { Simulation } from "../simulate/simulation.js";
import { parseExpectations } from "../simulate/verdicts/expectations.js";
import { MigrationError, UsageError } from "../support/errors.js";
import { findDao, type InspectInputs } from "./inspect-inputs.js";
import type { ChainIdentity } from "../chain/identity.js";

/** Which proposals to simulate, and on which chain. */
export interface SimulateInputs extends InspectInputs, SimulateOptions {
  /** ID of the proposal, or the beginning of it. Default: all that are open or not done. */
  readonly proposal?: string;
  /** A proposal that is not made yet, to simulate instead. */
  readonly draft?: Draft;
  /** A simulation to repeat instead. */
  readonly verify?: Simulation;
}

/** Simulations on one fork, the forked chain, and the DAO at the fork block. */
export interface SimulatedProposals {
  readonly simulations: readonly Simulation[];
  readonly chain: ChainIdentity;
  readonly inspection: Inspection;
}

/**
 * Simulates a proposal of a DAO, or all that are not over, on one fork.
 * @throws the errors of inspectInputs; UsageError if the DAO does not have the proposal; MigrationError if it is over
 */
export async function simulateInputs(given: SimulateInputs): Promise<SimulatedProposals> {
  const inputs = given.verify === undefined ? given : inputsOf(given, given.verify);
  const { provider, proposal, draft } = inputs;
  if (proposal !== undefined && draft !== undefined) {
    throw new UsageError("Name an existing proposal or describe a new one, not both.");
  }
  const { avatar, chain } = await findDao(inputs);
  const session = await openSession(provider, avatar, inputs);
  const { inspection } = session;
  try {
    if (draft !== undefined) {
      return { simulations: [await simulateDraft(session, draft, inputs)], chain, inspection };
    }
    const wanted =
      proposal === undefined ? pendingOf(inspection) : [findProposal(inspection, proposal)];
    return { simulations: await simulateAll(session, wanted, inputs), chain, inspection };
  } finally {
    await session.chain.close();
  }
}

/**
 * Simulates all proposals of a DAO that are not over, on one fork.
 * @param inspection the DAO at the fork block
 * @throws MigrationError if the proposals could not be read, or the chain cannot be forked
 */
export async function simulatePending(
  inputs: InspectInputs & SimulateOptions,
  inspection: Inspection,
): Promise<readonly Simulation[]> {
  const pending = pendingOf(inspection);
  if (pending.length === 0) return [];
  const session = await openSession(inputs.provider, inspection.avatar.address, inputs, inspection);
  try {
    return await simulateAll(session, pending, inputs);
  } finally {
    await session.chain.close();
  }
}

async function simulateAll(
  session: Session,
  wanted: readonly ProposalDescription[],
  inputs: SimulateOptions,
): Promise<readonly Simulation[]> {
  const simulations: Simulation[] = [];
  const { onProgress } = inputs;
  for (const [index, each] of wanted.entries()) {
    const of = wanted.length === 1 ? "" : ` (${index + 1} of ${wanted.length})`;
    const told = onProgress && ((message: string) => onProgress(`${message}${of}`));
    simulations.push(await simulateOn(session, each, { ...inputs, onProgress: told }));
  }
  return simulations;
}

function pendingOf({ proposals }: Inspection): readonly ProposalDescription[] {
  if (!isNotRead(proposals)) return proposals.filter(isSimulable);
  throw new MigrationError(`The proposals of this DAO could not be read: ${proposals.notRead}`);
}

/** The inputs that repeat a simulation. */
function inputsOf(
  given: SimulateInputs,
  { inputs: asked, block, avatar, chainId, proposal }: Simulation,
): SimulateInputs {
  if (given.proposal !== undefined || given.draft !== undefined || given.expect !== undefined) {
    throw new UsageError(
      "--verify runs the simulation in its file. Omit the proposal and --expect.",
    );
  }
  const { draft, expect, descriptionText, alone, eventsFromBlock } = asked;
  return {
    ...given,
    avatar,
    chainId,
    section: undefined,
    block: block.number,
    fromBlock: eventsFromBlock,
    alone,
    ...(draft === undefined ? { proposal: proposal.id } : { draft: parseDraft(draft, "draft") }),
    ...(expect !== undefined && { expect: parseExpectations(expect, "expect") }),
    ...(descriptionText !== undefined && {
      descriptionText: Buffer.from(descriptionText, "base64"),
    }),
  };
}
