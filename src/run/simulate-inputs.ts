import { isNotRead } from "../inspect/reading/attempt.js";
import { simulateOn, type SimulateOptions } from "../simulate/simulate-proposal.js";
import { findProposal, isSimulable } from "../simulate/find-proposal.js";
import { openSession } from "../simulate/session.js";
import type { Simulation } from "../simulate/simulation.js";
import { MigrationError } from "../support/errors.js";
import { findDao, type InspectInputs } from "./inspect-inputs.js";
import type { ChainIdentity } from "../chain/identity.js";

/** Which proposals are to be simulated, and where. */
export interface SimulateInputs extends InspectInputs, SimulateOptions {
  /** Id of the proposal, or the beginning of it. Default: all that are open or not done. */
  readonly proposal?: string | undefined;
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
export async function simulateInputs(inputs: SimulateInputs): Promise<SimulatedProposals> {
  const { provider, proposal } = inputs;
  const { avatar, chain } = await findDao(inputs);
  const session = await openSession(provider, avatar, inputs);
  try {
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
