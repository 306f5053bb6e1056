import { isNotRead } from "../inspect/reading/attempt.js";
import { simulateDraft, simulateOn, type SimulateOptions } from "../simulate/simulate-proposal.js";
import { findProposal, isSimulable } from "../simulate/find-proposal.js";
import { parseDraft, type Draft } from "../simulate/drafts/draft.js";
import { openSession } from "../simulate/session.js";
import type { Simulation } from "../simulate/simulation.js";
import { parseExpectations } from "../simulate/verdicts/expectations.js";
import { MigrationError, UsageError } from "../support/errors.js";
import { findDao, type InspectInputs } from "./inspect-inputs.js";
import type { ChainIdentity } from "../chain/identity.js";

/** Which proposals are to be simulated, and where. */
export interface SimulateInputs extends InspectInputs, SimulateOptions {
  /** Id of the proposal, or the beginning of it. Default: all that are open or not done. */
  readonly proposal?: string | undefined;
  /** One that is not made yet, in its place. */
  readonly draft?: Draft | undefined;
  /** A simulation to run again, in their place. */
  readonly verify?: Simulation | undefined;
}

/** Simulations on one fork, and the chain that was forked. */
export interface SimulatedProposals {
  readonly simulations: readonly Simulation[];
  readonly chain: ChainIdentity;
}

/**
 * Simulates a proposal of a DAO, or all that are not over, on one fork.
 * @throws as inspectInputs; UsageError for a proposal that the DAO has not; MigrationError where none is left
 */
export async function simulateInputs(given: SimulateInputs): Promise<SimulatedProposals> {
  const inputs = given.verify === undefined ? given : inputsOf(given, given.verify);
  const { provider, proposal, draft } = inputs;
  if (proposal !== undefined && draft !== undefined) {
    throw new UsageError("Name a proposal or describe one that is not made yet, not both.");
  }
  const { avatar, chain } = await findDao(inputs);
  const session = await openSession(provider, avatar, inputs);
  try {
    if (draft !== undefined) {
      return { simulations: [await simulateDraft(session, draft, inputs)], chain };
    }
    const { proposals } = session.inspection;
    const wanted =
      proposal !== undefined
        ? [findProposal(session.inspection, proposal)]
        : isNotRead(proposals)
          ? []
          : proposals.filter(isSimulable);
    if (wanted.length === 0) {
      throw new MigrationError(
        isNotRead(proposals)
          ? `The proposals of this DAO could not be read: ${proposals.notRead}`
          : `None of the ${proposals.length} proposals of this DAO is open or waits for something. Name one, with --block and a block from before it was over.`,
      );
    }
    const simulations: Simulation[] = [];
    for (const each of wanted) simulations.push(await simulateOn(session, each, inputs));
    return { simulations, chain };
  } finally {
    await session.chain.close();
  }
}

/** What has to be asked for, to run a simulation again. */
function inputsOf(
  given: SimulateInputs,
  { asked, block, avatar, chainId, proposal }: Simulation,
): SimulateInputs {
  if (given.proposal !== undefined || given.draft !== undefined || given.expect !== undefined) {
    throw new UsageError(
      "--verify runs what its file says. Leave out the proposal and what is expected.",
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
